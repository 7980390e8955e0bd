import type { ImportPlan, ImportStats } from '#contract/imports.ts';
import { awaitMerge } from '../../../lead/merges/import-merge-writes.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import { type Actor, writeAudit } from '../../../platform/audit/writes.ts';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { newId } from '../../../platform/ids.ts';
import type { Origin } from '../../../platform/security/sessions.ts';
import { lockUpload } from '../../../platform/uploads/reads.ts';
import { noSuchImport } from './reads.ts';

/** An import about to start. */
export interface NewImport {
  uploadId: string;
  filename: string;
  columns: string[];
  totalRows: number;
  plan: ImportPlan;
  editor: Editor;
  /** Numbers of the rows to import in file order; null for all. */
  chosenRows?: readonly number[] | null;
  /** Leads that the chosen rows update; see `ImportWork`. */
  chosenLeads?: readonly string[] | null;
}

/** Id of an upload's import number `attempt`, from 1, or null. Concurrent callers wait until this transaction ends. */
export async function importOfAttempt(
  tx: TenantTransaction,
  uploadId: string,
  attempt: number,
): Promise<string | null> {
  await lockUpload(tx, uploadId);
  // Only a snapshot taken after the wait sees the other transaction's import.
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM imports WHERE organization_id = $1 AND upload_id = $2 ORDER BY created_at, id OFFSET $3 LIMIT 1',
    [tx.organizationId, uploadId, attempt - 1],
  );
  return row?.id ?? null;
}

/** Queues its job in the same transaction. */
export async function createImport(tx: TenantTransaction, created: NewImport): Promise<string> {
  const id = newId();
  const { actor, origin } = created.editor;
  // Waits for changes of the grid, which are refused until the import ends: what was edited before is older than the import.
  await lockUpload(tx, created.uploadId);
  await tx.query(
    insertSelected(`INSERT INTO imports (organization_id, id, filename, status, total_rows, field_mapping, plan, upload_id, columns,
       created_by, created_by_name, ip_address, user_agent, created_at, sha256)
     SELECT u.organization_id, $2, $3, 'processing', $4, $5, $6, u.id, $8, $9, $10, $11, $12, clock_timestamp(), u.sha256
     FROM uploads u WHERE u.organization_id = $1 AND u.id = $7`),
    [
      tx.organizationId,
      id,
      created.filename,
      created.totalRows,
      JSON.stringify(created.plan.fieldMapping),
      JSON.stringify(created.plan),
      created.uploadId,
      JSON.stringify(created.columns),
      actor.id,
      actor.username,
      origin.ipAddress,
      origin.userAgent,
    ],
  );
  if (created.chosenRows) {
    await tx.query(
      'INSERT INTO import_chosen_rows (organization_id, import_id, rows, leads) VALUES ($1, $2, $3, $4)',
      [tx.organizationId, id, created.chosenRows, created.chosenLeads ?? null],
    );
  }
  await tx.query("SELECT enqueue_job('run_import', $1)", [id]);
  await notifyChanges(tx, { type: 'imports', importId: id }, { type: 'grids', uploadId: created.uploadId });
  return id;
}

/** A resumed import reads columns as it did at the start. */
export async function keepColumnTypes(
  tx: TenantTransaction,
  importId: string,
  columnTypes: ColumnStyles,
): Promise<void> {
  await tx.query('UPDATE imports SET survey = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    importId,
    JSON.stringify(columnTypes),
  ]);
}

/** Refuses the batches of earlier workers from now on: one may have lost its lock while it was frozen. */
export async function takeImport(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    "UPDATE imports SET worker = worker + 1 WHERE organization_id = $1 AND id = $2 AND status = 'processing'",
    [tx.organizationId, importId],
  );
}

/** `failure` is null when every row has an outcome. */
export interface ImportEnd {
  importId: string;
  worker: number;
  filename: string;
  startedAt: Date;
  actor: Actor;
  origin: Origin | null;
  failure: string | null;
}

