import type { RowCondition } from './grid-filter.ts';
import { matchingRows } from './grid-reads.ts';
import type { GridRowState } from './grid-row.ts';
import type { FilledGrid, ReadDatabase } from './grid-session.ts';

/** Rows that a change reads and writes at once. */
export const BATCH_ROWS = 2_500;

/**
 * Yields the rows that match a condition in batches, in file order.
 * @param places positions of the cells to return; all by default
 */
export async function* rowsMatching(
  read: ReadDatabase,
  grid: FilledGrid,
  condition: RowCondition,
  places?: readonly number[],
): AsyncGenerator<GridRowState[]> {
  for (let after = 0; ; ) {
    const page = { after, limit: BATCH_ROWS, ...(places && { places }) };
    const rows = await read((tx) => matchingRows(tx, grid, condition, page));
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)?.row ?? after;
  }
}
