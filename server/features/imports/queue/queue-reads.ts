import {
  type ImportQueue,
  type QueuedFile,
  type QueueOptions,
  type QueueSettings,
  queueSettings,
} from '#contract/import-queue.ts';
import type { ImportStats } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

/** Key of the settings among a user's preferences. */
export const QUEUE_PREFERENCE = 'import-queue';

/** Maximum number of files of a user that are imported at the same time. */
export const QUEUE_IMPORTS_AT_ONCE = 2;

/** A file of the queue as it is stored. */
export interface StoredQueueFile {
  id: string;
  state: QueuedFile['state'];
  uploadId: string | null;
  group: string | null;
  plan: SavedMapping | null;
  confirmed: boolean;
  options: QueueOptions | null;
  importId: string | null;
  failureFinal: boolean;
}

interface QueueRow extends StoredQueueFile {
  filename: string;
  folder: string;
  size: number;
  interrupted: boolean;
  earlierImportId: string | null;
  leftOut: string[];
  leftOutCount: number;
  missing: string[];
  totalRows: number | null;
  failure: string | null;
  createdAt: Date;
  stats: ImportStats | null;
}

const QUEUED = `SELECT q.id, q.filename, q.folder, q.size::float8 AS size, q.state,
    q.state = 'uploading' AND coalesce(q.sending_until < now(), true) AS interrupted, q.upload_id AS "uploadId",
    encode(q.columns_key, 'hex') AS "group", q.plan, q.confirmed, q.options, q.import_id AS "importId",
    q.earlier_import_id AS "earlierImportId",
    q.left_out AS "leftOut", q.left_out_count AS "leftOutCount", q.missing, q.total_rows AS "totalRows", q.failure,
    q.failure_final AS "failureFinal", q.created_at AS "createdAt",
    CASE WHEN i.id IS NOT NULL THEN jsonb_build_object('totalRows', i.total_rows, 'imported', i.imported,
      'duplicates', i.duplicates, 'errors', i.errors, 'updated', i.updated, 'skipped', i.skipped,
      'invalidPhones', i.invalid_phones) END AS stats
  FROM import_queue q LEFT JOIN imports i ON i.organization_id = q.organization_id AND i.id = q.import_id
  WHERE q.organization_id = $1 AND q.created_by = $2`;

/** Returns a user's queue in the order in which its files were added. */
export async function findQueue(tx: TenantTransaction, userId: string): Promise<ImportQueue> {
  const settings = await findQueueSettings(tx, userId);
  const rows = await tx.query<QueueRow>(`${QUEUED} ORDER BY q.id`, [tx.organizationId, userId]);
  return { settings, files: rows.map((row) => queuedFileOf(row, settings)) };
}

/** Returns some files of a user's queue, in the order in which they were added. */
export async function findQueuedFiles(
  tx: TenantTransaction,
  userId: string,
  ids: readonly string[],
): Promise<QueuedFile[]> {
  const settings = await findQueueSettings(tx, userId);
  const rows = await tx.query<QueueRow>(`${QUEUED} AND q.id = ANY($3) ORDER BY q.id`, [
    tx.organizationId,
    userId,
    ids,
  ]);
  return rows.map((row) => queuedFileOf(row, settings));
}

/**
 * Returns a file of a user's queue.
 * @throws HttpError not_found
 */
export async function findQueuedFile(tx: TenantTransaction, userId: string, id: string): Promise<QueuedFile> {
  const [file] = await findQueuedFiles(tx, userId, [id]);
  if (file === undefined) throw noSuchQueuedFile();
  return file;
}

/**
 * Returns a file of a user's queue as it is stored; with `lock`, no one else changes it until the transaction ends.
 * @throws HttpError not_found
 */
export async function findStoredFile(
  tx: TenantTransaction,
  userId: string,
  id: string,
  { lock = false } = {},
): Promise<StoredQueueFile> {
  const [row] = await tx.query<QueueRow>(`${QUEUED} AND q.id = $3 ${lock ? 'FOR UPDATE OF q' : ''}`, [
    tx.organizationId,
    userId,
    id,
  ]);
  if (row === undefined) throw noSuchQueuedFile();
  return row;
}

/** Returns whether an upload is in the queue of a user of the organization. */
export async function isUploadQueued(tx: TenantTransaction, uploadId: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM import_queue WHERE organization_id = $1 AND upload_id = $2', [
    tx.organizationId,
    uploadId,
  ]);
  return rows.length > 0;
}

/** Returns the settings of a user's queue. */
export async function findQueueSettings(tx: TenantTransaction, userId: string): Promise<QueueSettings> {
  const [row] = await tx.query<{ value: unknown }>(
    'SELECT value FROM user_preferences WHERE organization_id = $1 AND user_id = $2 AND key = $3',
    [tx.organizationId, userId, QUEUE_PREFERENCE],
  );
  // Settings stored by an earlier version may lack values that are required today.
  return queueSettings.safeParse(row?.value ?? {}).data ?? queueSettings.parse({});
}

