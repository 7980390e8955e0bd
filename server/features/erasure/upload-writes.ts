import type { Matcher } from '../../lead/persons/matcher.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ErasedCounts } from './counts.ts';
import { mayHold, needlesOf } from './held-row-reads.ts';

export interface StoredFile {
  id: string;
  filename: string;
  size: number;
  createdAt: Date;
}

const QUEUE_FAILURE =
  'This file held a person who was erased. Remove it, and upload it again without the person.';

export function storedFiles(tx: TenantTransaction): Promise<StoredFile[]> {
  return tx.query<StoredFile>(
    `SELECT id, filename, size, created_at AS "createdAt" FROM uploads
     WHERE organization_id = $1 AND format IS NOT NULL ORDER BY id`,
    [tx.organizationId],
  );
}

/** Returns uploads whose grids or edits hold the person, and those whose rows became one of the leads. */
export async function uploadsByRows(
  tx: TenantTransaction,
  matcher: Matcher,
): Promise<{ edited: string[]; imported: string[] }> {
  const needles = needlesOf(matcher, false);
  const found = await tx.query<{ id: string; text: string }>(
    `SELECT upload_id AS id, cells AS text FROM import_grid_rows WHERE organization_id = $1 AND ${mayHold(['cells'], 2)}
     UNION ALL
     SELECT upload_id, cells::text || ' ' || originals::text FROM import_edits
     WHERE organization_id = $1 AND ${mayHold(['cells', 'originals'], 2)}
     UNION ALL
     SELECT upload_id, before::text || ' ' || after::text FROM import_edit_cells
     WHERE organization_id = $1 AND ${mayHold(['before', 'after'], 2)}
     UNION ALL
     SELECT upload_id, concat_text FROM (
       SELECT upload_id, coalesce(plan::text, '') || ' ' || coalesce(columns::text, '') || ' ' || problems::text AS concat_text
       FROM import_grids WHERE organization_id = $1 AND ${mayHold(['plan', 'columns', 'problems'], 2)}) g`,
    [tx.organizationId, ...needles],
  );
  const imported = await tx.query<{ id: string }>(
    'SELECT DISTINCT upload_id AS id FROM import_stored_rows WHERE organization_id = $1 AND leads && $2::uuid[]',
    [tx.organizationId, matcher.needles.ids],
  );
  const edited = found.filter(({ text }) => matcher.holds(text)).map(({ id }) => id);
  return { edited: [...new Set(edited)], imported: imported.map(({ id }) => id) };
}

/** Drafts, grids and files of a queue that go with these uploads. */
async function countBesideUploads(tx: TenantTransaction, ids: readonly string[]): Promise<ErasedCounts> {
  const [row] = await tx.query<{ uploads: number; drafts: number; grids: number }>(
    `SELECT
       (SELECT count(*) FROM uploads WHERE organization_id = $1 AND id = ANY ($2::uuid[])) AS uploads,
       (SELECT count(*) FROM import_drafts WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[])) AS drafts,
       (SELECT count(*) FROM import_grids WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[])) AS grids`,
    [tx.organizationId, ids],
  );
  // The queue is on the coordinator of a cluster, uploads are on its workers.
  const [queued] = await tx.query<{ queue: number }>(
    `SELECT count(*) AS queue FROM import_queue WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return { ...row, ...queued };
}

/**
 * Deletes uploads with their drafts, grids and edits; files of a queue say why. Uploads that a running import reads stay.
 * @returns what was deleted, and whether some stay
 */
export async function deleteUploads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ counts: ErasedCounts; isPending: boolean }> {
  // An import that starts locks its upload, so it is seen by the next statement or finds none.
  const present = await tx.query<{ id: string }>(
    'SELECT id FROM uploads WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE',
    [tx.organizationId, ids],
  );
  const read = await tx.query<{ id: string }>(
    `SELECT DISTINCT upload_id AS id FROM imports
     WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[]) AND status = 'processing'`,
    [tx.organizationId, ids],
  );
  const isRead = new Set(read.map(({ id }) => id));
  const free = present.map(({ id }) => id).filter((id) => !isRead.has(id));
  const counts = await countBesideUploads(tx, free);
  await tx.query(
    `UPDATE import_queue SET upload_id = NULL,
       state = CASE WHEN state IN ('uploading', 'mapping') THEN 'error' ELSE state END,
       failure = CASE WHEN state IN ('uploading', 'mapping') THEN $3 ELSE failure END,
       failure_final = failure_final OR state IN ('uploading', 'mapping')
     WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[])`,
    [tx.organizationId, free, QUEUE_FAILURE],
  );
  await tx.query('DELETE FROM uploads WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
    tx.organizationId,
    free,
  ]);
  return { counts, isPending: isRead.size > 0 };
}

/** Whether an operation that runs has the person in its rows, its action or its selection. */
export async function isInRunningOperation(tx: TenantTransaction, matcher: Matcher): Promise<boolean> {
  const rows = await tx.query<{ text: string }>(
    `SELECT o.action::text || ' ' || o.selection::text || ' ' || coalesce(r.identifier, '') || ' ' || coalesce(r.value, '') AS text
     FROM bulk_operations o
     LEFT JOIN operation_rows r ON r.organization_id = $1 AND r.operation_id = o.id
       AND ${mayHold(['r.identifier', 'r.value'], 2)}
     WHERE o.organization_id = $1 AND o.status = 'processing'`,
    [tx.organizationId, ...needlesOf(matcher, false)],
  );
  return rows.some(({ text }) => matcher.holds(text));
}
