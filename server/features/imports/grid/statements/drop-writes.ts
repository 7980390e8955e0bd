import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { RowCondition } from '../rows/grid-filter.ts';
import { GRID_ROWS, type GridKey, OUTCOME, PUT_ASIDE } from '../rows/grid-row.ts';
import { IN_FILE } from '../rows/problem-list.ts';

const NUMBERS = `SELECT coalesce(array_agg(row_number ORDER BY row_number), '{}') AS rows FROM changed`;

/**
 * Drops the rows that match a condition, unless they are dropped, and puts their state aside; returns their numbers. The
 * condition's values start at `FIRST_OF_CONDITION`.
 */
export function dropMatching(
  tx: TenantTransaction,
  grid: GridKey,
  condition: RowCondition,
): Promise<number[]> {
  return changedRows(
    tx,
    grid,
    `UPDATE import_grid_rows r SET own = r.own + ${PUT_ASIDE}, outcome = ${OUTCOME.dropped}
     WHERE ${GRID_ROWS} AND r.own < ${OUTCOME.dropped} AND ${condition.sql} RETURNING r.row_number`,
    condition,
  );
}

/**
 * Takes back the dropped rows that match a condition and whose state was put aside; returns their numbers. Whether they
 * repeat earlier rows has to be settled then.
 */
export function restoreMatching(
  tx: TenantTransaction,
  grid: GridKey,
  condition: RowCondition,
): Promise<number[]> {
  return changedRows(
    tx,
    grid,
    `UPDATE import_grid_rows r SET own = r.own - ${PUT_ASIDE},
       outcome = CASE WHEN ${IN_FILE} = ANY(r.tags) THEN ${OUTCOME.duplicateInFile} ELSE r.own - ${PUT_ASIDE} END
     WHERE ${GRID_ROWS} AND r.own >= ${PUT_ASIDE} AND ${condition.sql} RETURNING r.row_number`,
    condition,
  );
}

async function changedRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  update: string,
  { values }: RowCondition,
): Promise<number[]> {
  const [result] = await tx.query<{ rows: number[] }>(`WITH changed AS (${update}) ${NUMBERS}`, [
    tx.organizationId,
    uploadId,
    generation,
    ...values,
  ]);
  return result?.rows ?? [];
}
