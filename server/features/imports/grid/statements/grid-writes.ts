import type { GridTotals } from '#contract/import-fixing.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { ColumnStyles } from '../../../../lead/values/column-types.ts';
import { insertSelected } from '../../../../platform/db/insert-selected.ts';
import { arrayLiteral } from '../../../../platform/db/literals.ts';
import { lookUpTogether } from '../../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { notifyChanges } from '../../../../platform/events/notices.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import { GRID_ROWS, type GridKey, type GridRowState, OUTCOME } from '../rows/grid-row.ts';
import { type GridProblem, IN_FILE } from '../rows/problem-list.ts';
import type { StoredGrid } from './grid-reads.ts';

/** Number of a check, and the grid's revision when it began. */
export interface BegunCheck {
  generation: number;
  revision: number;
  problems: GridProblem[];
}

/** Begins a check that fills the grid of an upload; the rows of earlier checks stay until it has finished. */
export async function beginGridCheck(tx: TenantTransaction, uploadId: string): Promise<BegunCheck> {
  const [begun] = await tx.query<BegunCheck>(
    `INSERT INTO import_grids AS g (organization_id, upload_id, last_generation, checking_at)
     VALUES ($1, $2, 1, now())
     ON CONFLICT (organization_id, upload_id)
       DO UPDATE SET last_generation = g.last_generation + 1, checking_at = excluded.checking_at
     RETURNING last_generation AS generation, revision, problems`,
    [tx.organizationId, uploadId],
  );
  if (begun === undefined) throw new Error('A check of a grid was not recorded');
  return begun;
}

const ARRAYS = `unnest($4::int[], $5::int[], $6::int[], $7::int[], $8::bool[], $9::int8[], $10::int8[], $11::text[],
  $12::text[], $13::text[]) AS s (row, own, outcome, phone, warned, email_hash, phone_hash, cells, tags, fixed)`;

/** Returns the columns of `ARRAYS` as literals, which take the driver a fraction of the time. */
function stateArrays(rows: readonly GridRowState[]): string[] {
  return [
    plainArray(rows, ({ row }) => row),
    plainArray(rows, ({ own }) => own),
    plainArray(rows, ({ outcome }) => outcome),
    plainArray(rows, ({ phone }) => phone),
    plainArray(rows, ({ warned }) => warned),
    plainArray(rows, ({ emailHash }) => emailHash),
    plainArray(rows, ({ phoneHash }) => phoneHash),
    arrayLiteral(rows.map(({ cells }) => cells)),
    plainArray(rows, ({ tags }) => tags && `"{${tags}}"`),
    plainArray(rows, ({ fixed }) => fixed && `"{${fixed}}"`),
  ];
}

/** Returns an array literal of values that contain nothing to escape. */
function plainArray(
  rows: readonly GridRowState[],
  fieldOf: (row: GridRowState) => string | number | boolean | null,
): string {
  return `{${rows.map((row) => fieldOf(row) ?? 'NULL').join(',')}}`;
}

/** Stores rows that a check found. */
export async function insertGridRows(
  tx: TenantTransaction,
  grid: GridKey,
  rows: readonly GridRowState[],
): Promise<void> {
  await insertStates(tx, grid, rows);
  await tx.query(
    'UPDATE import_grids SET checking_at = now() WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, grid.uploadId],
  );
}

