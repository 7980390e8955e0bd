import {
  type ImportQueue,
  type QueuedFile,
  type QueueSettings,
  queueSettings,
} from '#contract/import-queue.ts';
import { preferenceOf } from '../../../platform/accounts/preference-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { CountedValues } from './queue-values.ts';
import { type QueueRow, queuedFileOf, type StoredQueueFile } from './queued-file.ts';

/** Key of the settings among a user's preferences. */
export const QUEUE_PREFERENCE = 'import-queue';

/** For each user. */
const QUEUE_IMPORTS_AT_ONCE = 2;

const QUEUED = `SELECT q.id, q.filename, q.folder, q.size::float8 AS size, q.state,
    q.state = 'uploading' AND coalesce(q.sending_until < now(), true) AS interrupted, q.upload_id AS "uploadId",
    encode(q.columns_key, 'hex') AS "group", q.plan, q.confirmed, q.options, q.import_id AS "importId",
    q.earlier_import_id AS "earlierImportId",
    q.columns, q.counted_values IS NULL AS uncounted, q.open_values AS "openValues", q.values_kept AS "keepValues",
    q.left_out AS "leftOut", q.left_out_count AS "leftOutCount", q.missing, q.total_rows AS "totalRows", q.failure,
    q.failure_final AS "failureFinal", q.created_at AS "createdAt",
    CASE WHEN i.id IS NOT NULL THEN jsonb_build_object('totalRows', i.total_rows, 'imported', i.imported,
      'duplicates', i.duplicates, 'errors', i.errors, 'updated', i.updated, 'skipped', i.skipped, 'suppressed', i.suppressed,
      'invalidPhones', i.invalid_phones) END AS stats
  FROM import_queue q LEFT JOIN imports i ON i.organization_id = q.organization_id AND i.id = q.import_id
  WHERE q.organization_id = $1 AND q.created_by = $2`;

/** In the order in which files were added. */
export async function findQueue(tx: TenantTransaction, userId: string): Promise<ImportQueue> {
  const settings = await findQueueSettings(tx, userId);
  const rows = await tx.query<QueueRow>(`${QUEUED} ORDER BY q.id`, [tx.organizationId, userId]);
  return { settings, files: rows.map((row) => queuedFileOf(row, settings)) };
}

/** In the order in which files were added. */
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
 * With `lock`, no one else changes it until the transaction ends.
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

export async function isUploadQueued(tx: TenantTransaction, uploadId: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM import_queue WHERE organization_id = $1 AND upload_id = $2', [
    tx.organizationId,
    uploadId,
  ]);
  return rows.length > 0;
}

export async function findQueueSettings(tx: TenantTransaction, userId: string): Promise<QueueSettings> {
  const stored = await preferenceOf(tx, userId, QUEUE_PREFERENCE);
  return queueSettings.safeParse(stored ?? {}).data ?? queueSettings.parse({});
}

/**
 * Condition of a file `q` whose mapping and values need no more answers.
 * @param each files start without a confirmed mapping, in SQL
 * @param keep unknown values are imported as they are, in SQL
 */
function isReady(each: string, keep: string): string {
  return `q.state = 'mapping' AND (q.confirmed OR ${each}) AND q.counted_values IS NOT NULL
    AND (q.open_values = '[]' OR q.values_kept OR ${keep})`;
}

const IS_READY_BY_PREFERENCE = isReady(
  "coalesce(p.value ->> 'mapping', 'each') = 'each'",
  "coalesce(p.value ->> 'unknownValues', 'keep') = 'keep'",
);

/** FROM item of users `w` whose queue has a file to count, or one to start and room for it. */
export const STARTABLE_QUEUES = `(
  SELECT q.organization_id, q.created_by AS id
  FROM import_queue q LEFT JOIN user_preferences p
    ON p.organization_id = q.organization_id AND p.user_id = q.created_by AND p.key = '${QUEUE_PREFERENCE}'
  WHERE q.state IN ('mapping', 'importing')
  GROUP BY q.organization_id, q.created_by
  HAVING bool_or(q.state = 'mapping' AND q.counted_values IS NULL)
    OR (count(*) FILTER (WHERE q.state = 'importing') < ${QUEUE_IMPORTS_AT_ONCE} AND bool_or(${IS_READY_BY_PREFERENCE}))
) w WHERE true`;

export interface ReadyFile extends Pick<StoredQueueFile, 'id' | 'uploadId' | 'plan' | 'options'> {
  createdByName: string;
  ipAddress: string;
  userAgent: string | null;
  counted: CountedValues[];
}

/** A user's first ready file; null without one, or while enough imports run. `lock` as above. */
export async function findReadyFile(
  tx: TenantTransaction,
  userId: string,
  { lock = false } = {},
): Promise<ReadyFile | null> {
  const { mapping, unknownValues } = await findQueueSettings(tx, userId);
  const [row] = await tx.query<ReadyFile>(
    `SELECT q.id, q.upload_id AS "uploadId", q.plan, q.options, q.counted_values AS counted,
       q.created_by_name AS "createdByName", q.ip_address AS "ipAddress", q.user_agent AS "userAgent"
     FROM import_queue q
     WHERE q.organization_id = $1 AND q.created_by = $2 AND ${isReady('$3', '$4')}
       AND (SELECT count(*) FROM import_queue r
            WHERE r.organization_id = $1 AND r.created_by = $2 AND r.state = 'importing') < $5
     ORDER BY q.id LIMIT 1 ${lock ? 'FOR UPDATE OF q' : ''}`,
    [tx.organizationId, userId, mapping === 'each', unknownValues === 'keep', QUEUE_IMPORTS_AT_ONCE],
  );
  return row ?? null;
}

function noSuchQueuedFile(): HttpError {
  return new HttpError('not_found', 'File not found in your queue. It may have been removed.');
}
