import type { RowCondition } from './grid-filter.ts';
import { matchingRows } from './grid-reads.ts';
import type { GridRowState } from './grid-row.ts';
import type { FilledGrid, ReadDatabase } from './grid-session.ts';

/** Rows that a change reads and writes at once. */
export const GRID_BATCH_ROWS = 1_500;

/** Yields the rows that match a condition in batches, in file order. */
export async function* rowsMatching(
  read: ReadDatabase,
  grid: FilledGrid,
  condition: RowCondition,
): AsyncGenerator<GridRowState[]> {
  for (let after = 0; ; ) {
    const rows = await read((tx) => matchingRows(tx, grid, condition, { after, limit: GRID_BATCH_ROWS }));
    if (rows.length > 0) yield rows;
    if (rows.length < GRID_BATCH_ROWS) return;
    after = rows.at(-1)?.row ?? after;
  }
}
