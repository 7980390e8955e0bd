import type pg from 'pg';

const DROP_SECRETS = {
  stored: 'DELETE FROM order_secrets',
  staged: 'DELETE FROM restored_order_secrets',
};

const PAUSE = `SET paused_at = $1, pause_reason = 'Restored from a backup: deliveries that wait may have been sent since'
  WHERE o.paused_at IS NULL`;
const OF_ORDER =
  "d.organization_id = o.organization_id AND d.order_id = o.id AND d.state IN ('waiting', 'sending', 'unknown')";

const PAUSE_OPEN = {
  stored: `UPDATE orders o ${PAUSE} AND EXISTS (SELECT FROM deliveries d WHERE ${OF_ORDER})`,
  staged: `UPDATE restored_orders o ${PAUSE} AND EXISTS (SELECT FROM restored_deliveries d WHERE ${OF_ORDER})`,
};

/**
 * Removes secrets of orders that another secret key sealed. Returns a line if there were any.
 * @param where staged for those of an organization that is being restored
 */
export async function dropOrderSecrets(
  client: pg.ClientBase | pg.Pool,
  where: keyof typeof DROP_SECRETS,
): Promise<string[]> {
  const { rowCount } = await client.query(DROP_SECRETS[where]);
  if (rowCount === 0) return [];
  return [
    "Secrets of orders can't be read without the former secret key: enter them again in each order's delivery",
  ];
}

/** Pauses restored orders with open deliveries, which may have been sent since. Returns a line if there were any. */
export async function pauseRestoredOrders(
  client: pg.ClientBase,
  where: keyof typeof PAUSE_OPEN,
): Promise<string[]> {
  const { rowCount } = await client.query(PAUSE_OPEN[where], [new Date()]);
  if (rowCount === 0) return [];
  return [
    'Orders with deliveries that wait are paused: resume them once you know that the buyers lack these leads',
  ];
}
