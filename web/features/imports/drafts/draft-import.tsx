import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileX2, History } from 'lucide-react';
import { useState } from 'react';
import { DRAFT_DAYS, type OpenedDraft } from '#contract/import-drafts.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ImportWizard } from '../import-wizard.tsx';
import { draftQuery, isHandedOver } from './drafts.ts';

interface DraftImportProps {
  /** Upload ID. */
  id: string;
  customFields?: readonly CustomFieldSpec[];
  onOpen: (draft: OpenedDraft | null) => void;
}

export function DraftImport({ id, ...wizard }: DraftImportProps) {
  const [isNew] = useState(() => isHandedOver(id));
  const query = useQuery({
    ...draftQuery(id),
    refetchOnMount: isNew ? false : 'always',
  });
  const { data, error, isFetchedAfterMount } = query;
  if (error instanceof ApiError && error.status === 404) return <DraftGone />;
  if (data?.state === 'imported') return <DraftGone imported={data} />;
  if (data !== undefined && (isNew || isFetchedAfterMount)) return <ImportWizard draft={data} {...wizard} />;
  if (error === null) return <WizardSkeleton />;
  return <QueryError title="Failed to fetch the draft" query={query} />;
}

function WizardSkeleton() {
  return (
    <div role="status" aria-label="Loading the draft" className="flex flex-col gap-5">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}

interface DraftGoneProps {
  /** Last import of the file, if any. */
  imported?: { importId: string; filename: string };
}

function DraftGone({ imported }: DraftGoneProps) {
  const again = (
    <Link to="/import" className={buttonClass(imported ? 'secondary' : 'primary')}>
      New Import
    </Link>
  );
  return (
    <Card>
      {imported ? (
        <EmptyState
          icon={History}
          title={`The import of ${imported.filename} has started`}
          text="This draft has been imported. See the result in Import History."
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {again}
              <Link to="/history" search={{ import: imported.importId }} className={buttonClass('primary')}>
                View Import
              </Link>
            </div>
          }
        />
      ) : (
        <EmptyState
          icon={FileX2}
          title="This draft no longer exists"
          text={`It was discarded, or it expired after ${DRAFT_DAYS} days without changes.`}
          action={again}
        />
      )}
    </Card>
  );
}
