import { arrayLiteral } from '../../../platform/db/array-literal.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { EditKey } from '../record/edit-reading.ts';
import type { StepCells, StoredStep } from './grid-reads.ts';

/** Edits of a row as they are to be stored. */
export interface EditToStore {
  row: number;
  values: Record<string, string>;
  originals: Record<string, string>;
  authors: Record<string, string>;
  dropped: boolean;
}

/** Author of edits, and the revision of the grid that they make. */
export interface EditAuthor extends EditKey {
  revision: number;
  username: string;
}

/** Stores the edits of rows, in place of their earlier ones. */
export async function storeEdits(
  tx: TenantTransaction,
  { uploadId, reading, revision, username }: EditAuthor,
  edits: readonly EditToStore[],
): Promise<void> {
  if (edits.length === 0) return;
  await tx.query(
    `INSERT INTO import_edits (organization_id, upload_id, reading, row_number, cells, originals, authors, dropped,
       edited_by, revision, edited_at)
     SELECT $1, $2, $10, s.row, s.cells::jsonb, s.originals::jsonb, s.authors::jsonb, s.dropped, $3, $4, clock_timestamp()
     FROM unnest($5::int[], $6::text[], $7::text[], $8::text[], $9::bool[])
       AS s (row, cells, originals, authors, dropped)
     ON CONFLICT (organization_id, upload_id, reading, row_number) DO UPDATE SET cells = excluded.cells,
       originals = excluded.originals, authors = excluded.authors, dropped = excluded.dropped,
       edited_by = excluded.edited_by, edited_at = excluded.edited_at, revision = excluded.revision`,
    [
      tx.organizationId,
      uploadId,
      username,
      revision,
      edits.map(({ row }) => row),
      arrayLiteral(edits.map(({ values }) => JSON.stringify(values))),
      arrayLiteral(edits.map(({ originals }) => JSON.stringify(originals))),
      arrayLiteral(edits.map(({ authors }) => JSON.stringify(authors))),
      edits.map(({ dropped }) => dropped),
      reading,
    ],
  );
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
