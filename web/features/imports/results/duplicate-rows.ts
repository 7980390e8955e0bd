import { DUPLICATE_CODES, type ImportGrid } from '#contract/import-fixing.ts';

/** Counts the rows of a grid that repeat an earlier row or an existing lead. */
export function duplicateRows(reasons: ImportGrid['reasons']): number {
  return reasons
    .filter(({ code }) => DUPLICATE_CODES.includes(code))
    .reduce((sum, { rows }) => sum + rows, 0);
}
