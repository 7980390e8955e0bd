import { QUEUE_MAX } from '#contract/import-queue.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import type { Intake } from './found-files.ts';

/** Summarizes the intake of a drop or a folder, such as `12 files added, 3 skipped (not CSV or Excel)`. */
export function intakeText({ taken, others, surplus }: Intake): string {
  const added = taken.length === 0 ? 'No files added' : `${formatCount(taken.length, 'file')} added`;
  const left = others === 0 ? '' : `, ${formatNumber(others)} skipped (not CSV or Excel)`;
  if (surplus === 0) return added + left;
  const full = `The queue can hold ${formatNumber(QUEUE_MAX)} files, so ${formatCount(surplus, 'more file')} didn't fit. Remove finished files and add the rest again.`;
  return `${added}${left}. ${full}`;
}
