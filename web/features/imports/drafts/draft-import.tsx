import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { ApiError, requestIdOf } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ImportWizard } from '../import-wizard.tsx';
import { DraftGone } from './draft-gone.tsx';
import { draftQuery, isHandedOver } from './draft-queries.ts';
import { WizardSkeleton } from './wizard-skeleton.tsx';

interface DraftImportProps {
  /** Upload ID. */
  id: string;
  customFields?: readonly CustomFieldSpec[];
  onOpen: (draft: OpenedDraft | null) => void;
}

/** Wizard of a draft, or how the draft ended. */
export function DraftImport({ id, ...wizard }: DraftImportProps) {
  const [isNew] = useState(() => isHandedOver(id));
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...draftQuery(id),
    refetchOnMount: isNew ? false : 'always',
  });
  if (error instanceof ApiError && error.status === 404) return <DraftGone />;
  if (data?.state === 'imported') return <DraftGone imported={data} />;
  if (data !== undefined && (isNew || isFetchedAfterMount)) return <ImportWizard draft={data} {...wizard} />;
  if (error === null) return <WizardSkeleton />;
  return (
    <ErrorState
      title="Failed to fetch the draft"
      text="Check your connection and try again."
      requestId={requestIdOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
