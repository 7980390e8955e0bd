import { LEFT_OUT_NAMES, type QueueOptions, type QueueSettings } from '#contract/import-queue.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import { keepPreference } from '../../../platform/accounts/preference-writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import { columnsKey, type SavedMapping } from '../plan/saved-mapping.ts';
import { findQueueSettings, QUEUE_PREFERENCE } from './queue-reads.ts';

/** `work` alone changes the order, number or settings of the user's files. */
export function queueTransaction<T>(
  scope: OrganizationScope,
  userId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return scope.transaction(async (tx) => {
    await lockQueue(tx, userId);
    return work(tx);
  });
}

/** One transaction at a time changes the order or number of a user's files. */
export async function lockQueue(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import-queue:${userId}`]);
}

/** Its import, if any, stays in the history. */
export async function failQueuedFile(tx: TenantTransaction, id: string, message: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue SET state = 'error', failure = $3, sending_until = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, message],
  );
  await notifyChanges(tx, { type: 'queue' });
}

/** With its import if it was uploaded, otherwise with sending it. */
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

interface FileChoices {
  /** Null for the options of the queue. */
  options: QueueOptions | null;
  /** Values that no one knows are imported as they are. */
  keepValues: boolean;
}

export async function setFileChoices(
  tx: TenantTransaction,
  userId: string,
  id: string,
  { options, keepValues }: FileChoices,
): Promise<void> {
  await tx.query(
    'UPDATE import_queue SET options = $3, values_kept = $4 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, options === null ? null : JSON.stringify(options), keepValues],
  );
  await advanceSoon(tx, userId);
}

/** A file that waits, with its new mapping. */
export interface MappedFile extends WaitingFile {
  /** Columns of the chosen mapping that the file lacks. */
  missing: readonly string[];
  /** Its values: counted already, none, or still to be counted. */
  values: 'counted' | 'none' | 'uncounted';
}

/** Sets the mappings of files that wait. */
export async function setQueuedMappings(
  tx: TenantTransaction,
  userId: string,
  files: readonly MappedFile[],
  confirmed: boolean,
): Promise<void> {
  const leftOut = files.map(({ columns, plan }) => unimportedColumns(columns, plan));
  await tx.query(
    `UPDATE import_queue q SET plan = f.plan::json, left_out = f.left_out::jsonb, left_out_count = f.left_out_count,
       missing = f.missing::jsonb, chosen = true, confirmed = $7,
       counted_values = CASE WHEN f.counting = 'counted' THEN q.counted_values WHEN f.counting = 'none' THEN '[]' END,
       open_values = CASE WHEN f.counting = 'counted' THEN q.open_values ELSE '[]' END
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[], $8::text[])
       AS f (id, plan, left_out, left_out_count, missing, counting)
     WHERE q.organization_id = $1 AND q.id = f.id`,
    [
      tx.organizationId,
      files.map(({ id }) => id),
      files.map(({ plan }) => JSON.stringify(plan)),
      leftOut.map((names) => JSON.stringify(names.slice(0, LEFT_OUT_NAMES))),
      leftOut.map(({ length }) => length),
      files.map(({ missing }) => JSON.stringify(missing)),
      confirmed,
      files.map(({ values }) => values),
    ],
  );
  await advanceSoon(tx, userId);
}

/** Files with other columns get another group. */
export async function setQueuedReading(
  tx: TenantTransaction,
  userId: string,
  id: string,
  {
    columns,
    totalRows,
    plan,
    hasValues,
  }: Pick<WaitingFile, 'columns' | 'plan'> & {
    totalRows: number;
    hasValues: boolean;
  },
): Promise<void> {
  const leftOut = unimportedColumns(columns, plan);
  await tx.query(
    `UPDATE import_queue SET columns = $3, columns_key = $4, total_rows = $5, plan = $6, left_out = $7,
       left_out_count = $8, missing = '[]', chosen = false, confirmed = false, values_kept = false, open_values = '[]',
       counted_values = CASE WHEN $9 THEN NULL ELSE '[]'::jsonb END
     WHERE organization_id = $1 AND id = $2`,
    [
      tx.organizationId,
      id,
      JSON.stringify(columns),
      columnsKey(columns),
      totalRows,
      JSON.stringify(plan),
      JSON.stringify(leftOut.slice(0, LEFT_OUT_NAMES)),
      leftOut.length,
      hasValues,
    ],
  );
  await advanceSoon(tx, userId);
}

/** Files with the same columns wait again until their mapping is confirmed. */
export async function reopenMapping(tx: TenantTransaction, userId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue q SET confirmed = false FROM import_queue same
     WHERE same.organization_id = $1 AND same.id = $3
       AND q.organization_id = $1 AND q.created_by = $2 AND q.columns_key = same.columns_key`,
    [tx.organizationId, userId, id],
  );
  await notifyChanges(tx, { type: 'queue' });
}

