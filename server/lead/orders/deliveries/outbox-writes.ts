import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import { localTimes } from '../period-reads.ts';
import type { StoredOrder } from '../stored-order.ts';

/** SQL of the states in which something is or may be sent by itself. */
const OPEN_STATES = "('waiting', 'sending', 'unknown')";

/** Returns when leads sold now are delivered, for an order that collects them; otherwise null. */
export async function deliveryTimeOf(
  tx: TenantTransaction,
  { delivery, timeZone }: StoredOrder,
): Promise<Date | null> {
  const every = 'every' in delivery ? delivery.every : 'lead';
  if (every === 'lead') return null;
  const span = (await localTimes(tx, [timeZone])).get(timeZone)?.spans[every];
  return span?.before ?? null;
}

/** Has the servers look for deliveries of an order once the transaction commits, or later. */
export async function wakeQueue(
  tx: TenantTransaction,
  orderId: string,
  at: Date | null = null,
): Promise<void> {
  await tx.query(
    `INSERT INTO delivery_queues (organization_id, order_id, next_at) VALUES ($1, $2, coalesce($3::timestamptz, now()))
     ON CONFLICT (organization_id, order_id)
     DO UPDATE SET next_at = least(delivery_queues.next_at, excluded.next_at)`,
    [tx.organizationId, orderId, at],
  );
  await notifyChanges(tx, { type: 'deliveries' });
}

/** Cancels open deliveries of leads that are in the bin or gone, or whose sale has ended. */
export async function cancelEndedDeliveries(
  tx: TenantTransaction,
  leadIds: readonly string[],
): Promise<void> {
  const canceled = await tx.query(
    `UPDATE deliveries d SET state = 'canceled', reason = 'The sale ended, or the lead is in the bin', next_at = NULL, claim = NULL
     WHERE d.organization_id = $1 AND d.lead_id = ANY ($2::uuid[]) AND d.state IN ${OPEN_STATES} AND NOT EXISTS (
       SELECT FROM leads l JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = l.id
       WHERE l.organization_id = $1 AND l.id = d.lead_id AND l.deleted_at IS NULL AND s.id = d.sale_id AND s.returned_at IS NULL)
     RETURNING d.id`,
    [tx.organizationId, leadIds],
  );
  if (canceled.length > 0) await notifyChanges(tx, { type: 'deliveries' });
}

/** Ends what a deleted order would still send; what the buyer answered stays as proof. */
export async function endDeliveries(tx: TenantTransaction, orderId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'canceled', reason = 'The order was deleted', next_at = NULL, claim = NULL
     WHERE organization_id = $1 AND order_id = $2 AND state IN ${OPEN_STATES}`,
    [tx.organizationId, orderId],
  );
  const values = [tx.organizationId, orderId];
  await tx.query('DELETE FROM delivery_queues WHERE organization_id = $1 AND order_id = $2', values);
  await tx.query('DELETE FROM delivery_links WHERE organization_id = $1 AND order_id = $2', values);
  await tx.query('DELETE FROM order_secrets WHERE organization_id = $1 AND order_id = $2', values);
  await notifyChanges(tx, { type: 'deliveries' });
}

/** Sends what waits after a change of the order; `resumes` also ends what its pause counted. */
export async function resumeQueue(
  tx: TenantTransaction,
  orderId: string,
  { resumes }: { resumes: boolean },
): Promise<void> {
  const rows = await tx.query(
    `UPDATE delivery_queues SET next_at = now(), held_until = CASE WHEN $3::boolean THEN NULL ELSE held_until END,
       refusals = CASE WHEN $3::boolean THEN 0 ELSE refusals END,
       rejections = CASE WHEN $3::boolean THEN 0 ELSE rejections END,
       silences = CASE WHEN $3::boolean THEN 0 ELSE silences END
     WHERE organization_id = $1 AND order_id = $2 RETURNING order_id`,
    [tx.organizationId, orderId, resumes],
  );
  if (rows.length > 0) await notifyChanges(tx, { type: 'deliveries' });
}
