import type { StoredOrder } from '../../lead/orders/stored-order.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** The part of an order that users set. */
export type GivenOrder = Omit<StoredOrder, 'id' | 'pausedAt' | 'pauseReason' | 'savedBy' | 'createdAt'>;

/** Admits one new order at a time. */
export async function lockOrders(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`orders:${tx.organizationId}`]);
}

function valuesOf(order: GivenOrder): unknown[] {
  return [
    ...[order.customerNumber, order.name, order.active, JSON.stringify(order.where), order.price],
    ...[order.currency, order.priority, order.weight, order.exclusive, JSON.stringify(order.caps)],
    ...[order.timeZone, JSON.stringify(order.hours), order.duplicateDays, order.whenClosed, order.autoSell],
    ...[JSON.stringify(order.delivery), order.endsOn],
  ];
}

export async function insertOrder(
  tx: TenantTransaction,
  id: string,
  order: GivenOrder,
  savedBy: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO orders (organization_id, id, saved_by, customer_number, name, active, conditions, price, currency, priority,
       weight, exclusive, caps, time_zone, hours, duplicate_days, when_closed, auto_sell, delivery, ends_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [tx.organizationId, id, savedBy, ...valuesOf(order)],
  );
}

/** @param resumes ends a pause */
export async function writeOrder(
  tx: TenantTransaction,
  id: string,
  order: GivenOrder,
  { savedBy, resumes }: { savedBy: string; resumes: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE orders SET saved_by = $3, customer_number = $4, name = $5, active = $6, conditions = $7, price = $8, currency = $9,
       priority = $10, weight = $11, exclusive = $12, caps = $13, time_zone = $14, hours = $15, duplicate_days = $16,
       when_closed = $17, auto_sell = $18, delivery = $19, ends_on = $20,
       paused_at = CASE WHEN $21::boolean THEN NULL ELSE paused_at END,
       pause_reason = CASE WHEN $21::boolean THEN NULL ELSE pause_reason END
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, savedBy, ...valuesOf(order), resumes],
  );
}

/** Deletes an order, whose sales keep its id; returns null for an unknown one. */
export async function removeOrder(tx: TenantTransaction, id: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    'DELETE FROM orders WHERE organization_id = $1 AND id = $2 RETURNING name',
    [tx.organizationId, id],
  );
  return row?.name ?? null;
}
