import type pg from 'pg';

/** Tables as stored, or as staged for an organization that is being restored. */
const PREFIX = { stored: '', staged: 'restored_' };

/**
 * Removes secrets of orders that another secret key sealed. Returns a line if there were any.
 * @param where staged for those of an organization that is being restored
 */
export async function dropOrderSecrets(
  client: pg.ClientBase | pg.Pool,
  where: keyof typeof PREFIX,
): Promise<string[]> {
  const { rowCount } = await client.query(`DELETE FROM ${PREFIX[where]}order_secrets`);
  if (rowCount === 0) return [];
  return [
    "Secrets of orders can't be read without the former secret key: enter them again in each order's delivery",
  ];
}

/** Pauses restored orders with open deliveries, which may have been sent since. Returns a line if there were any. */
export async function pauseRestoredOrders(
  client: pg.ClientBase,
  where: keyof typeof PREFIX,
): Promise<string[]> {
  const { rowCount } = await client.query(
    `UPDATE ${PREFIX[where]}orders o SET paused_at = $1, pause_reason = 'Restored from a backup: deliveries that wait may have been sent since'
     WHERE o.paused_at IS NULL AND EXISTS (
       SELECT FROM ${PREFIX[where]}deliveries d
       WHERE d.organization_id = o.organization_id AND d.order_id = o.id AND d.state IN ('waiting', 'sending', 'unknown'))`,
    [new Date()],
  );
  if (rowCount === 0) return [];
  return [
    'Orders with deliveries that wait are paused: resume them once you know that the buyers lack these leads',
  ];
}
