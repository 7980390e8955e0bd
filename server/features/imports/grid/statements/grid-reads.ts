import type { GridTotals } from '#contract/import-fixing.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import type { ColumnStyles } from '../../../../lead/values/column-types.ts';
import { inOrder, lookUpTogether } from '../../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { CheckedColumns } from '../../mapping/checked-styles.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import type { RowCondition } from '../rows/grid-filter.ts';
import { GRID_ROWS, type GridKey, type GridRowState } from '../rows/grid-row.ts';
import type { GridProblem } from '../rows/problem-list.ts';

/** A grid as it is stored. Only a filled grid has a generation above 0, a plan and totals. */
export interface StoredGrid {
  uploadId: string;
  /** Name of the reading that its rows, and their edits, belong to. */
  reading: string;
  generation: number;
  plan: ImportPlan | null;
  columns: string[] | null;
  columnTypes: ColumnStyles | null;
  date1904: boolean;
  checkedAt: Date | null;
  isChecking: boolean;
  revision: number;
  totals: GridTotals | null;
  isCounted: boolean;
  problems: GridProblem[];
}

/** Time after which a check that wrote nothing counts as broken off. */
const CHECK_SILENCE = '10 seconds';

/** Returns the grid of an upload, or null if it was never checked with its grid. */
export async function findGrid(tx: TenantTransaction, uploadId: string): Promise<StoredGrid | null> {
  const [row] = await tx.query<StoredGrid>(
    `SELECT upload_id AS "uploadId", reading, generation, plan, columns, survey AS "columnTypes", date1904,
       checked_at AS "checkedAt", coalesce(checking_at > now() - $3::interval, false) AS "isChecking", revision, totals,
       is_counted AS "isCounted", problems
     FROM import_grids WHERE organization_id = $1 AND upload_id = $2`,
    [tx.organizationId, uploadId, CHECK_SILENCE],
  );
  // A plan of an earlier version lacks the options that were added since.
  return row === undefined ? null : { ...row, plan: row.plan && importPlan.parse(row.plan) };
}

/** Returns how the newest check of a reading found that columns write dates and numbers, or null if there was none. */
export async function findCheckedColumns(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
): Promise<CheckedColumns | null> {
  const [row] = await tx.query<{ plan: unknown; styles: ColumnStyles }>(
    `SELECT plan, survey AS styles FROM import_grids
     WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND plan IS NOT NULL AND survey IS NOT NULL`,
    [tx.organizationId, uploadId, reading],
  );
  return row === undefined ? null : { ...row, plan: importPlan.parse(row.plan) };
}

