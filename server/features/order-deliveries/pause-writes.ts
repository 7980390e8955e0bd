import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Stops an order that the transaction has locked; nothing of it is sent until it is resumed. */
export async function pauseOrder(tx: TenantTransaction, orderId: string, reason: string): Promise<void> {
  await tx.query(
    'UPDATE orders SET paused_at = now(), pause_reason = $3 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, orderId, reason],
  );
  await tx.query('UPDATE delivery_queues SET next_at = NULL WHERE organization_id = $1 AND order_id = $2', [
    tx.organizationId,
    orderId,
  ]);
  await tx.query('SELECT enqueue_pause_mail($1, $2)', [tx.organizationId, orderId]);
}
