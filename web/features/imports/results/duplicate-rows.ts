import { DUPLICATE_CODES, type ImportGrid } from '#contract/import-fixing.ts';

/** Counts rows that repeat an earlier row or a lead. */
export function duplicateRows(reasons: ImportGrid['reasons']): number {
  return reasons
    .filter(({ code }) => DUPLICATE_CODES.includes(code))
    .reduce((sum, { rows }) => sum + rows, 0);
}