async function insertStates(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly GridRowState[],
): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO import_grid_rows (organization_id, upload_id, generation, row_number, own, outcome, phone, warned,
       email_hash, phone_hash, cells, tags, fixed, listed)
     SELECT $1, $2, $3, row, own, outcome, phone, warned, email_hash, phone_hash, cells, tags::smallint[],
       fixed::smallint[], tags IS NOT NULL OR fixed IS NOT NULL
     FROM ${ARRAYS}`),
    [tx.organizationId, uploadId, generation, ...stateArrays(rows)],
  );
}

/** A row before and after a change. */
export interface ReplacedRow {
  before: GridRowState;
  after: GridRowState;
}

/** States of rows as they are sent to PostgreSQL; null for none. They take less memory than the rows. */
export type EncodedStates = readonly string[] | null;

/** Encodes the states of rows after a change. */
export function encodeStates(rows: readonly ReplacedRow[]): EncodedStates {
  return rows.length === 0 ? null : stateArrays(rows.map(({ after }) => after));
}

/** Replaces the states of rows. A row whose identities stay the same touches no index while it fits into its page. */
export async function replaceGridRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  states: EncodedStates,
): Promise<void> {
  if (states === null) return;
  await lookUpTogether(tx, () =>
    tx.query(
      // Citus takes no casts of columns in an assignment: OFFSET keeps the planner from moving them there.
      `UPDATE import_grid_rows r SET own = s.own, outcome = s.outcome, phone = s.phone, warned = s.warned,
         email_hash = s.email_hash, phone_hash = s.phone_hash, cells = s.cells, tags = s.tags, fixed = s.fixed, listed = s.listed
       FROM (SELECT row, own, outcome, phone, warned, email_hash, phone_hash, cells, tags::smallint[], fixed::smallint[],
         tags IS NOT NULL OR fixed IS NOT NULL AS listed FROM ${ARRAYS} OFFSET 0) AS s
       WHERE ${GRID_ROWS} AND r.row_number = ANY($4::int[]) AND r.row_number = s.row`,
      [tx.organizationId, uploadId, generation, ...states],
    ),
  );
}

/** Changes rows from imported to duplicate of an earlier row, or back. */
export async function updateOutcomes(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly { row: number; outcome: number }[],
): Promise<void> {
  const without = (tags: string): string =>
    `${tags} = nullif(array_remove(${tags}, ${IN_FILE}::smallint), '{}')`;
  const including = (tags: string): string =>
    `${tags} = array_append(array_remove(coalesce(${tags}, '{}'), ${IN_FILE}::smallint), ${IN_FILE}::smallint)`;
  const changes = [
    [OUTCOME.duplicateInFile, `${including('tags')}, ${without('fixed')}`],
    [OUTCOME.imported, `${without('tags')}, ${including('fixed')}`],
  ] as const;
  for (const [outcome, tags] of changes) {
    const numbers = rows.filter((row) => row.outcome === outcome).map(({ row }) => row);
    if (numbers.length === 0) continue;
    await tx.query(
      `UPDATE import_grid_rows SET outcome = $5, listed = true, ${tags}
       WHERE organization_id = $1 AND upload_id = $2 AND generation = $3 AND row_number = ANY($4::int[])`,
      [tx.organizationId, uploadId, generation, numbers, outcome],
    );
  }
}

/** Stores what a change left of the grid as a whole, and notifies those who look at it. */
export async function updateGrid(
  tx: TenantTransaction,
  grid: Pick<StoredGrid, 'uploadId' | 'revision' | 'isCounted'> & {
    totals: GridTotals;
    problems: readonly GridProblem[];
  },
): Promise<void> {
  await tx.query(
    `UPDATE import_grids SET revision = $3, totals = $4, is_counted = $5, problems = $6
     WHERE organization_id = $1 AND upload_id = $2`,
    [
      tx.organizationId,
      grid.uploadId,
      grid.revision,
      JSON.stringify(grid.totals),
      grid.isCounted,
      JSON.stringify(grid.problems),
    ],
  );
  // A draft expires some days after its last change.
  await tx.query(
    'UPDATE import_drafts SET changed_at = now() WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, grid.uploadId],
  );
  await notifyChanges(tx, { type: 'grids', uploadId: grid.uploadId });
}

export interface FinishedCheck extends GridKey, EditKey {
  plan: ImportPlan;
  columns: readonly string[];
  columnTypes: ColumnStyles;
  date1904: boolean;
  totals: GridTotals;
  problems: readonly GridProblem[];
}

/** Shows the rows of a finished check in place of those before; returns false if a later check has finished already. */
export async function showCheckedRows(tx: TenantTransaction, check: FinishedCheck): Promise<boolean> {
  const shown = await tx.query(
    `UPDATE import_grids SET generation = $3, plan = $4, columns = $5, survey = $6, date1904 = $7, totals = $8,
       problems = $9, reading = $10, is_counted = true, checked_at = now(), checking_at = NULL, revision = revision + 1
     WHERE organization_id = $1 AND upload_id = $2 AND generation < $3 RETURNING upload_id`,
    [
      tx.organizationId,
      check.uploadId,
      check.generation,
      JSON.stringify(check.plan),
      JSON.stringify(check.columns),
      JSON.stringify(check.columnTypes),
      check.date1904,
      JSON.stringify(check.totals),
      JSON.stringify(check.problems),
      check.reading,
    ],
  );
  if (shown.length === 0) return false;
  await notifyChanges(tx, { type: 'grids', uploadId: check.uploadId });
  return true;
}

/** Removes the rows of the checks of an upload that began before one. */
export async function removeEarlierRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
): Promise<void> {
  await tx.query(
    'DELETE FROM import_grid_rows WHERE organization_id = $1 AND upload_id = $2 AND generation < $3',
    [tx.organizationId, uploadId, generation],
  );
}

export async function removeRowsOf(tx: TenantTransaction, { uploadId, generation }: GridKey): Promise<void> {
  await tx.query(
    'DELETE FROM import_grid_rows WHERE organization_id = $1 AND upload_id = $2 AND generation = $3',
    [tx.organizationId, uploadId, generation],
  );
}
