import type { ImportStats } from '#contract/imports.ts';
import { formatCount } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface ImportCountersProps {
  /** `unprocessed` is for canceled or failed imports. */
  stats: ImportStats & { unprocessed?: number };
  /** Fewer columns, for the drawer. */
  narrow?: boolean;
}

export function ImportCounters({ stats, narrow = false }: ImportCountersProps) {
  const { unprocessed = 0 } = stats;
  return (
    <Figures
      className={cx(
        'grid-cols-2 gap-x-6 sm:grid-cols-4',
        !narrow && (unprocessed > 0 ? 'lg:grid-cols-8' : 'lg:grid-cols-7'),
      )}
      figures={[
        { label: 'Total', value: stats.totalRows },
        { label: 'Imported', value: stats.imported },
        { label: 'Updated', value: stats.updated },
        { label: 'Duplicates', value: stats.duplicates },
        { label: 'Skipped', value: stats.skipped },
        { label: 'Errors', value: stats.errors, tone: 'text-negative' },
        { label: 'Invalid phones', value: stats.invalidPhones, tone: 'text-caution' },
        ...(unprocessed > 0 ? [{ label: 'Unprocessed', value: unprocessed }] : []),
      ]}
    />
  );
}

/** Names columns that were not imported; nothing without any. */
export function UnimportedNotice({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  const were = columns.length === 1 ? "wasn't" : "weren't";
  return (
    <Notice tone="caution" title={`${formatCount(columns.length, 'column')} ${were} imported`}>
      <ul aria-label="Columns not imported" className="mt-1.5 flex flex-wrap gap-1.5">
        {columns.map((column) => (
          <li
            key={column}
            className="max-w-full truncate rounded-full border border-line bg-surface px-2 text-12 leading-5"
            title={column}
          >
            {column}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