export async function deleteQueuedFile(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM import_queue WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
  await notifyChanges(tx, { type: 'queue' });
}

const CLEARED = {
  finished: ['completed', 'cancelled', 'error'],
  waiting: ['uploading', 'mapping'],
} as const;

/** Removes a user's finished or waiting files; returns their number. */
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

export async function advanceSoon(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query("SELECT enqueue_job('advance_import_queue', $1)", [userId]);
  await notifyChanges(tx, { type: 'queue' });
}

/** A mapping that the user chose for files of the queue. */
export interface ChosenMapping {
  plan: SavedMapping;
  confirmed: boolean;
  /** As the file that was asked for. */
  sameColumns: boolean;
}

/** The mapping that the user chose last, preferably for these columns, or null. */
export async function findChosenMapping(
  tx: TenantTransaction,
  userId: string,
  columnsKey: Buffer,
): Promise<ChosenMapping | null> {
  const [row] = await tx.query<ChosenMapping>(
    `SELECT plan, confirmed, columns_key = $3 AS "sameColumns" FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND chosen
     ORDER BY columns_key = $3 DESC, state = 'mapping' DESC, id DESC LIMIT 1`,
    [tx.organizationId, userId, columnsKey],
  );
  return row ?? null;
}

/** The file whose columns the mapping panel shows: the given one while it is to be confirmed, else the first such, or null. */
async function findSample(
  tx: TenantTransaction,
  userId: string,
  sampleId: string | null,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND state = 'mapping' AND NOT confirmed
     ORDER BY id = $3 DESC NULLS LAST, id LIMIT 1`,
    [tx.organizationId, userId, sampleId],
  );
  return row?.id ?? null;
}

/** A file that waits for its import, with its columns. */
export interface WaitingFile {
  id: string;
  columns: string[];
  plan: SavedMapping;
}

/** Returns those of the files whose import has not started. */
export function findWaitingFiles(
  tx: TenantTransaction,
  userId: string,
  ids: readonly string[],
): Promise<WaitingFile[]> {
  return tx.query<WaitingFile>(
    `SELECT id, columns, plan FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND id = ANY($3) AND state = 'mapping' AND upload_id IS NOT NULL
     ORDER BY id FOR UPDATE`,
    [tx.organizationId, userId, ids],
  );
}

/** Returns all settings. The caller holds the queue's lock. */
export async function changeQueueSettings(
  tx: TenantTransaction,
  userId: string,
  change: Partial<QueueSettings>,
): Promise<QueueSettings> {
  const settings = { ...(await findQueueSettings(tx, userId)), ...change };
  const sampleId = await findSample(tx, userId, settings.sampleId);
  await keepPreference(tx, userId, QUEUE_PREFERENCE, { ...settings, sampleId });
  await advanceSoon(tx, userId);
  return { ...settings, sampleId };
}

/** Keeps the file whose columns the mapping panel shows until its mapping is confirmed or it is gone. The caller holds the lock. */
export async function settleSample(tx: TenantTransaction, userId: string): Promise<void> {
  const settings = await findQueueSettings(tx, userId);
  const sampleId = await findSample(tx, userId, settings.sampleId);
  if (sampleId !== settings.sampleId)
    await keepPreference(tx, userId, QUEUE_PREFERENCE, { ...settings, sampleId });
}
