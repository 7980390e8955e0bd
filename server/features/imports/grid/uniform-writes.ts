import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { RowCondition } from './grid-filter.ts';
import type { StoredGrid } from './grid-reads.ts';
import { CELL_SEPARATOR, encodeCell, OUTCOME } from './grid-row.ts';

type GridKey = Pick<StoredGrid, 'uploadId' | 'generation'>;

/** Replacement of a value in all rows that have it, with what it does to their problems. */
export interface UniformReplacement {
  /** Position of the column. */
  place: number;
  find: string;
  value: string;
  /** Problems in the column, those of the new value, and all others that are warnings of the import. */
  columnTags: readonly number[];
  newTags: readonly number[];
  otherTags: readonly number[];
  /** Whether the new value has a problem that the import reports. */
  isWarned: boolean;
}

/** Parameter at which the values of a condition on the rows begin. */
export const FIRST_OF_UNIFORM = 10;

const GRID = 'r.organization_id = $1 AND r.upload_id = $2 AND r.generation = $3';

/**
 * Replaces a value in the rows that have it and match a condition.
 * @returns the numbers of the rows, and how many of those that are imported have no other problem
 */
export async function replaceUniformly(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  change: UniformReplacement,
  condition: RowCondition,
): Promise<{ rows: number[]; imported: number }> {
  const { place } = change;
  const separator = `E'\\x${CELL_SEPARATOR.charCodeAt(0).toString(16)}'`;
  const cells = `string_to_array(r.cells, ${separator})`;
  const [result] = await tx.query<{ rows: number[]; imported: number }>(
    `WITH changed AS (
       UPDATE import_grid_rows r SET
         cells = array_to_string((${cells})[:${place}] || $4::text || (${cells})[${place + 2}:], ${separator}),
         tags = nullif(array(SELECT t FROM unnest(r.tags) AS t WHERE t <> ALL($6::smallint[])) || $7::smallint[], '{}'),
         fixed = nullif(array(
           SELECT DISTINCT t FROM unnest(coalesce(r.fixed, '{}')
             || array(SELECT u FROM unnest(r.tags) AS u WHERE u = ANY($6::smallint[]))) AS t
           WHERE t <> ALL($7::smallint[])), '{}'),
         listed = r.listed OR cardinality($7::smallint[]) > 0,
         warned = $9::bool OR coalesce(r.tags && $8::smallint[], false)
       WHERE ${GRID} AND split_part(r.cells, ${separator}, ${place + 1}) = $5 AND ${condition.sql}
       RETURNING r.row_number, r.outcome, coalesce(r.tags && $8::smallint[], false) AS "hasOther")
     SELECT coalesce(array_agg(row_number ORDER BY row_number), '{}') AS rows,
       count(*) FILTER (WHERE outcome = ${OUTCOME.imported} AND NOT "hasOther") AS imported
     FROM changed`,
    [
      tx.organizationId,
      uploadId,
      generation,
      encodeCell(change.value),
      encodeCell(change.find),
      change.columnTags,
      change.newTags,
      change.otherTags,
      change.isWarned,
      ...condition.values,
    ],
  );
  return result ?? { rows: [], imported: 0 };
}

/** Author of edits, and the revision of the grid that they make. */
export interface EditAuthor {
  uploadId: string;
  revision: number;
  username: string;
}

/** Stores one edit of many rows: the value of a column that had the same value in all of them. */
export async function storeUniformEdits(
  tx: TenantTransaction,
  { uploadId, revision, username }: EditAuthor,
  rows: readonly number[],
  { column, before, after }: { column: string; before: string; after: string },
): Promise<void> {
  const isOriginal = '(coalesce(e.originals ->> $6::text, $7::text) = $8::text)';
  await tx.query(
    `INSERT INTO import_edits AS e (organization_id, upload_id, row_number, cells, originals, authors, edited_by,
       revision, edited_at)
     SELECT $1, $2, n, jsonb_build_object($6::text, $8::text), jsonb_build_object($6::text, $7::text),
       jsonb_build_object($6::text, $3::text), $3, $4, clock_timestamp()
     FROM unnest($5::int[]) AS n
     ON CONFLICT (organization_id, upload_id, row_number) DO UPDATE SET
       cells = CASE WHEN ${isOriginal} THEN e.cells - $6::text ELSE e.cells || excluded.cells END,
       authors = CASE WHEN ${isOriginal} THEN e.authors - $6::text ELSE e.authors || excluded.authors END,
       originals = excluded.originals || e.originals, edited_by = excluded.edited_by,
       edited_at = excluded.edited_at, revision = excluded.revision`,
    [tx.organizationId, uploadId, username, revision, rows, column, before, after],
  );
}

/** Drops the rows that match a condition, unless they are dropped; returns their numbers. */
export async function dropUniformly(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  condition: RowCondition,
): Promise<number[]> {
  const [result] = await tx.query<{ rows: number[] }>(
    `WITH changed AS (
       UPDATE import_grid_rows r SET own = ${OUTCOME.dropped}, outcome = ${OUTCOME.dropped}, warned = false,
         tags = NULL, fixed = nullif(array(
           SELECT DISTINCT t FROM unnest(coalesce(r.fixed, '{}') || coalesce(r.tags, '{}')) AS t), '{}')
       WHERE ${GRID} AND r.own <> ${OUTCOME.dropped} AND ${condition.sql} RETURNING r.row_number)
     SELECT coalesce(array_agg(row_number ORDER BY row_number), '{}') AS rows FROM changed`,
    [tx.organizationId, uploadId, generation, ...condition.values],
  );
  return result?.rows ?? [];
}

/** Parameter at which the values of the condition of `dropUniformly` begin. */
export const FIRST_OF_DROP = 4;

/** Stores that rows are dropped. */
export async function storeDrops(
  tx: TenantTransaction,
  { uploadId, revision, username }: EditAuthor,
  rows: readonly number[],
): Promise<void> {
  await tx.query(
    `INSERT INTO import_edits (organization_id, upload_id, row_number, dropped, edited_by, revision, edited_at)
     SELECT $1, $2, n, true, $3, $4, clock_timestamp() FROM unnest($5::int[]) AS n
     ON CONFLICT (organization_id, upload_id, row_number) DO UPDATE SET dropped = true,
       edited_by = excluded.edited_by, edited_at = excluded.edited_at, revision = excluded.revision`,
    [tx.organizationId, uploadId, username, revision, rows],
  );
}
