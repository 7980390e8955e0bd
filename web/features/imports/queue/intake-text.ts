import { QUEUE_MAX } from '#contract/import-queue.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

/** Summarizes an intake: `12 files added, 3 skipped (not CSV or Excel)`; `surplus` files exceed the queue. */
export function intakeText(added: number, others: number, surplus: number): string {
  const files = added === 0 ? 'No files added' : `${formatCount(added, 'file')} added`;
  const left = others === 0 ? '' : `, ${formatNumber(others)} skipped (not CSV or Excel)`;
  if (surplus === 0) return files + left;
  const full = `The queue can hold ${formatNumber(QUEUE_MAX)} files, so ${formatCount(surplus, 'more file')} didn't fit. Remove finished files and add the rest again.`;
  return `${files}${left}. ${full}`;
}
