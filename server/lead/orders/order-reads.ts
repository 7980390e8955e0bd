import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { StoredOrder } from './stored-order.ts';

const COLUMNS = `id, customer_number AS "customerNumber", name, active, conditions AS "where", price, currency, priority, weight,
  exclusive, caps, time_zone AS "timeZone", hours, ends_on::text AS "endsOn", duplicate_days AS "duplicateDays", when_closed AS "whenClosed",
  auto_sell AS "autoSell", delivery, paused_at AS "pausedAt", pause_reason AS "pauseReason", saved_by AS "savedBy",
  created_at AS "createdAt"`;

type Row = StoredOrder & Record<string, unknown>;

/** Returns all orders, those of one customer if given, by priority. */
export function loadOrders(tx: TenantTransaction, customer: string | null = null): Promise<StoredOrder[]> {
  return tx.query<Row>(
    `SELECT ${COLUMNS} FROM orders WHERE organization_id = $1 AND ($2::text IS NULL OR customer_number = $2)
     ORDER BY priority, lower(name), id`,
    [tx.organizationId, customer],
  );
}

export async function findOrder(tx: TenantTransaction, id: string): Promise<StoredOrder | null> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM orders WHERE organization_id = $1 AND id = $2`, [
    tx.organizationId,
    id,
  ]);
  return row ?? null;
}

/** Admits one seller at a time, so that each counts the sales of all before. Leads are locked first. */
export async function lockOrder(tx: TenantTransaction, id: string): Promise<StoredOrder | null> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM orders WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Locks the orders that sell new leads, in the order of their ids, and returns them by priority. */
export async function lockAutoSelling(tx: TenantTransaction): Promise<StoredOrder[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM orders WHERE organization_id = $1 AND auto_sell AND active AND paused_at IS NULL
     ORDER BY id FOR UPDATE`,
    [tx.organizationId],
  );
  return rows.sort((a, b) => a.priority - b.priority);
}

export async function countOrders(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ orders: number }>(
    'SELECT count(*)::int AS orders FROM orders WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.orders ?? 0;
}

/** Returns the names of customers that have one, by number. */
export async function customerNames(
  tx: TenantTransaction,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ number: string; name: string }>(
    'SELECT number, name FROM customers WHERE organization_id = $1 AND number = ANY ($2::text[]) AND name IS NOT NULL',
    [tx.organizationId, numbers],
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
}
