import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Figures } from '../figures.tsx';
import { ChangeTable } from './change-table.tsx';
import type { UpdatePhonesPreview } from './use-update-phones.ts';

/** Counts of an update and its first changes. */
export function UpdatePreview({ preview }: { preview: UpdatePhonesPreview }) {
  const { updated, unchanged, notFound, invalidRows, conflicts, totalProcessed, rows } = preview;
  return (
    <section aria-label="Preview" className="mt-5 flex flex-col gap-4">
      <p className="text-14" role="status">
        <span className="font-medium">{formatCount(updated, 'phone number')}</span> of{' '}
        {formatCount(totalProcessed, 'row')} will change. Nothing is saved yet.
      </p>
      <Figures
        figures={[
          { label: 'Will change', value: updated, tone: 'text-positive' },
          { label: 'Unchanged', value: unchanged },
          { label: 'Not found', value: notFound, tone: 'text-caution' },
          { label: 'Invalid rows', value: invalidRows, tone: 'text-negative' },
          { label: 'Conflicts', value: conflicts, tone: 'text-caution' },
        ]}
      />
      {rows.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <ChangeTable rows={rows} />
          {rows.length < updated + conflicts && (
            <p className="text-13 text-muted">The first {formatNumber(rows.length)} are shown.</p>
          )}
        </div>
      )}
    </section>
  );
}
