import type { RowCondition } from '../rows/grid-filter.ts';
import type { GridRowState } from '../rows/grid-row.ts';
import type { FilledGrid, ReadDatabase } from '../session/grid-session.ts';
import { matchingRows } from '../statements/grid-reads.ts';

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
