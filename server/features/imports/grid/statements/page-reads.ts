import { inOneProcess, inOrder } from '../../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import type { RowCondition } from '../rows/grid-filter.ts';
import { GRID_ROWS, type GridKey, type GridRowState, OUTCOME } from '../rows/grid-row.ts';
import { IN_FILE } from '../rows/problem-list.ts';

/**
 * Returns the numbers of the rows that match a condition, in file order.
 * @param options.inParallel whether PostgreSQL may use several processes, which pays off if it compares all rows
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

/** Row of a page with the last change by a user. */
export interface PageRow
  extends Pick<GridRowState, 'row' | 'outcome' | 'cells' | 'tags' | 'emailHash' | 'phoneHash'> {
  values: Record<string, string> | null;
  originals: Record<string, string> | null;
  authors: Record<string, string> | null;
  dropped: boolean | null;
  editedBy: string | null;
  editedAt: Date | null;
}

const ROW = `r.row_number AS row, r.outcome, r.cells, r.tags, r.email_hash::text AS "emailHash",
  r.phone_hash::text AS "phoneHash"`;
const EDIT = `e.cells AS values, e.originals, e.authors, e.dropped, e.edited_by AS "editedBy",
  e.edited_at AS "editedAt"`;
/** Characters of the cells of a page, which the browser holds. */
export const PAGE_CHARACTERS = 2_000_000;

/** Returns rows by number in file order, as many as a page holds and the one beyond. */
export function pageRowsOf(
  tx: TenantTransaction,
  { uploadId, reading, generation }: GridKey & EditKey,
  numbers: readonly number[],
): Promise<PageRow[]> {
  return tx.query<PageRow & { row: number }>(
    `SELECT r.*, ${EDIT} FROM (
       SELECT ${ROW}, sum(length(r.cells)) OVER (ORDER BY r.row_number) - length(r.cells) AS before
       FROM import_grid_rows r WHERE ${GRID_ROWS} AND r.row_number = ANY($4::int[])) r
     LEFT JOIN import_edits e
       ON e.organization_id = $1 AND e.upload_id = $2 AND e.reading = $5 AND e.row_number = r.row
       AND (e.cells <> '{}' OR e.dropped)
     WHERE r.before <= $6
     ORDER BY r.row`,
    [tx.organizationId, uploadId, generation, numbers, reading, PAGE_CHARACTERS],
  );
}

/** Counts the rows that match a condition, whose values start at `FIRST_OF_CONDITION`. */
export async function countRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  condition: RowCondition,
): Promise<number> {
  const [row] = await inOneProcess(tx, () =>
    tx.query<{ rows: number }>(
      `SELECT count(*) AS rows FROM import_grid_rows r WHERE ${GRID_ROWS} AND ${condition.sql}`,
      [tx.organizationId, uploadId, generation, ...condition.values],
    ),
  );
  return row?.rows ?? 0;
}

/** Numbers of rows of a grid, and of its rows by problem. */
export interface GridCounts {
  openRows: number;
  editedRows: number;
  editedCells: number;
  /** Rows by position of the problem. */
  problems: { tag: number; rows: number }[];
}

/** Counts the rows of a grid by the problems that they have now, and its edits. */
export async function countProblems(
  tx: TenantTransaction,
  { uploadId, reading, generation }: GridKey & EditKey,
): Promise<GridCounts> {
  // Most rows have a single problem, so rows with the same tags are counted before they are taken apart.
  const problems = await tx.query<{ tags: number[]; rows: number }>(
    `SELECT r.tags, count(*) AS rows FROM import_grid_rows r
     WHERE ${GRID_ROWS} AND r.listed AND r.tags IS NOT NULL
       AND r.outcome <> ${OUTCOME.dropped} GROUP BY r.tags`,
    [tx.organizationId, uploadId, generation],
  );
  const [edits] = await tx.query<{ editedRows: number; editedCells: number }>(
    `SELECT count(*) AS "editedRows",
       coalesce(sum((SELECT count(*) FROM jsonb_object_keys(e.cells))), 0)::int8 AS "editedCells"
     FROM import_edits e WHERE e.organization_id = $1 AND e.upload_id = $2 AND e.reading = $3 AND e.cells <> '{}'`,
    [tx.organizationId, uploadId, reading],
  );
  const byTag = new Map<number, number>();
  for (const { tags, rows } of problems) {
    for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? 0) + rows);
  }
  return {
    openRows: problems.reduce((sum, { rows }) => sum + rows, 0),
    editedRows: edits?.editedRows ?? 0,
    editedCells: edits?.editedCells ?? 0,
    problems: [...byTag].map(([tag, rows]) => ({ tag, rows })),
  };
}

/** Returns the earlier row that is imported with one of a row's identities, by the number of the repeating row. */
export async function repeatedRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly PageRow[],
): Promise<Map<number, number>> {
  const repeating = rows.filter(({ tags }) => tags?.includes(IN_FILE));
  if (repeating.length === 0) return new Map();
  const first = (column: string): string => `(SELECT r.row_number FROM import_grid_rows r
    WHERE ${GRID_ROWS} AND r.${column} >= w.${column} AND r.${column} <= w.${column}
      AND r.outcome = ${OUTCOME.imported} AND r.row_number < w.row
    ORDER BY r.${column} LIMIT 1)`;
  const found = await inOrder(tx, () =>
    tx.query<{ row: number; first: number | null }>(
      `SELECT w.row, least(${first('email_hash')}, ${first('phone_hash')}) AS first
       FROM unnest($4::int[], $5::int8[], $6::int8[]) AS w (row, email_hash, phone_hash)`,
      [
        tx.organizationId,
        uploadId,
        generation,
        repeating.map(({ row }) => row),
        repeating.map(({ emailHash }) => emailHash),
        repeating.map(({ phoneHash }) => phoneHash),
      ],
    ),
  );
  return new Map(found.flatMap(({ row, first: number }) => (number === null ? [] : [[row, number]])));
}

/** Numbers of rows of a grid by what they count as. */
export function countOutcomes(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
): Promise<(Pick<GridRowState, 'outcome' | 'phone' | 'warned'> & { rows: number })[]> {
  return inOneProcess(tx, () =>
    tx.query<Pick<GridRowState, 'outcome' | 'phone' | 'warned'> & { rows: number }>(
      `SELECT r.outcome, r.phone, r.warned, count(*) AS rows FROM import_grid_rows r WHERE ${GRID_ROWS} GROUP BY 1, 2, 3`,
      [tx.organizationId, uploadId, generation],
    ),
  );
}