export async function isBeingImported(tx: TenantTransaction, uploadId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM imports WHERE organization_id = $1 AND upload_id = $2 AND status = 'processing' LIMIT 1`,
    [tx.organizationId, uploadId],
  );
  return rows.length > 0;
}

const STATE = `r.row_number AS row, r.own, r.outcome, r.phone, r.warned, r.email_hash::text AS "emailHash",
  r.phone_hash::text AS "phoneHash"`;
const ROW = `${STATE}, r.cells, r.tags, r.fixed`;

/** Returns rows by number, in any order; unknown numbers are left out. */
export function findGridRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  numbers: readonly number[],
): Promise<GridRowState[]> {
  return tx.query<GridRowState>(
    `SELECT ${ROW} FROM import_grid_rows r WHERE ${GRID_ROWS} AND r.row_number = ANY($4::int[])`,
    [tx.organizationId, uploadId, generation, [...new Set(numbers)]],
  );
}

/** Returns the numbers of the rows that were edited after a revision. */
export async function rowsEditedAfter(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
  revision: number,
): Promise<number[]> {
  const rows = await tx.query<{ row: number }>(
    `SELECT row_number AS row FROM import_edits
     WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND revision > $4`,
    [tx.organizationId, uploadId, reading, revision],
  );
  return rows.map(({ row }) => row);
}

/** How a row takes part in the import. */
export type RowLink = Pick<
  GridRowState,
  'row' | 'own' | 'outcome' | 'phone' | 'warned' | 'emailHash' | 'phoneHash'
>;

/**
 * Returns the rows that may be imported and have one of these emails or phones, at most `limit` for each. Written like
 * the look-ups of leads: an order and a limit, so that the planner takes the index of the hashes.
 */
export function rowsWithIdentities(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
  limit: number,
): Promise<RowLink[]> {
  const rowsOf = (column: string, list: string): string => `SELECT l.*
    FROM unnest(${list}::int8[]) AS w (hash) CROSS JOIN LATERAL (
      SELECT ${STATE} FROM import_grid_rows r
      WHERE r.${column} >= w.hash AND r.${column} <= w.hash AND r.own = 0 AND ${GRID_ROWS}
      ORDER BY r.${column} LIMIT $6) l`;
  return inOrder(tx, () =>
    tx.query<RowLink>(`${rowsOf('email_hash', '$4')} UNION ALL ${rowsOf('phone_hash', '$5')}`, [
      tx.organizationId,
      uploadId,
      generation,
      emails,
      phones,
      limit,
    ]),
  );
}

/** A user's last action on a grid. */
export interface StoredStep {
  id: string;
  kind: 'edit' | 'replace' | 'drop' | 'keep';
  count: number;
  at: Date;
}

/** Returns the last action of a user that can be taken back, or null. */
export async function lastStepOf(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
  userId: string,
): Promise<StoredStep | null> {
  const [step] = await tx.query<StoredStep>(
    `SELECT id, kind, count, created_at AS at FROM import_edit_steps
     WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND user_id = $4 ORDER BY id DESC LIMIT 1`,
    [tx.organizationId, uploadId, reading, userId],
  );
  return step ?? null;
}

/**
 * Cells of an action in one column, or rows that it dropped or kept. `before` and `after` have one value for all rows, or
 * one for each.
 */
export interface StepCells {
  column: string | null;
  rows: number[];
  before: string[];
  after: string[];
}

/** Returns a batch of an action's cells, or null after the last. */
export async function cellsOfStep(
  tx: TenantTransaction,
  uploadId: string,
  { stepId, part }: StepPart,
): Promise<StepCells | null> {
  const [cells] = await tx.query<StepCells & { rows: number[] }>(
    `SELECT column_name AS column, rows, before, after FROM import_edit_cells
     WHERE organization_id = $1 AND upload_id = $2 AND step_id = $3 AND part = $4`,
    [tx.organizationId, uploadId, stepId, part],
  );
  return cells ?? null;
}

/** Returns the column of which an action changed cells. */
export async function columnOfStep(tx: TenantTransaction, uploadId: string, stepId: string): Promise<string> {
  const [cells] = await tx.query<{ column: string | null }>(
    `SELECT column_name AS column FROM import_edit_cells
     WHERE organization_id = $1 AND upload_id = $2 AND step_id = $3 AND part = 0`,
    [tx.organizationId, uploadId, stepId],
  );
  return cells?.column ?? '';
}

/** Names a batch of an action's cells. */
export interface StepPart {
  stepId: string;
  part: number;
}

/** A row of which an action changed a cell, with the values of the cell before and after that. */
export type ChangedRow = GridRowState & { before: string; after: string };

/**
 * Returns rows of a batch of an action's cells, in any order: at most `limit` after the first `from`.
 */
export function rowsOfStep(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  { stepId, part }: StepPart,
  { from, limit }: { from: number; limit: number },
): Promise<ChangedRow[]> {
  return lookUpTogether(tx, () =>
    tx.query<ChangedRow>(
      `WITH given AS MATERIALIZED (
         SELECT s.row, coalesce(s.before, c.before[1]) AS before, coalesce(s.after, c.after[1]) AS after
         FROM import_edit_cells c
         CROSS JOIN LATERAL unnest(c.rows[$6:$7], c.before[$6:$7], c.after[$6:$7]) AS s (row, before, after)
         WHERE c.organization_id = $1 AND c.upload_id = $2 AND c.step_id = $4 AND c.part = $5)
       SELECT ${ROW}, s.before, s.after FROM given s
       JOIN import_grid_rows r
         ON ${GRID_ROWS} AND r.row_number = ANY(ARRAY(SELECT row FROM given)) AND r.row_number = s.row`,
      [tx.organizationId, uploadId, generation, stepId, part, from + 1, from + limit],
    ),
  );
}

/** Parameter at which the values of the condition of `matchingRows` begin. */
export const FIRST_OF_MATCHING = 6;

/** Returns the rows after row `after` that match a condition, whose values start at `FIRST_OF_MATCHING`, in file order. */
export function matchingRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  condition: RowCondition,
  { after, limit }: { after: number; limit: number },
): Promise<GridRowState[]> {
  return inOrder(tx, () =>
    tx.query<GridRowState>(
      `SELECT ${ROW} FROM import_grid_rows r
       WHERE ${GRID_ROWS} AND r.row_number > $4 AND ${condition.sql}
       ORDER BY r.row_number LIMIT $5`,
      [tx.organizationId, uploadId, generation, after, limit, ...condition.values],
    ),
  );
}
