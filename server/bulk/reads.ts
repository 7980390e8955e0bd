import type { BulkOperation } from '#contract/bulk.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { BulkWork, StoredAction } from './work.ts';

interface Row extends Omit<BulkOperation, 'createdAt' | 'action'> {
  action: StoredAction;
  createdAt: Date;
}

/** An operation as its caller sees it, or null when the organization has none of that id. */
export async function findBulk(tx: TenantTransaction, id: string): Promise<BulkOperation | null> {
  const [row] = await tx.query<Row & { id: string }>(
    `SELECT id, action, status, total, done, changed, unchanged, refused, undone_by IS NOT NULL AS undone,
       created_at AS "createdAt"
     FROM bulk_operations WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  if (row === undefined) return null;
  return { ...row, action: row.action.type, createdAt: row.createdAt.toISOString() };
}

interface WorkRow extends Omit<BulkWork, 'lanes'> {
  cursors: string[];
  lows: string[];
}

/** The work that is left of an operation, or null when it is finished or unknown. */
export async function findUnfinishedBulk(tx: TenantTransaction, id: string): Promise<BulkWork | null> {
  const [row] = await tx.query<WorkRow & { id: string }>(
    `SELECT id, action, selection, cursors, lows, up_to AS "upTo", undoes, created_by AS "createdBy",
       created_by_name AS "createdByName", ip_address AS "ipAddress", user_agent AS "userAgent"
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 AND status = 'processing'`,
    [tx.organizationId, id],
  );
  if (row === undefined) return null;
  const { cursors, lows, ...work } = row;
  return { ...work, lanes: cursors.map((cursor, lane) => ({ cursor, low: lows[lane] ?? cursor })) };
}

/** What decides whether an operation can be undone; locked until the transaction ends. */
export interface Undoable {
  action: StoredAction;
  status: BulkOperation['status'];
  upTo: string;
  undone: boolean;
}

/** The operation, locked, or null when the organization has none of that id. */
export async function lockBulk(tx: TenantTransaction, id: string): Promise<Undoable | null> {
  const [row] = await tx.query<Undoable & { status: string }>(
    `SELECT action, status, up_to AS "upTo", undone_by IS NOT NULL AS undone
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return row ?? null;
}
