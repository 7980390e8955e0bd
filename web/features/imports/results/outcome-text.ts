import { DUPLICATE_CODES, type ImportGrid } from '#contract/import-fixing.ts';
import type { ImportMerge, ImportStats } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

/**
 * Summarizes outcomes: '480 leads imported, 20 duplicates left out.'; `unprocessed` rows weren't
 * reached before canceling.
 */
export function outcomeText(stats: ImportStats & { unprocessed?: number }): string {
  const { totalRows, imported, updated, duplicates, skipped, suppressed, errors, unprocessed = 0 } = stats;
  if (totalRows === 0) return 'The file has no rows.';
  const created = imported > 0 || updated === 0;
  const parts = [
    created && `${imported === 0 ? 'No leads' : formatCount(imported, 'lead')} imported`,
    updated > 0 && `${created ? formatNumber(updated) : formatCount(updated, 'lead')} updated`,
    duplicates > 0 && `${formatCount(duplicates, 'duplicate')} left out`,
    skipped > suppressed && `${formatCount(skipped - suppressed, 'row')} skipped`,
    suppressed > 0 && `${formatCount(suppressed, 'row')} on a suppression list`,
    errors > 0 && `${formatCount(errors, 'row')} with errors`,
    unprocessed > 0 && `${formatCount(unprocessed, 'row')} not processed`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** Describes which rows stay if the import is canceled now. */
export function cancelText(stats: ImportStats): string {
  const { totalRows, imported, updated, duplicates, skipped, errors } = stats;
  const left = Math.max(0, totalRows - (imported + updated + duplicates + skipped + errors));
  const kept = [
    (imported > 0 || updated === 0) && `${formatCount(imported, 'lead')} imported so far`,
    updated > 0 && `${formatCount(updated, 'lead')} updated so far`,
  ].filter((part) => part !== false);
  const stay = imported + updated === 1 ? 'stays' : 'stay';
  return `${kept.join(' and ')} ${stay}. About ${formatCount(left, 'row')} won't be processed. You can undo the import later in Import History.`;
}

/** Label for writing later edits to imported leads. */
export function updateText(leads: number): string {
  return `Update ${formatCount(leads, 'Lead')}`;
}

/** Counts rows that repeat an earlier row or a lead. */
export function duplicateRows(reasons: ImportGrid['reasons']): number {
  return reasons
    .filter(({ code }) => DUPLICATE_CODES.includes(code))
    .reduce((sum, { rows }) => sum + rows, 0);
}

/** Names unimported columns: `Fax, Pager and 3 more`; `count` is the total. Null without any. */
export function unimportedText(names: readonly string[], count: number): string | null {
  if (count === 0) return null;
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ');
}

/** Describes what became of the certain duplicates of an import; null if there were none. */
export function mergedText(merge: ImportMerge | null): string | null {
  if (merge === null) return null;
  const { status, merged, undone } = merge;
  if (status === 'processing') return 'Merging certain duplicates…';
  if (merged === 0) return null;
  const groups = `${formatCount(merged, 'group')} of certain duplicates merged`;
  return undone ? `${groups}, then separated again` : groups;
}
