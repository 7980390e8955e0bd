import sql, { empty } from 'sql-template-tag';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

interface Replayed {
  orderId: string;
  id?: string | undefined;
  state?: 'waiting' | 'unknown' | 'failed' | undefined;
  from?: string | undefined;
  before?: string | undefined;
}

/** Has open and failed deliveries of an order sent at once. Returns how many. */
export async function replayOpen(
  tx: TenantTransaction,
  { orderId, id, state, from, before }: Replayed,
): Promise<number> {
  await tx.query('SELECT FROM delivery_queues WHERE organization_id = $1 AND order_id = $2 FOR UPDATE', [
    tx.organizationId,
    orderId,
  ]);
  const rows = await tx.query(sql`
    update deliveries set state = 'waiting', next_at = now(), tries = 0
    where organization_id = ${tx.organizationId} and order_id = ${orderId} and state in ('waiting', 'unknown', 'failed')
      ${id === undefined ? empty : sql`and id = ${id}`}
      ${state === undefined ? empty : sql`and state = ${state}`}
      ${from === undefined ? empty : sql`and created_at >= ${from}::timestamptz`}
      ${before === undefined ? empty : sql`and created_at < ${before}::timestamptz`}
    returning id`);
  return rows.length;
}

/** Returns false for a delivery that has ended. */
export async function cancelOpen(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE deliveries SET state = 'canceled', reason = 'Canceled by a user', next_at = NULL, claim = NULL
     WHERE organization_id = $1 AND id = $2 AND state IN ('waiting', 'sending', 'unknown', 'failed') RETURNING id`,
    [tx.organizationId, id],
  );
  return rows.length > 0;
}
