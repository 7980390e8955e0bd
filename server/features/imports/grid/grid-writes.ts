import type { GridTotals } from '#contract/import-mending.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import { lookUpByKey } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import { newId } from '../../../platform/ids.ts';
import type { StepCells, StoredGrid, StoredStep } from './grid-reads.ts';
import { OUTCOME, type RowState } from './grid-row.ts';
import { type GridProblem, IN_FILE } from './problem-list.ts';

type GridKey = Pick<StoredGrid, 'uploadId' | 'generation'>;

/** Number of a check, and the grid's revision when it began. */
export interface BegunCheck {
  generation: number;
  revision: number;
  problems: GridProblem[];
}

/** Begins a check that fills the grid of an upload; the rows of earlier checks stay until it has finished. */
export async function beginGridCheck(tx: TenantTransaction, uploadId: string): Promise<BegunCheck> {
  const [begun] = await tx.query<BegunCheck & { generation: number }>(
    `INSERT INTO import_grids AS g (organization_id, upload_id, last_generation, checking_at)
     VALUES ($1, $2, 1, now())
     ON CONFLICT (organization_id, upload_id)
       DO UPDATE SET last_generation = g.last_generation + 1, checking_at = now()
     RETURNING last_generation AS generation, revision, problems`,
    [tx.organizationId, uploadId],
  );
  if (begun === undefined) throw new Error('A check of a grid was not recorded');
  return begun;
}

const ARRAYS = `unnest($4::int[], $5::int[], $6::int[], $7::int[], $8::bool[], $9::int8[], $10::int8[], $11::text[],
  $12::text[], $13::text[]) AS s (row, own, outcome, phone, warned, email_hash, phone_hash, cells, tags, fixed)`;

function stateArrays(rows: readonly RowState[]): unknown[] {
  return [
    rows.map(({ row }) => row),
    rows.map(({ own }) => own),
    rows.map(({ outcome }) => outcome),
    rows.map(({ phone }) => phone),
    rows.map(({ warned }) => warned),
    rows.map(({ emailHash }) => emailHash),
    rows.map(({ phoneHash }) => phoneHash),
    rows.map(({ cells }) => cells),
    rows.map(({ tags }) => tags && `{${tags}}`),
    rows.map(({ fixed }) => fixed && `{${fixed}}`),
  ];
}

/** Stores rows that a check found. */
export async function insertGridRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly RowState[],
): Promise<void> {
  await tx.query(
    `INSERT INTO import_grid_rows (organization_id, upload_id, generation, row_number, own, outcome, phone, warned,
       email_hash, phone_hash, cells, tags, fixed)
     SELECT $1, $2, $3, row, own, outcome, phone, warned, email_hash, phone_hash, cells, tags::smallint[],
       fixed::smallint[]
     FROM ${ARRAYS}`,
    [tx.organizationId, uploadId, generation, ...stateArrays(rows)],
  );
  await tx.query(
    'UPDATE import_grids SET checking_at = now() WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, uploadId],
  );
}

/** Replaces the states of rows. */
export async function updateGridRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly RowState[],
): Promise<void> {
  if (rows.length === 0) return;
  await lookUpByKey(tx, () =>
    tx.query(
      `UPDATE import_grid_rows r SET own = s.own, outcome = s.outcome, phone = s.phone, warned = s.warned,
         email_hash = s.email_hash, phone_hash = s.phone_hash, cells = s.cells, tags = s.tags::smallint[],
         fixed = s.fixed::smallint[]
       FROM ${ARRAYS}
       WHERE r.organization_id = $1 AND r.upload_id = $2 AND r.generation = $3 AND r.row_number = s.row`,
      [tx.organizationId, uploadId, generation, ...stateArrays(rows)],
    ),
  );
}

/** Changes rows from imported to duplicate of an earlier row, or back. */
export async function updateOutcomes(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
  rows: readonly { row: number; outcome: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  const without = (tags: string): string => `nullif(array_remove(r.${tags}, ${IN_FILE}::smallint), '{}')`;
  const including = (tags: string): string =>
    `array_append(array_remove(coalesce(r.${tags}, '{}'), ${IN_FILE}::smallint), ${IN_FILE}::smallint)`;
  const isRepeat = `s.outcome = ${OUTCOME.duplicateInFile}`;
  await lookUpByKey(tx, () =>
    tx.query(
      `UPDATE import_grid_rows r SET outcome = s.outcome,
         tags = CASE WHEN ${isRepeat} THEN ${including('tags')} ELSE ${without('tags')} END,
         fixed = CASE WHEN ${isRepeat} THEN ${without('fixed')} ELSE ${including('fixed')} END
       FROM unnest($4::int[], $5::int[]) AS s (row, outcome)
       WHERE r.organization_id = $1 AND r.upload_id = $2 AND r.generation = $3 AND r.row_number = s.row`,
      [
        tx.organizationId,
        uploadId,
        generation,
        rows.map(({ row }) => row),
        rows.map(({ outcome }) => outcome),
      ],
    ),
  );
}

/** Edits of a row as they are to be stored. */
export interface EditToStore {
  row: number;
  values: Record<string, string>;
  originals: Record<string, string>;
  authors: Record<string, string>;
  dropped: boolean;
}

/** Stores the edits of rows, in place of their earlier ones. */
export async function storeEdits(
  tx: TenantTransaction,
  { uploadId, revision, username }: { uploadId: string; revision: number; username: string },
  edits: readonly EditToStore[],
): Promise<void> {
  if (edits.length === 0) return;
  await tx.query(
    `INSERT INTO import_edits (organization_id, upload_id, row_number, cells, originals, authors, dropped, edited_by,
       revision, edited_at)
     SELECT $1, $2, s.row, s.cells::jsonb, s.originals::jsonb, s.authors::jsonb, s.dropped, $3, $4, clock_timestamp()
     FROM unnest($5::int[], $6::text[], $7::text[], $8::text[], $9::bool[])
       AS s (row, cells, originals, authors, dropped)
     ON CONFLICT (organization_id, upload_id, row_number) DO UPDATE SET cells = excluded.cells,
       originals = excluded.originals, authors = excluded.authors, dropped = excluded.dropped,
       edited_by = excluded.edited_by, edited_at = excluded.edited_at, revision = excluded.revision`,
    [
      tx.organizationId,
      uploadId,
      username,
      revision,
      edits.map(({ row }) => row),
      edits.map(({ values }) => JSON.stringify(values)),
      edits.map(({ originals }) => JSON.stringify(originals)),
      edits.map(({ authors }) => JSON.stringify(authors)),
      edits.map(({ dropped }) => dropped),
    ],
  );
}

/** Records an action, so that its user can take it back; returns its id. */
export async function createStep(
  tx: TenantTransaction,
  uploadId: string,
  step: { userId: string; kind: StoredStep['kind']; count: number },
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO import_edit_steps (organization_id, upload_id, id, user_id, kind, count)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, uploadId, id, step.userId, step.kind, step.count],
  );
  return id;
}

