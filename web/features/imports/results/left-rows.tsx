import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ImportGrid } from '#contract/import-fixing.ts';
import type { getImport, ImportRecord } from '#contract/imports.ts';
import { formatCount } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { GridImportButton } from './grid-import-button.tsx';
import { updateText } from './outcome-text.ts';
import { gridQuery, importQuery } from './queries.ts';

/** Links an import's problem rows, and imports or updates fixed rows; falls back to the report. */
export function LeftRows({ importId }: { importId: string }) {
  // The import's own section refetches it.
  const { data: record } = useQuery({ ...importQuery(importId), refetchOnMount: false });
  const uploadId = record?.uploadId ?? '';
  const fixedSince = record?.fixedSince ?? null;
  const { data: grid } = useQuery({ ...gridQuery(uploadId), enabled: fixedSince !== null });
  if (!record) return null;
  if (fixedSince === null) return <ReportWay record={record} />;
  if (!grid) return null;
  const leads = record.leadsToUpdate ?? 0;
  return (
    <section
      aria-label="Fix Rows"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line px-4 py-3"
    >
      <p className="text-13">
        {leftText(record, grid)} <span className="text-muted">{fixText(record)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/import/fix" search={{ draft: uploadId }} className={buttonClass('secondary', 'small')}>
          Fix Rows
        </Link>
        {grid.state === 'ready' && (
          <>
            {fixedSince > 0 && (
              <FixedRows
                primary={leads === 0}
                rows="fixed"
                label="Import Fixed Rows"
                grid={grid}
                uploadId={uploadId}
              />
            )}
            {leads > 0 && (
              <FixedRows rows="stored" label={updateText(leads)} grid={grid} uploadId={uploadId} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

type ImportDetail = ReplyOf<typeof getImport>;

function leftText({ duplicates, errors }: ImportDetail, { state, openRows }: ImportGrid): string {
  const left = duplicates + errors;
  if (left > 0) return `${formatCount(left, 'row')} ${left === 1 ? "wasn't" : "weren't"} imported.`;
  if (state !== 'ready') return 'Some rows were imported with warnings.';
  if (openRows === 0) return 'No rows need attention.';
  return `${formatCount(openRows, 'row')} ${openRows === 1 ? 'needs' : 'need'} attention.`;
}

function fixText({ duplicates, errors, fixedSince, leadsToUpdate }: ImportDetail): string {
  const fixed = (fixedSince ?? 0) + (leadsToUpdate ?? 0);
  if (fixed > 0) return `${formatCount(fixed, 'row')} fixed since.`;
  if (duplicates + errors > 0) return 'Fix them here and import only those.';
  return 'Fix them here and update their leads.';
}

/** Explains the report if rows can't be fixed here. */
function ReportWay({ record: { status, errors } }: { record: ImportRecord }) {
  if (status === 'processing' || errors === 0) return null;
  return (
    <p className="mt-4 text-13 text-muted">
      To import the {formatCount(errors, 'row')} with errors, download the report, correct the values, and
      import that file.
    </p>
  );
}

interface FixedRowsProps {
  uploadId: string;
  grid: ImportGrid;
  rows: 'fixed' | 'stored';
  label: string;
  primary?: boolean;
}

/** Imports fixed rows or updates their leads, then opens the new import. */
function FixedRows({ grid: { plan }, ...props }: FixedRowsProps) {
  const navigate = useNavigate();
  return (
    <GridImportButton
      {...props}
      plan={plan}
      small
      onStarted={(importId) => void navigate({ to: '/history', search: { import: importId } })}
    />
  );
}
