import { LEFT_OUT_NAMES, type NewQueuedFile, QUEUE_MAX } from '#contract/import-queue.ts';
import { UPLOAD_BYTES } from '#contract/limits.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { newId } from '../../../platform/ids.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { columnsKey, type SavedMapping } from '../plan/saved-mapping.ts';
import { advanceSoon, lockQueue } from './queue-writes.ts';

/** After this silence of its page a file isn't being sent any more; hidden pages speak once a minute. */
const SENDING_LEASE = '150 seconds';

const TOO_LARGE = "It's larger than 100 MB, the maximum file size.";

/**
 * Adds files that the user's page is about to send; returns their ids.
 * @throws HttpError conflict when the queue has no room for all
 */
export async function insertQueuedFiles(
  tx: TenantTransaction,
  { actor, origin }: Editor,
  files: readonly NewQueuedFile[],
): Promise<string[]> {
  await lockQueue(tx, actor.id);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM import_queue WHERE organization_id = $1 AND created_by = $2',
    [tx.organizationId, actor.id],
  );
  if ((row?.count ?? 0) + files.length > QUEUE_MAX) {
    throw new HttpError('conflict', `The queue holds ${QUEUE_MAX} files. Remove finished ones first.`);
  }
  const ids = files.map(() => newId());
  await tx.query(
    insertSelected(`INSERT INTO import_queue (organization_id, id, created_by, created_by_name, ip_address, user_agent, filename,
       folder, size, state, sending_until, failure, failure_final)
     SELECT $1, f.id, $2, $3, $4, $5, f.filename, f.folder, f.size,
       CASE WHEN f.size > $10 THEN 'error' ELSE 'uploading' END, now() + $11::interval,
       CASE WHEN f.size > $10 THEN $12 END, f.size > $10
     FROM unnest($6::uuid[], $7::text[], $8::text[], $9::bigint[]) AS f (id, filename, folder, size)`),
    [
      tx.organizationId,
      actor.id,
      actor.username,
      origin.ipAddress,
      origin.userAgent,
      ids,
      files.map(({ filename }) => filename),
      files.map(({ folder }) => folder ?? ''),
      files.map(({ size }) => size),
      UPLOAD_BYTES,
      SENDING_LEASE,
      TOO_LARGE,
    ],
  );
  await notifyChanges(tx, { type: 'queue' });
  return ids;
}

/** Records whether a page still sends these files; returns the expected ones. */
export async function recordSending(
  tx: TenantTransaction,
  userId: string,
  ids: readonly string[],
  sending: boolean,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE import_queue SET sending_until = now() + $4::interval
     WHERE organization_id = $1 AND created_by = $2 AND id = ANY($3) AND state = 'uploading' RETURNING id`,
    [tx.organizationId, userId, ids, sending ? SENDING_LEASE : null],
  );
  if (!sending) await notifyChanges(tx, { type: 'queue' });
  return rows.map(({ id }) => id);
}

/** A sent file with the mapping that it gets. */
export interface AttachedUpload {
  upload: StoredUpload;
  plan: SavedMapping;
  chosen: boolean;
  confirmed: boolean;
  /** Newest earlier import of a file with the same content. */
  earlierImportId: string | null;
  /** The file has columns whose values are to be counted. */
  hasValues: boolean;
  editor: Editor;
}

/** Turns an announced file into one that waits for its import. */
export async function attachUpload(tx: TenantTransaction, id: string, sent: AttachedUpload): Promise<void> {
  const { upload, plan, chosen, confirmed, earlierImportId, hasValues, editor } = sent;
  const leftOut = unimportedColumns(upload.columns, plan);
  await tx.query(
    `UPDATE import_queue SET state = 'mapping', upload_id = $3, filename = $4, size = $5, total_rows = $6,
       columns_key = $7, plan = $8, left_out = $9, left_out_count = $10, chosen = $11, confirmed = $12,
       earlier_import_id = $13, ip_address = $14, user_agent = $15, sending_until = NULL, failure = NULL,
       columns = $16, counted_values = CASE WHEN $17 THEN NULL ELSE '[]'::jsonb END
     WHERE organization_id = $1 AND id = $2`,
    [
      tx.organizationId,
      id,
      upload.id,
      upload.filename,
      upload.size,
      upload.totalRows,
      columnsKey(upload.columns),
      JSON.stringify(plan),
      JSON.stringify(leftOut.slice(0, LEFT_OUT_NAMES)),
      leftOut.length,
      chosen,
      confirmed,
      earlierImportId,
      editor.origin.ipAddress,
      editor.origin.userAgent,
      JSON.stringify(upload.columns),
      hasValues,
    ],
  );
  await advanceSoon(tx, editor.actor.id);
}