/** Stores a batch of the cells of an action. */
export async function storeStepCells(
  tx: TenantTransaction,
  uploadId: string,
  { stepId, part, cells }: { stepId: string; part: number; cells: StepCells },
): Promise<void> {
  await tx.query(
    `INSERT INTO import_edit_cells (organization_id, upload_id, step_id, part, column_name, rows, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.organizationId, uploadId, stepId, part, cells.column, cells.rows, cells.before, cells.after],
  );
}

/** Sets the number of cells of an action, or removes an action without any. */
export async function finishStep(
  tx: TenantTransaction,
  uploadId: string,
  stepId: string,
  count: number,
): Promise<void> {
  if (count === 0) return removeStep(tx, uploadId, stepId);
  await tx.query(
    'UPDATE import_edit_steps SET count = $4 WHERE organization_id = $1 AND upload_id = $2 AND id = $3',
    [tx.organizationId, uploadId, stepId, count],
  );
}

/** Removes an action that was taken back. */
export async function removeStep(tx: TenantTransaction, uploadId: string, stepId: string): Promise<void> {
  const values = [tx.organizationId, uploadId, stepId];
  await tx.query(
    'DELETE FROM import_edit_cells WHERE organization_id = $1 AND upload_id = $2 AND step_id = $3',
    values,
  );
  await tx.query(
    'DELETE FROM import_edit_steps WHERE organization_id = $1 AND upload_id = $2 AND id = $3',
    values,
  );
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
  await notifyChanges(tx, { type: 'grids', uploadId: grid.uploadId });
}

/** A finished check. */
export interface FinishedCheck {
  uploadId: string;
  generation: number;
  plan: ImportPlan;
  columns: readonly string[];
  survey: ColumnStyles;
  date1904: boolean;
  totals: GridTotals;
  problems: readonly GridProblem[];
}

/** Shows the rows of a finished check in place of those before; returns false if a later check has finished already. */
export async function showCheckedRows(tx: TenantTransaction, check: FinishedCheck): Promise<boolean> {
  const shown = await tx.query(
    `UPDATE import_grids SET generation = $3, plan = $4, columns = $5, survey = $6, date1904 = $7, totals = $8,
       problems = $9, is_counted = true, checked_at = now(), checking_at = NULL, revision = revision + 1
     WHERE organization_id = $1 AND upload_id = $2 AND generation < $3 RETURNING upload_id`,
    [
      tx.organizationId,
      check.uploadId,
      check.generation,
      JSON.stringify(check.plan),
      JSON.stringify(check.columns),
      JSON.stringify(check.survey),
      check.date1904,
      JSON.stringify(check.totals),
      JSON.stringify(check.problems),
    ],
  );
  await notifyChanges(tx, { type: 'grids', uploadId: check.uploadId });
  return shown.length > 0;
}

/**
 * Lists the edited rows that had problems in the grid before as fixed, so that they stay listed. Only problems below
 * `known` have the same position in both grids.
 */
export async function keepFixedProblems(
  tx: TenantTransaction,
  uploadId: string,
  { from, to, known }: { from: number; to: number; known: number },
): Promise<void> {
  await tx.query(
    `UPDATE import_grid_rows n SET fixed = f.fixed
     FROM import_edits e, import_grid_rows o, LATERAL (
       SELECT array_agg(DISTINCT t) AS fixed FROM unnest(coalesce(o.tags, '{}') || coalesce(o.fixed, '{}')) AS t
       WHERE t < $5 AND NOT t = ANY(coalesce((SELECT c.tags FROM import_grid_rows c
         WHERE c.organization_id = $1 AND c.upload_id = $2 AND c.generation = $4 AND c.row_number = o.row_number), '{}'))) f
     WHERE e.organization_id = $1 AND e.upload_id = $2
       AND o.organization_id = $1 AND o.upload_id = $2 AND o.generation = $3 AND o.row_number = e.row_number
       AND n.organization_id = $1 AND n.upload_id = $2 AND n.generation = $4 AND n.row_number = e.row_number
       AND f.fixed IS NOT NULL`,
    [tx.organizationId, uploadId, from, to, known],
  );
}

/** Removes the rows of all checks of an upload but one. */
export async function removeOtherRows(
  tx: TenantTransaction,
  { uploadId, generation }: GridKey,
): Promise<void> {
  await tx.query(
    'DELETE FROM import_grid_rows WHERE organization_id = $1 AND upload_id = $2 AND generation < $3',
    [tx.organizationId, uploadId, generation],
  );
}
