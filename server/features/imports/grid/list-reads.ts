import { inOneProcess } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { RowCondition } from './grid-filter.ts';
import { GRID_ROWS, type GridKey } from './grid-row.ts';

/** Returns the numbers of the rows that match a condition, in file order. */
export async function matchingNumbers(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  condition: RowCondition,
): Promise<number[]> {
  const [row] = await inOneProcess(tx, () =>
    tx.query<{ numbers: number[] }>(
      `SELECT coalesce(array_agg(r.row_number ORDER BY r.row_number), '{}') AS numbers
       FROM import_grid_rows r WHERE ${GRID_ROWS} AND ${condition.sql}`,
      [tx.organizationId, uploadId, generation, ...condition.values],
    ),
  );
  return row?.numbers ?? [];
}
