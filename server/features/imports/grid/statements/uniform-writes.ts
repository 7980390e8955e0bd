import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { RowCondition } from '../rows/grid-filter.ts';
import { encodeCell, GRID_ROWS, type GridKey, OUTCOME, PUT_ASIDE, SEPARATOR_SQL } from '../rows/grid-row.ts';
import { IN_FILE } from '../rows/problem-list.ts';

export interface UniformReplacement {
  /** Position of the column. */
  place: number;
  find: string;
  value: string;
  /** In the column, of the new value, and other warnings of the import. */
  columnTags: readonly number[];
  newTags: readonly number[];
  otherTags: readonly number[];
  /** Whether the new value has a problem that the import reports. */
  isWarned: boolean;
}

/** Parameter at which the values of a condition on the rows begin. */
export const FIRST_OF_UNIFORM = 9;

/**
 * Replaces a value in the rows that have it and match a condition.
 * @returns their numbers, and how many imported ones have no other problem
 */
export async function replaceUniformly(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  change: UniformReplacement,
  condition: RowCondition,
): Promise<{ rows: number[]; imported: number }> {
  const { place, columnTags, newTags } = change;
  const cells = `string_to_array(r.cells, ${SEPARATOR_SQL})`;
  const stale = columnTags.filter((tag) => !newTags.includes(tag));
  const had = stale.map(
    (tag) => `CASE WHEN ${tag} = ANY(r.tags) OR ${tag} = ANY(r.fixed) THEN '{${tag}}'::smallint[] END`,
  );
  const [result] = await tx.query<{ rows: number[]; imported: number }>(
    `WITH changed AS (
       UPDATE import_grid_rows r SET
         cells = (SELECT array_to_string((${cells})[:${place}] || $4::text || (${cells})[${place + 2}:], ${SEPARATOR_SQL})),
         tags = nullif(${withoutTags('r.tags', columnTags)} || $6::smallint[], '{}'),
         fixed = nullif(${[withoutTags('r.fixed', [...columnTags, ...newTags]), ...had].join(' || ')}, '{}'),
         listed = r.listed OR cardinality($6::smallint[]) > 0,
         warned = $8::bool OR coalesce(r.tags && $7::smallint[], false)
       WHERE ${GRID_ROWS} AND split_part(r.cells, ${SEPARATOR_SQL}, ${place + 1}) = $5 AND ${condition.sql}
       RETURNING r.row_number, r.outcome, coalesce(r.tags && $7::smallint[], false) AS "hasOther")
     SELECT coalesce(array_agg(row_number ORDER BY row_number), '{}') AS rows,
       count(*) FILTER (WHERE outcome = ${OUTCOME.imported} AND NOT "hasOther") AS imported
     FROM changed`,
    [
      tx.organizationId,
      uploadId,
      generation,
      encodeCell(change.value),
      encodeCell(change.find),
      newTags,
      change.otherTags,
      change.isWarned,
      ...condition.values,
    ],
  );
  return result ?? { rows: [], imported: 0 };
}

/** Functions take a fraction of the time of a subquery. */
function withoutTags(list: string, tags: readonly number[]): string {
  return [...new Set(tags)].reduce(
    (others, tag) => `array_remove(${others}, ${tag}::smallint)`,
    `coalesce(${list}, '{}')`,
  );
}

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
