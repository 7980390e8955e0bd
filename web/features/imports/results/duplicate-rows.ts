import type { ImportGrid } from '#contract/import-mending.ts';

/** Counts the rows of a grid that repeat an earlier row or an existing lead. */
export function duplicateRows(reasons: ImportGrid['reasons']): number {
  return reasons
    .filter(({ code }) => code === 'duplicate_in_file' || code === 'duplicate_in_database')
    .reduce((sum, { rows }) => sum + rows, 0);
}
