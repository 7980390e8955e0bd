import { insertSelected } from '../../../../platform/db/insert-selected.ts';
import { arrayLiteral } from '../../../../platform/db/literals.ts';
import { lookUpTogether } from '../../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { newId } from '../../../../platform/ids.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import type { StepCells, StepPart, StoredStep } from './grid-reads.ts';

/** Author of edits, and the revision of the grid that they make. */
export interface EditAuthor extends EditKey {
  revision: number;
  username: string;
}

/** Changed cells as they are sent to PostgreSQL. */
export interface EncodedCells {
  column: string | null;
  /** Number of rows. */
  count: number;
  rows: string;
  before: string;
  after: string;
}

export function encodeStepCells({ column, rows, before, after }: StepCells): EncodedCells {
  return {
    ...{ column, count: rows.length, rows: intArray(rows) },
    ...{ before: arrayLiteral(before), after: arrayLiteral(after) },
  };
}

/**
 * Stores the changed cells of a column, or that rows were dropped or kept. A cell with its original value counts as not edited.
 * The transaction must have locked the upload: no one else adds edits meanwhile.
 */
export async function storeEdits(
  tx: TenantTransaction,
  { uploadId, reading, revision, username }: EditAuthor,
  { column, count, rows, before, after }: EncodedCells,
): Promise<void> {
  const author = [tx.organizationId, uploadId, reading, username, revision, rows];
  if (column === null) return storeDrops(tx, author, after);
  const given = [...author, column, before, after, JSON.stringify({ [column]: username })];
  const edited = await lookUpTogether(tx, () =>
    tx.query<{ row: number }>(
      `UPDATE import_edits e SET
         cells = CASE WHEN ${IS_ORIGINAL} THEN e.cells - $7::text ELSE e.cells || s.cell END,
         authors = CASE WHEN ${IS_ORIGINAL} THEN e.authors - $7::text ELSE e.authors || $10::jsonb END,
         originals = s.original || e.originals,
         edited_by = $4, edited_at = statement_timestamp(), revision = $5
       FROM ${GIVEN_CELLS}
       WHERE e.organization_id = $1 AND e.upload_id = $2 AND e.reading = $3 AND e.row_number = ANY($6::int[])
         AND e.row_number = s.row
       RETURNING e.row_number AS row`,
      given,
    ),
  );
  if (edited.length === count) return;
  await tx.query(
    insertSelected(`INSERT INTO import_edits (organization_id, upload_id, reading, edited_by, revision, row_number, cells, originals,
       authors, edited_at)
     SELECT $1, $2, $3, $4, $5, s.row, s.cell, s.original, $10::jsonb, statement_timestamp()
     FROM ${GIVEN_CELLS} WHERE s.row <> ALL($11::int[])`),
    [...given, intArray(edited.map(({ row }) => row))],
  );
}

/** Citus takes no jsonb_build_object in an assignment: OFFSET keeps the planner from moving it there. */
const GIVEN_CELLS = `(
  SELECT s.row, s.before, s.after, jsonb_build_object($7::text, s.before) AS original, jsonb_build_object($7::text, s.after) AS cell
  FROM (
    SELECT s.row, coalesce(s.before, ($8::text[])[1]) AS before, coalesce(s.after, ($9::text[])[1]) AS after
    FROM unnest($6::int[], $8::text[], $9::text[]) AS s (row, before, after)) s
  OFFSET 0) s`;

const IS_ORIGINAL = 'coalesce(e.originals ->> $7::text, s.before) = s.after';
const LAST_EDIT =
  'edited_by = excluded.edited_by, edited_at = excluded.edited_at, revision = excluded.revision';

async function storeDrops(tx: TenantTransaction, author: unknown[], dropped: string): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO import_edits (organization_id, upload_id, reading, edited_by, revision, row_number, dropped, edited_at)
     SELECT $1, $2, $3, $4, $5, s.row, coalesce(s.dropped, ($7::bool[])[1]), clock_timestamp()
     FROM unnest($6::int[], $7::bool[]) AS s (row, dropped)
     ON CONFLICT (organization_id, upload_id, reading, row_number) DO UPDATE SET dropped = excluded.dropped, ${LAST_EDIT}`),
    [...author, dropped],
  );
}

/** Formats numbers as a PostgreSQL array literal, which takes the driver a fraction of the time. */
function intArray(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

/** Records an action, so that its user can take it back; returns its id. */
export async function createStep(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
  step: { userId: string; kind: StoredStep['kind']; count: number },
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO import_edit_steps (organization_id, upload_id, reading, id, user_id, kind, count)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.organizationId, uploadId, reading, id, step.userId, step.kind, step.count],
  );
  return id;
}

/** Stores a batch of the cells of an action. */
export async function storeStepCells(
  tx: TenantTransaction,
  uploadId: string,
  { stepId, part, cells }: StepPart & { cells: EncodedCells },
): Promise<void> {
  await tx.query(
    `INSERT INTO import_edit_cells (organization_id, upload_id, step_id, part, column_name, rows, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[tx.organizationId, uploadId, stepId, part, cells.column],
      ...[cells.rows, cells.before, cells.after],
    ],
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