/** A mapping that the user chose for files of the queue. */
export interface ChosenMapping {
  plan: SavedMapping;
  confirmed: boolean;
  /** The files have the same columns as the one that was asked for. */
  sameColumns: boolean;
}

/** Returns the mapping that the user chose last, preferably for these columns, or null. */
export async function findChosenMapping(
  tx: TenantTransaction,
  userId: string,
  columnsKey: Buffer,
): Promise<ChosenMapping | null> {
  const [row] = await tx.query<ChosenMapping & { plan: SavedMapping }>(
    `SELECT plan, confirmed, columns_key = $3 AS "sameColumns" FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND chosen
     ORDER BY columns_key = $3 DESC, state = 'mapping' DESC, id DESC LIMIT 1`,
    [tx.organizationId, userId, columnsKey],
  );
  return row ?? null;
}

/**
 * Returns the file whose columns the mapping panel shows: the given one while its mapping is to be confirmed, otherwise
 * the first such file, or null.
 */
export async function findSample(
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
  return tx.query<WaitingFile & { id: string }>(
    `SELECT q.id, u.columns, q.plan
     FROM import_queue q JOIN uploads u ON u.organization_id = q.organization_id AND u.id = q.upload_id
     WHERE q.organization_id = $1 AND q.created_by = $2 AND q.id = ANY($3) AND q.state = 'mapping'
     ORDER BY q.id FOR UPDATE OF q`,
    [tx.organizationId, userId, ids],
  );
}

/** A file whose import is to start, with the user who asked for it. */
export interface ReadyFile extends Pick<StoredQueueFile, 'id' | 'uploadId' | 'plan' | 'options'> {
  createdByName: string;
  ipAddress: string;
  userAgent: string | null;
}

/** Locks a user's first file that is ready; null while none is, or while enough imports run. */
export async function takeReadyFile(tx: TenantTransaction, userId: string): Promise<ReadyFile | null> {
  const { mapping } = await findQueueSettings(tx, userId);
  const [row] = await tx.query<ReadyFile & { id: string }>(
    `SELECT q.id, q.upload_id AS "uploadId", q.plan, q.options, q.created_by_name AS "createdByName",
       q.ip_address AS "ipAddress", q.user_agent AS "userAgent"
     FROM import_queue q
     WHERE q.organization_id = $1 AND q.created_by = $2 AND q.state = 'mapping' AND (q.confirmed OR $3)
       AND (SELECT count(*) FROM import_queue r
            WHERE r.organization_id = $1 AND r.created_by = $2 AND r.state = 'importing') < $4
     ORDER BY q.id LIMIT 1 FOR UPDATE OF q`,
    [tx.organizationId, userId, mapping === 'each', QUEUE_IMPORTS_AT_ONCE],
  );
  return row ?? null;
}

function noSuchQueuedFile(): HttpError {
  return new HttpError('not_found', 'There is no such file in your queue');
}

function queuedFileOf(row: QueueRow, { mapping }: QueueSettings): QueuedFile {
  const { plan, confirmed, uploadId, totalRows, leftOut, leftOutCount, failure, failureFinal, ...rest } = row;
  const ready = row.state === 'mapping' && (confirmed || mapping === 'each');
  const stats = row.stats ?? (totalRows === null ? null : { ...NO_ROWS, totalRows });
  return {
    ...rest,
    confirmed,
    ready,
    stats,
    progress: queueProgress({ ...row, stats }, ready),
    mapped:
      plan === null ? 0 : Object.keys(plan.fieldMapping).length + (plan.nameSplitConfig === null ? 0 : 1),
    leftOut: { names: leftOut, count: leftOutCount },
    failure:
      row.state === 'error'
        ? { title: titleOf(row), message: failure ?? IMPORT_FAILED, final: failureFinal }
        : null,
    createdAt: row.createdAt.toISOString(),
  };
}

const IMPORT_FAILED = 'Failed to import leads. Please try again.';

const NO_ROWS = { imported: 0, duplicates: 0, errors: 0, updated: 0, skipped: 0, invalidPhones: 0 };

function titleOf({ uploadId, importId }: QueueRow): 'Upload failed' | 'Import failed' {
  return uploadId === null && importId === null ? 'Upload failed' : 'Import failed';
}

function queueProgress({ state, uploadId, importId, stats }: QueueRow, ready: boolean): number {
  if (state === 'completed') return 100;
  if (importId !== null) return 50 + Math.floor(shareDone(stats) * 500) / 10;
  if (state === 'error') return uploadId === null ? 0 : 40;
  if (state === 'mapping') return ready ? 40 : 20;
  return 0;
}

function shareDone(stats: ImportStats | null): number {
  if (stats === null || stats.totalRows === 0) return 0;
  const { totalRows, imported, updated, duplicates, skipped, errors } = stats;
  return (imported + updated + duplicates + skipped + errors) / totalRows;
}
