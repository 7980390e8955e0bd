import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { announceLeads } from '../change/announce-leads.ts';
import { withFirstSpelling } from '../sales/customer-number-writes.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import type { BulkCounts, BulkWork, Lane, StoredAction, StoredSelection } from './operation.ts';

/** Another worker has moved the cursor, so this one must stop. */
export class StaleCursor extends Error {}

/** A bulk operation about to start. */
export interface NewBulk {
  id: string;
  action: StoredAction;
  selection: StoredSelection;
  total: number;
  upTo: string;
  lanes: readonly Lane[];
  undoes: string | null;
  editor: Editor;
}

/** Creates an operation and queues its job in the same transaction. */
export async function createBulk(tx: TenantTransaction, created: NewBulk): Promise<void> {
  const { actor, origin } = created.editor;
  const action = await withFirstSpelling(tx, created.action);
  await tx.query(
    `INSERT INTO bulk_operations (organization_id, id, action, selection, status, total, up_to, undoes, created_by,
       created_by_name, ip_address, user_agent, cursors, lows)
     VALUES ($1, $2, $3, $4, 'processing', $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.organizationId,
      created.id,
      JSON.stringify(action),
      JSON.stringify(created.selection),
      created.total,
      created.upTo,
      created.undoes,
      actor.id,
      actor.username,
      origin.ipAddress,
      origin.userAgent,
      created.lanes.map((lane) => lane.cursor),
      created.lanes.map((lane) => lane.low),
    ],
  );
  await tx.query('SELECT enqueue_bulk($1, $2)', [tx.organizationId, created.id]);
}

/** Records which operation has undone another one. */
export async function markUndone(tx: TenantTransaction, id: string, undoneBy: string): Promise<void> {
  await tx.query('UPDATE bulk_operations SET undone_by = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    undoneBy,
  ]);
}

/**
 * Records a batch's counters and cursor with its leads. The cursor moves only from where this worker found it.
 * @returns whether all lanes have finished
 * @throws StaleCursor
 */
export async function recordBulkBatch(
  tx: TenantTransaction,
  work: BulkWork,
  moved: { lane: number; from: string; to: string },
  { changed, unchanged, refused }: BulkCounts,
): Promise<boolean> {
  const [row] = await tx.query<{ finished: boolean }>(
    `UPDATE bulk_operations SET cursors[$3] = $5::uuid, done = done + $6 + $7 + $8, changed = changed + $6,
       unchanged = unchanged + $7, refused = refused + $8
     WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND cursors[$3] = $4::uuid
     RETURNING cursors = lows AS finished`,
    [tx.organizationId, work.id, moved.lane + 1, moved.from, moved.to, changed, unchanged, refused],
  );
  if (row === undefined) throw new StaleCursor();
  await announceLeads(tx);
  return row.finished;
}

/** Bulk operations run side by side, but alternate with import batches. */
export async function lockBulkBatch(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
    `leads:${tx.organizationId}`,
  ]);
}

/** Does nothing when it has ended. The total becomes the leads processed: matches may have changed while it ran. */
export async function endBulk(tx: TenantTransaction, work: BulkWork, failure: string | null): Promise<void> {
  const [row] = await tx.query<Record<string, number>>(
    `UPDATE bulk_operations SET status = $3, failure = $4, finished_at = now(),
       total = CASE WHEN $4::text IS NULL THEN done ELSE total END
     WHERE organization_id = $1 AND id = $2 AND status = 'processing'
     RETURNING total, changed, unchanged, refused`,
    [tx.organizationId, work.id, failure === null ? 'completed' : 'failed', failure],
  );
  if (row === undefined) return;
  await writeAudit(tx, {
    action: auditedAs(work.action),
    actor: { id: work.createdBy, username: work.createdByName },
    origin: work.ipAddress === null ? null : { ipAddress: work.ipAddress, userAgent: work.userAgent },
    resource: work.id,
    details: { ...row, ...(await detailsOf(tx, work.action)), ...(failure !== null && { reason: failure }) },
  });
  await announceLeads(tx);
}

function auditedAs(action: StoredAction): AuditEntry['action'] {
  const type = action.type === 'undo' ? action.of.type : action.type;
  if (type === 'delete') return action.type === 'undo' ? 'restore_lead' : 'delete_lead';
  if (type === 'restore') return action.type === 'undo' ? 'delete_lead' : 'restore_lead';
  if (type === 'purge') return 'purge_lead';
  if (action.type === 'undo') return 'bulk_update';
  return type === 'markSold' ? 'mark_sold' : type === 'fixPhones' ? 'fix_phones' : 'bulk_update';
}

async function detailsOf(tx: TenantTransaction, action: StoredAction): Promise<Record<string, string>> {
  switch (action.type) {
    case 'status':
      return { operation: action.type, status: (await loadLeadStatuses(tx)).nameOf(action.status) };
    case 'setField':
      return { operation: action.type, field: action.field, value: String(action.value ?? '') };
    case 'addTags':
    case 'removeTags':
      return { operation: action.type, tags: action.tags.join(', ') };
    case 'markSold': {
      const { type: operation, customerNumber, price, currency } = action;
      return {
        operation,
        customerNumber,
        ...(price !== undefined && currency !== undefined && { price, currency }),
      };
    }
    case 'returnSale':
      return { operation: action.type, ...(action.reason !== undefined && { reason: action.reason }) };
    case 'undo':
      return { operation: action.type, of: action.of.type };
    default:
      return { operation: action.type };
  }
}
