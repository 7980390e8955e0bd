import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ImportPlan, ImportRecord } from '#contract/imports.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { gridQuery } from './grid-query.ts';
import { importQuery } from './queries.ts';
import { useGridImport } from './start-grid-import.ts';

/**
 * Leads from an import to the rows that it left, and imports those that were fixed since. Where they can't be fixed here,
 * it leads to the report.
 */
export function LeftRows({ importId }: { importId: string }) {
  // The import's own section keeps it up to date.
  const { data: record } = useQuery({ ...importQuery(importId), refetchOnMount: false });
  const uploadId = record?.uploadId ?? '';
  const mendedSince = record?.mendedSince ?? null;
  const { data: grid } = useQuery({ ...gridQuery(uploadId), enabled: mendedSince !== null });
  if (!record) return null;
  if (mendedSince === null || grid?.state !== 'ready') return <ReportWay record={record} />;
  const left = record.duplicates + record.errors;
  return (
    <section
      aria-label="Fix Rows"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line px-4 py-3"
    >
      <p className="text-13">
        {left > 0 ? `${formatCount(left, 'row')} ${left === 1 ? "wasn't" : "weren't"} imported. ` : ''}
        <span className="text-muted">
          {mendedSince > 0
            ? `${formatCount(mendedSince, 'row')} fixed since.`
            : 'Fix them here and import only those.'}
        </span>
      </p>
      <div className="flex gap-2">
        <Link to="/import/mend" search={{ draft: uploadId }} className={buttonClass('secondary', 'small')}>
          Fix Rows
        </Link>
        {mendedSince > 0 && grid.plan && <ImportFixed uploadId={uploadId} plan={grid.plan} />}
      </div>
    </section>
  );
}

/** Says how to import the rows with errors where they can't be fixed here. */
function ReportWay({ record: { status, errors } }: { record: ImportRecord }) {
  if (status === 'processing' || errors === 0) return null;
  return (
    <p className="mt-4 text-13 text-muted">
      To import the {formatCount(errors, 'row')} with errors, download the report, correct the values, and
      import that file.
    </p>
  );
}

/** Imports the rows that were fixed since, and opens the new import. */
function ImportFixed({ uploadId, plan }: { uploadId: string; plan: ImportPlan }) {
  const navigate = useNavigate();
  const start = useGridImport(
    uploadId,
    true,
    (importId) => void navigate({ to: '/history', search: { import: importId } }),
  );
  return (
    <Button
      size="small"
      variant="primary"
      pending={start.isPending}
      pendingText="Starting..."
      onClick={() => start.mutate(plan)}
    >
      Import Fixed Rows
    </Button>
  );
}
