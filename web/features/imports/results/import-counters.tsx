import type { ImportStats } from '#contract/imports.ts';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';

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