/** Does nothing when the import has ended or another worker has taken it. */
export async function endImport(tx: TenantTransaction, end: ImportEnd): Promise<void> {
  const [row] = await tx.query<ImportStats & { unprocessed: number; uploadId: string }>(
    `UPDATE imports SET status = $3, failure = $4, duration = $5, finished_at = now(),
       unprocessed = total_rows - processed
     WHERE organization_id = $1 AND id = $2 AND worker = $6 AND status = 'processing'
     RETURNING total_rows AS "totalRows", imported, updated, duplicates, skipped, suppressed, errors, unprocessed,
       invalid_phones AS "invalidPhones", upload_id AS "uploadId"`,
    [
      tx.organizationId,
      end.importId,
      end.failure === null ? 'completed' : 'failed',
      end.failure,
      durationText(Date.now() - end.startedAt.getTime()),
      end.worker,
    ],
  );
  if (row === undefined) return;
  const { uploadId, ...counters } = row;
  await endQueuedFile(tx, end.importId, end.failure === null ? 'completed' : 'error', end.failure);
  if (row.imported > 0) await awaitMerge(tx, end.importId);
  await writeAudit(tx, {
    action: 'import_leads',
    actor: end.actor,
    origin: end.origin,
    resource: end.filename,
    details: {
      importId: end.importId,
      ...counters,
      ...(end.failure !== null && { reason: end.failure }),
    },
  });
  await notifyChanges(tx, { type: 'imports', importId: end.importId }, { type: 'grids', uploadId });
}

/** Formats a duration such as `0.4s`, `12s`, `3m 5s` or `1h 2m`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}

/** Ends the queued file of an import, if any, and lets the next one start. */
async function endQueuedFile(
  tx: TenantTransaction,
  importId: string,
  state: 'completed' | 'cancelled' | 'error',
  failure: string | null,
): Promise<void> {
  const [file] = await tx.query<{ userId: string }>(
    `UPDATE import_queue SET state = $3, failure = $4
     WHERE organization_id = $1 AND import_id = $2 AND state = 'importing' RETURNING created_by AS "userId"`,
    [tx.organizationId, importId, state, failure],
  );
  if (file === undefined) return;
  await tx.query("SELECT enqueue_job('advance_import_queue', $1)", [file.userId]);
}

interface Cancelled {
  filename: string;
  uploadId: string;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
  counters: Record<string, number>;
}

/**
 * Cancels an import. Committed rows stay; a batch in progress rolls back and its worker stops.
 * @throws HttpError not_found, or conflict when the import has ended
 */
export async function cancelRunningImport(
  tx: TenantTransaction,
  importId: string,
  editor: Editor,
): Promise<void> {
  const [found] = await tx.query<{ status: string; createdAt: Date }>(
    'SELECT status, created_at AS "createdAt" FROM imports WHERE organization_id = $1 AND id = $2 FOR UPDATE',
    [tx.organizationId, importId],
  );
  if (found === undefined) throw noSuchImport();
  if (found.status !== 'processing') throw new HttpError('conflict', 'The import has already ended');
  const [row] = await tx.query<Cancelled>(
    `WITH ended AS (
       UPDATE imports SET status = 'cancelled', duration = $3, finished_at = now(), unprocessed = total_rows - processed
       WHERE organization_id = $1 AND id = $2 RETURNING *
     )
     SELECT filename, upload_id AS "uploadId", created_by AS "createdBy", created_by_name AS "createdByName",
       ip_address AS "ipAddress", user_agent AS "userAgent",
       jsonb_build_object('totalRows', total_rows, 'imported', imported, 'updated', updated, 'duplicates', duplicates,
         'skipped', skipped, 'suppressed', suppressed, 'errors', errors, 'unprocessed', unprocessed, 'invalidPhones', invalid_phones) AS counters
     FROM ended`,
    [tx.organizationId, importId, durationText(Date.now() - found.createdAt.getTime())],
  );
  if (row === undefined) throw noSuchImport();
  await endQueuedFile(tx, importId, 'cancelled', null);
  if ((row.counters['imported'] ?? 0) > 0) await awaitMerge(tx, importId);
  await auditCancelled(tx, row, editor);
  await notifyChanges(tx, { type: 'imports', importId }, { type: 'grids', uploadId: row.uploadId });
}

/** Two entries: the user's import with its results, and who cancelled it. */
async function auditCancelled(tx: TenantTransaction, row: Cancelled, editor: Editor): Promise<void> {
  await writeAudit(tx, {
    action: 'import_leads',
    actor: { id: row.createdBy, username: row.createdByName },
    origin: row.ipAddress === null ? null : { ipAddress: row.ipAddress, userAgent: row.userAgent },
    resource: row.filename,
    details: { ...row.counters, reason: 'The import was canceled' },
  });
  await writeAudit(tx, {
    action: 'cancel_import',
    actor: editor.actor,
    origin: editor.origin,
    resource: row.filename,
    details: row.counters,
  });
}
