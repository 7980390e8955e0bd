import type { ImportStats } from '#contract/imports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';

type Counter = keyof ImportStats | 'unprocessed';

const COUNTERS: readonly { key: Counter; label: string; tone?: string }[] = [
  { key: 'totalRows', label: 'Total' },
  { key: 'imported', label: 'Imported' },
  { key: 'updated', label: 'Updated' },
  { key: 'duplicates', label: 'Duplicates' },
  { key: 'skipped', label: 'Skipped' },
  { key: 'errors', label: 'Errors', tone: 'text-negative' },
  { key: 'invalidPhones', label: 'Invalid phones', tone: 'text-caution' },
  { key: 'unprocessed', label: 'Unprocessed' },
];

interface ImportCountersProps {
  /** `unprocessed` is for canceled or failed imports. */
  stats: ImportStats & { unprocessed?: number };
  /** Fewer columns, for the drawer. */
  narrow?: boolean;
}

/** Counters of an import; zeros are muted. */
export function ImportCounters({ stats, narrow = false }: ImportCountersProps) {
  const shown = COUNTERS.filter(({ key }) => key !== 'unprocessed' || stats.unprocessed);
  return (
    <dl
      className={cx(
        'grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4',
        !narrow && (shown.length > 7 ? 'lg:grid-cols-8' : 'lg:grid-cols-7'),
      )}
    >
      {shown.map(({ key, label, tone }) => {
        const count = stats[key] ?? 0;
        return (
          <div key={key} className="min-w-0">
            <dt className="truncate text-13 text-muted">{label}</dt>
            <dd
              className={cx('truncate text-20 font-semibold tabular-nums', count === 0 ? 'text-muted' : tone)}
              title={formatNumber(count)}
            >
              {formatNumber(count)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
