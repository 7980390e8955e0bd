import { inOneProcess } from '../../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { RowCondition } from '../rows/grid-filter.ts';
import { GRID_ROWS, type GridKey } from '../rows/grid-row.ts';

/**
 * Returns the numbers of the rows that match a condition, in file order.
 * @param options.inParallel whether PostgreSQL may use several processes, which pays off where it compares all rows
 */
export async function matchingNumbers(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  condition: RowCondition,
  { inParallel }: { inParallel: boolean },
): Promise<number[]> {
  const read = (): Promise<{ numbers: number[] }[]> =>
    tx.query<{ numbers: number[] }>(
      `SELECT coalesce(array_agg(r.row_number ORDER BY r.row_number), '{}') AS numbers
       FROM import_grid_rows r WHERE ${GRID_ROWS} AND ${condition.sql}`,
      [tx.organizationId, uploadId, generation, ...condition.values],
    );
  const [row] = await (inParallel ? read() : inOneProcess(tx, read));
  return row?.numbers ?? [];
}
