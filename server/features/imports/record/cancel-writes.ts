import { awaitMerge } from '../../../lead/merges/import-merge-writes.ts';
import { writeAudit } from '../../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { endQueuedFile } from './queued-file-writes.ts';
import { noSuchImport } from './reads.ts';
import { durationText } from './writes.ts';

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
