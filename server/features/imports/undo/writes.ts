import { ANY_LEADS, announceLeads } from '../../../lead/change/announce-leads.ts';
import { StaleCursor } from '../../../lead/operations/claimed-work.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { writeAudit } from '../../../platform/audit/writes.ts';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import type { Kept, UndoneBatch, UndoWork } from './reads.ts';

/** Queues its job in the same transaction. */
export async function createUndo(
  tx: TenantTransaction,
  importId: string,
  { total, lanes, editor }: { total: number; lanes: readonly Lane[]; editor: Editor },
): Promise<void> {
  const { actor, origin } = editor;
  await tx.query(
    `INSERT INTO import_undos (organization_id, id, status, total, cursors, lows, created_by, created_by_name, ip_address,
       user_agent)
     VALUES ($1, $2, 'processing', $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.organizationId,
      importId,
      total,
      lanes.map((lane) => lane.cursor),
      lanes.map((lane) => lane.low),
      actor.id,
      actor.username,
      origin.ipAddress,
      origin.userAgent,
    ],
  );
  await enqueueUndo(tx, importId);
}

/** Resumes a failed undo from the end of its last committed batch. */
export async function resumeUndo(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    `UPDATE import_undos SET status = 'processing', failure = NULL, finished_at = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, importId],
  );
  await enqueueUndo(tx, importId);
}

async function enqueueUndo(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query("SELECT enqueue_job('undo_import', $1)", [importId]);
  await notifyChanges(tx, { type: 'imports', importId });
}

/**
 * Records a batch's counters and cursor with its leads. The cursor moves only from where this worker found it.
 * @returns whether all lanes have finished
 * @throws StaleCursor
 */
export async function recordUndoBatch(
  tx: TenantTransaction,
  importId: string,
  moved: { lane: number; from: string },
  { undone, kept, cursor }: UndoneBatch,
): Promise<boolean> {
  await keepLeads(tx, importId, kept);
  const [row] = await tx.query<{ finished: boolean }>(
    `UPDATE import_undos SET cursors[$3] = $5::uuid, done = done + $6 + $7, undone = undone + $6, kept = kept + $7
     WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND cursors[$3] = $4::uuid
     RETURNING cursors = lows AS finished`,
    [tx.organizationId, importId, moved.lane + 1, moved.from, cursor, undone, kept.length],
  );
  if (row === undefined) throw new StaleCursor();
  await announceLeads(tx, ANY_LEADS, { type: 'imports', importId });
  return row.finished;
}

async function keepLeads(tx: TenantTransaction, importId: string, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return;
  await tx.query(
    insertSelected(`INSERT INTO import_kept_leads (organization_id, import_id, lead_id, reason, holder_id)
     SELECT $1, $2, k.* FROM unnest($3::uuid[], $4::text[], $5::uuid[]) AS k`),
    [
      tx.organizationId,
      importId,
      kept.map(({ leadId }) => leadId),
      kept.map(({ reason }) => reason),
      kept.map(({ holderId }) => holderId),
    ],
  );
}

/** Does nothing when the undo has ended. The total becomes the leads processed, as some may have been deleted for good. */
export async function endUndo(tx: TenantTransaction, work: UndoWork, failure: string | null): Promise<void> {
  const [row] = await tx.query<Record<string, number>>(
    `UPDATE import_undos SET status = $3, failure = $4, finished_at = now(),
       total = CASE WHEN $4::text IS NULL THEN done ELSE total END
     WHERE organization_id = $1 AND id = $2 AND status = 'processing'
     RETURNING total, undone, kept`,
    [tx.organizationId, work.importId, failure === null ? 'completed' : 'failed', failure],
  );
  if (row === undefined) return;
  await writeAudit(tx, {
    action: 'undo_import',
    actor: { id: work.createdBy, username: work.createdByName },
    origin: work.ipAddress === null ? null : { ipAddress: work.ipAddress, userAgent: work.userAgent },
    resource: work.filename,
    details: { ...row, importId: work.importId, ...(failure !== null && { reason: failure }) },
  });
  await announceLeads(tx, ANY_LEADS, { type: 'imports', importId: work.importId });
}
