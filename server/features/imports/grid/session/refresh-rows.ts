import type { OrganizationScope } from '../../../../platform/db/scope.ts';
import { lockUpload } from '../../../../platform/uploads/reads.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import { decodeCells, isDroppedRow } from '../rows/grid-row.ts';
import { findGrid, findGridRows } from '../statements/grid-reads.ts';
import { encodeStates } from '../statements/grid-writes.ts';
import { GridSession, gridMapper, isFilled } from './grid-session.ts';

const ROWS_AT_ONCE = 2_000;

/** Evaluates rows of a grid again, with the leads as they are now. */
export async function refreshGridRows(
  scope: OrganizationScope,
  { uploadId, reading }: EditKey,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await scope.transaction(async (tx) => {
    await lockUpload(tx, uploadId);
    const grid = await findGrid(tx, uploadId);
    // The grid may show another sheet by now.
    if (!isFilled(grid) || grid.reading !== reading) return;
    const session = new GridSession(tx, grid, await gridMapper(tx, grid));
    for (let from = 0; from < numbers.length; from += ROWS_AT_ONCE) {
      const rows = await findGridRows(tx, grid, numbers.slice(from, from + ROWS_AT_ONCE));
      const states = await session.revise(
        rows.map((before) => ({
          before,
          cells: decodeCells(before.cells),
          dropped: isDroppedRow(before),
        })),
      );
      await session.write(encodeStates(states));
    }
    await session.settle({ whole: true });
    await session.save();
  });
}
