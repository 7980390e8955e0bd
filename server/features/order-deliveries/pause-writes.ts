import { announceLeads } from '../../lead/change/announce-leads.ts';
import { queueOrderMail } from '../../lead/customer-orders/order-mail-writes.ts';
import { lockOrder } from '../../lead/customer-orders/order-reads.ts';
import { hasEnded, localTimes } from '../../lead/customer-orders/period-reads.ts';
import type { StoredOrder } from '../../lead/customer-orders/stored-order.ts';
import { type Actor, writeAudit } from '../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { DueOrder } from './due-reads.ts';

/** Returns who an order acts as. */
export function actorOfOrder({ savedBy, name }: StoredOrder): Actor {
  return { id: savedBy, username: `Order ${name}` };
}

/** Stops an order that the transaction has locked, and says so; nothing of it is sent until it is resumed. */
export async function pauseOrder(tx: TenantTransaction, order: StoredOrder, reason: string): Promise<void> {
  const values = [tx.organizationId, order.id];
  await tx.query(
    'UPDATE orders SET paused_at = now(), pause_reason = $3 WHERE organization_id = $1 AND id = $2',
    [...values, reason],
  );
  await tx.query(
    'UPDATE delivery_queues SET next_at = NULL WHERE organization_id = $1 AND order_id = $2',
    values,
  );
  await queueOrderMail(tx, order.id);
  await writeAudit(tx, {
    action: 'pause_order',
    actor: actorOfOrder(order),
    origin: null,
    resource: order.name,
    details: { reason, customerNumber: order.customerNumber, order: order.id },
  });
  await announceLeads(tx, { aspects: ['sales'], ids: null });
}

/** Pauses orders whose last day is over, once what they sold is sent. */
export async function pauseEndedOrders(context: Pick<Context, 'db'>): Promise<void> {
  const { rows } = await context.db.owner.query<DueOrder>(
    `SELECT organization_id AS "organizationId", id AS "orderId" FROM orders
     WHERE active AND paused_at IS NULL AND ends_on < (now() AT TIME ZONE time_zone)::date`,
  );
  for (const { organizationId, orderId } of rows) {
    await scopeOf(context, organizationId).transaction((tx) => pauseEnded(tx, orderId));
  }
}

async function pauseEnded(tx: TenantTransaction, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order === null || !order.active || order.pausedAt !== null) return;
  const now = (await localTimes(tx, [order.timeZone])).get(order.timeZone);
  if (now === undefined || !hasEnded(order.endsOn, now)) return;
  const open = await tx.query(
    'SELECT FROM deliveries WHERE organization_id = $1 AND order_id = $2 AND next_at IS NOT NULL LIMIT 1',
    [tx.organizationId, orderId],
  );
  if (open.length === 0) await pauseOrder(tx, order, `Its last day was ${order.endsOn}`);
}
