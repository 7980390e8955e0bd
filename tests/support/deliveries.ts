import type { DeliveryState, DeliveryWithAttempts, SaleDelivery } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import type { TestApp } from './app.ts';
import { call } from './calls.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

/** Returns the deliveries of an order, newest first. */
export async function deliveriesOf(client: Client, order: Pick<Order, 'id'>): Promise<SaleDelivery[]> {
  const { body } = await client.get<{ deliveries: SaleDelivery[] }>(
    `/api/deliveries?orderId=${order.id}&limit=200`,
  );
  return body.deliveries;
}

/** Waits until a delivery of an order has a state. */
export function deliveryThatIs(
  client: Client,
  order: Pick<Order, 'id'>,
  state: DeliveryState,
): Promise<SaleDelivery> {
  return until(`a delivery is ${state}`, async () =>
    (await deliveriesOf(client, order)).find((one) => one.state === state),
  );
}

/** Waits until the given number of deliveries of an order has each state. */
export async function statesAre(
  client: Client,
  order: Pick<Order, 'id'>,
  states: Partial<Record<DeliveryState, number>>,
): Promise<void> {
  await until(`deliveries are ${JSON.stringify(states)}`, async () => {
    const found = await deliveriesOf(client, order);
    return Object.entries(states).every(
      ([state, count]) => found.filter((one) => one.state === state).length === count,
    );
  });
}

/** Makes the repeats of an order due now. */
export async function makeDue({ context }: TestApp, { id }: Pick<Order, 'id'>): Promise<void> {
  const { owner } = context.db;
  await owner.query(
    "UPDATE deliveries SET next_at = now() WHERE order_id = $1 AND next_at IS NOT NULL AND state <> 'sending'",
    [id],
  );
  await owner.query('UPDATE delivery_queues SET next_at = now(), held_until = NULL WHERE order_id = $1', [
    id,
  ]);
}

/** Returns a delivery with its attempts. */
export async function readDelivery(client: Client, id: string, query = ''): Promise<DeliveryWithAttempts> {
  const { status, body } = await client.get<DeliveryWithAttempts>(`/api/deliveries/${id}${query}`);
  if (status !== 200) throw new Error(`The delivery was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Changes an order; throws when it is refused. */
export async function patchOrder(client: Client, { id }: Order, change: unknown): Promise<Order> {
  const { status, body } = await call<Order>(client, 'PATCH', `/api/orders/${id}`, change);
  if (status !== 200) throw new Error(`The change was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}
