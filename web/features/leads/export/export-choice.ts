import type { EXPORT_LIMITS } from '#contract/exports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

export type ExportLimit = (typeof EXPORT_LIMITS)[number];

/** Choices in the export dialog. */
export interface ExportChoice {
  limit: ExportLimit;
  format: 'csv' | 'xlsx';
}

export const DEFAULT_CHOICE: ExportChoice = { limit: '1000', format: 'csv' };

/** Describes how many of the matching leads the file will contain, and how many are left out. */
export function exportContent(limit: ExportLimit, matching: number): string {
  const held = limit === 'all' ? matching : Math.min(Number(limit), matching);
  const share = `${formatNumber(held)} of ${formatCount(matching, 'matching lead')}`;
  const left = matching - held;
  return left === 0 ? `${share}.` : `${share}; the oldest ${formatNumber(left)} are left out.`;
}
