import { LEFT_OUT_NAMES, type QueueOptions } from '#contract/import-queue.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { WaitingFile } from './queue-mapping-reads.ts';

/** Lets one transaction at a time change the order or the number of a user's files. */
export async function lockQueue(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import-queue:${userId}`]);
}

/** Ends a file with an error; its import, if it had one, stays in the history. */
export async function failQueuedFile(tx: TenantTransaction, id: string, message: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue SET state = 'error', failure = $3, sending_until = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, message],
  );
  await notifyChanges(tx, { type: 'queue' });
}

/** Lets a failed file begin again: with its import if it was uploaded, otherwise with sending it. */
export async function restartQueuedFile(tx: TenantTransaction, userId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue SET state = CASE WHEN upload_id IS NULL THEN 'uploading' ELSE 'mapping' END,
       failure = NULL, import_id = NULL, sending_until = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  await advanceSoon(tx, userId);
}

/** Records that the import of a file has started. */
export async function startQueuedFile(tx: TenantTransaction, id: string, importId: string): Promise<void> {
  await tx.query(
    "UPDATE import_queue SET state = 'importing', import_id = $3 WHERE organization_id = $1 AND id = $2",
    [tx.organizationId, id, importId],
  );
  await notifyChanges(tx, { type: 'queue' });
}

/** Sets the options of one file; null for those of the queue. */
export async function setQueuedOptions(
  tx: TenantTransaction,
  id: string,
  options: QueueOptions | null,
): Promise<void> {
  await tx.query('UPDATE import_queue SET options = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    options === null ? null : JSON.stringify(options),
  ]);
  await notifyChanges(tx, { type: 'queue' });
}

/** Sets the mappings of files that wait. */
export async function setQueuedMappings(
  tx: TenantTransaction,
  userId: string,
  files: readonly (WaitingFile & { missing: readonly string[] })[],
  confirmed: boolean,
): Promise<void> {
  const leftOut = files.map(({ columns, plan }) => unimportedColumns(columns, plan));
  await tx.query(
    `UPDATE import_queue q SET plan = f.plan::json, left_out = f.left_out::jsonb, left_out_count = f.left_out_count,
       missing = f.missing::jsonb, chosen = true, confirmed = $7
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[])
       AS f (id, plan, left_out, left_out_count, missing)
     WHERE q.organization_id = $1 AND q.id = f.id`,
    [
      tx.organizationId,
      files.map(({ id }) => id),
      files.map(({ plan }) => JSON.stringify(plan)),
      leftOut.map((names) => JSON.stringify(names.slice(0, LEFT_OUT_NAMES))),
      leftOut.map(({ length }) => length),
      files.map(({ missing }) => JSON.stringify(missing)),
      confirmed,
    ],
  );
  await advanceSoon(tx, userId);
}

/** Makes files with the same columns as this one wait again until their mapping is confirmed. */
export async function reopenMapping(tx: TenantTransaction, userId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue q SET confirmed = false FROM import_queue same
     WHERE same.organization_id = $1 AND same.id = $3
       AND q.organization_id = $1 AND q.created_by = $2 AND q.columns_key = same.columns_key`,
    [tx.organizationId, userId, id],
  );
  await notifyChanges(tx, { type: 'queue' });
}

/** Removes a file from the queue. */
export async function deleteQueuedFile(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM import_queue WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
  await notifyChanges(tx, { type: 'queue' });
}

const CLEARED = {
  finished: ['completed', 'cancelled', 'error'],
  waiting: ['uploading', 'mapping'],
} as const;

/** Removes all finished or all waiting files of a user; returns their number. */
export async function clearQueue(
  tx: TenantTransaction,
  userId: string,
  files: keyof typeof CLEARED,
): Promise<number> {
  const rows = await tx.query(
    'DELETE FROM import_queue WHERE organization_id = $1 AND created_by = $2 AND state = ANY($3) RETURNING id',
    [tx.organizationId, userId, CLEARED[files]],
  );
  await notifyChanges(tx, { type: 'queue' });
  return rows.length;
}

/** Queues the job that starts the user's next imports, and tells the pages. */
export async function advanceSoon(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query('SELECT enqueue_import_queue($1, $2)', [tx.organizationId, userId]);
  await notifyChanges(tx, { type: 'queue' });
}
