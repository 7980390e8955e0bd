import type { Order, OrderMatch, OrderSale } from '#contract/orders.ts';
import type { Client } from './client.ts';

type Input = Record<string, unknown>;

/** Creates an order; throws when it is refused. */
export async function makeOrder(client: Client, input: Input = {}): Promise<Order> {
  const { status, body } = await client.post<Order>('/api/orders', {
    ...{ customerNumber: 'C-1', name: 'Acme' },
    ...input,
  });
  if (status !== 201) throw new Error(`The order was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function readOrder(client: Client, id: string): Promise<Order> {
  const { status, body } = await client.get<Order>(`/api/orders/${id}`);
  if (status !== 200) throw new Error(`The order was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Sells leads, by default all, through an order; throws when the call is refused. */
export async function sellThroughCall(
  client: Client,
  id: string,
  leads: Input = { filter: {} },
): Promise<OrderSale> {
  const { status, body } = await client.post<OrderSale>(`/api/orders/${id}/sell`, leads);
  if (status !== 201) throw new Error(`The sale was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Asks which orders take leads. */
export async function matchCall(client: Client, leads: Input): Promise<OrderMatch[]> {
  const { status, body } = await client.post<OrderMatch[]>('/api/orders/match', leads);
  if (status !== 200) throw new Error(`The match was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}
