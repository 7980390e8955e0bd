import type { ImportStats } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';

/** What became of the rows of an import, in one sentence such as '480 leads imported, 20 duplicates left out.' */
export function outcomeText(stats: ImportStats): string {
  const { totalRows, imported, updated, duplicates, skipped, errors } = stats;
  if (totalRows === 0) return 'The file holds no rows.';
  const created = imported > 0 || updated === 0;
  const parts = [
    created && `${imported === 0 ? 'No leads' : formatCount(imported, 'lead')} imported`,
    updated > 0 && `${created ? formatNumber(updated) : formatCount(updated, 'lead')} updated`,
    duplicates > 0 && `${formatCount(duplicates, 'duplicate')} left out`,
    skipped > 0 && `${formatCount(skipped, 'row')} skipped`,
    errors > 0 && `${formatCount(errors, 'row')} with errors`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}
