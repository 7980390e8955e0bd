import type { ImportStats } from '#contract/imports.ts';
import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';

const COUNTERS: readonly { key: keyof ImportStats; label: string; tone?: string }[] = [
  { key: 'totalRows', label: 'Total' },
  { key: 'imported', label: 'Imported' },
  { key: 'updated', label: 'Updated' },
  { key: 'duplicates', label: 'Duplicates' },
  { key: 'skipped', label: 'Skipped' },
  { key: 'errors', label: 'Errors', tone: 'text-negative' },
  { key: 'invalidPhones', label: 'Invalid phones', tone: 'text-caution' },
];

/** The counters of an import; those at nought are quiet. */
export function ImportCounters({ stats }: { stats: ImportStats }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 lg:grid-cols-7">
      {COUNTERS.map(({ key, label, tone }) => (
        <div key={key} className="min-w-0">
          <dt className="truncate text-13 text-muted">{label}</dt>
          <dd
            className={cx(
              'truncate text-20 font-semibold tabular-nums',
              stats[key] === 0 ? 'text-muted' : tone,
            )}
            title={formatNumber(stats[key])}
          >
            {formatNumber(stats[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
