import { useMemo, useState } from 'react';
import type { Upload } from '#contract/uploads.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { outcomeCounts, previewColumns, troubledRows } from './preview-columns.ts';
import { PreviewTable } from './preview-table.tsx';
import type { Preview } from './use-preview.ts';

interface LeadPreviewProps {
  upload: Upload;
  draft: ImportDraft;
  preview: Preview;
}

export function LeadPreview({ upload, draft, preview }: LeadPreviewProps) {
  const [onlyTroubled, setOnlyTroubled] = useState(false);
  const { rows } = preview;
  const columns = useMemo(() => previewColumns(draft, rows), [draft, rows]);
  const troubled = useMemo(() => troubledRows(rows), [rows]);
  const shown = onlyTroubled ? troubled : rows;
  return (
    <section aria-labelledby="lead-preview" className="min-w-0 rounded-card border border-line bg-surface">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 lg:px-5">
        <div className="min-w-0">
          <h2 id="lead-preview" className="text-14 font-medium">
            Preview
          </h2>
          <p className="text-13 text-muted tabular-nums">
            {extentText(rows.length, upload.totalRows)}
            {rows.length > 0 && <>: {outcomeCounts(rows)}</>}
          </p>
        </div>
        {rows.length > 0 && (
          <Segmented
            label="Rows shown"
            value={onlyTroubled ? 'troubled' : 'all'}
            onChange={(choice) => setOnlyTroubled(choice === 'troubled')}
            options={[
              { value: 'all', label: 'All rows' },
              {
                value: 'troubled',
                label: (
                  <span className="tabular-nums">Rows with problems ({formatNumber(troubled.length)})</span>
                ),
              },
            ]}
          />
        )}
      </header>
      {shown.length > 0 ? (
        <PreviewTable rows={shown} columns={columns} busy={preview.busy} />
      ) : (
        <NoRows preview={preview} />
      )}
    </section>
  );
}

const SKELETONS = ['w-3/4', 'w-2/3', 'w-5/6', 'w-1/2', 'w-3/5'];

function NoRows({ preview: { rows, busy, error } }: { preview: Preview }) {
  if (rows.length === 0 && busy) {
    return (
      <div className="flex flex-col gap-5 border-t border-line px-4 py-5 lg:px-5">
        {SKELETONS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  return (
    <p className="border-t border-line px-5 py-8 text-center text-13 text-muted">
      {rows.length > 0
        ? `No problems in ${formatCount(rows.length, 'previewed row')}`
        : error
          ? "Couldn't create the preview"
          : 'Map a column to see the preview'}
    </p>
  );
}

function extentText(shown: number, totalRows: number): string {
  if (shown === 0) return 'Rows as they will be stored';
  if (shown < totalRows) {
    return `First ${formatNumber(shown)} of ${formatCount(totalRows, 'row')}, as they will be stored`;
  }
  return shown === 1
    ? 'The row as it will be stored'
    : `All ${formatNumber(shown)} rows, as they will be stored`;
}
