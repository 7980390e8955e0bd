import type { Order } from '#contract/orders.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import type { Client } from '#tests/support/client.ts';
import { type OperationRow, startedOperation } from './bulk-work.ts';
import type { TryEnvironment } from './place.ts';
import { countFaults, expectEqual, importForWork, untilThere, type Work } from './work.ts';

const ORDER = { customerNumber: 'C-1', name: 'Acme' };
/** Share of the leads that the order takes. */
const CAP = 0.75;

/** Leads sold through an order in one operation until its cap is full. */
export const orderSale: Work = {
  name: 'sale through an order',
  prepare: (_place, client, leads) => importForWork(client, leads),
  begin: async (place, { client }, leads) => {
    const wanted = Math.floor(leads * CAP);
    const id = await makeOrder(client, { caps: [{ period: 'total', leads: wanted }] });
    const verify = async ({ changed }: OperationRow, by: Client) => {
      const { body: order } = await by.get<Order>(`/api/orders/${id}`);
      return [
        ...expectEqual('leads counted as sold', changed, wanted),
        ...expectEqual('leads counted by the cap', order.caps[0]?.used.leads, wanted),
        ...(await saleFaults(place, wanted)),
      ];
    };
    return startedOperation(place, client, { number: 1, leads, post: (by) => sell(by, id), verify });
  },
};

/** Webhooks to a buyer for all leads, each repeated with its id until it is answered. */
export const orderDeliveries: Work = {
  name: 'deliveries',
  prepare: (_place, client, leads) => importForWork(client, leads),
  begin: async (place, { client }, leads) => {
    const buyer = await startBuyer();
    const id = await makeOrder(client, webhookTo(buyer));
    const isDone = async () => (await acceptedIn(place)) === leads;
    void sell(client, id).catch(() => undefined);
    return {
      state: async () => {
        const accepted = await acceptedIn(place).catch(() => 0);
        return { text: `${accepted} leads accepted`, isOver: accepted === leads };
      },
      finish: (running) =>
        untilThere('end of the deliveries', async () => {
          const [sales] = await place.ask<{ id: string }>('SELECT id FROM bulk_operations LIMIT 1');
          if (sales === undefined) await sell(running.client, id);
          await makeDue(place);
          return (await isDone()) ? 'all accepted' : null;
        }),
      verify: async (running) => [
        ...(await deliveryFaults(place, buyer, leads)),
        ...(await saleFaults(place, leads)),
        ...(await countFaults(place, running.client, leads)),
      ],
      close: () => buyer.close(),
    };
  },
};

async function makeOrder(client: Client, more: object): Promise<string> {
  const { status, body } = await client.post<Order>('/api/orders', { ...ORDER, ...more });
  if (status !== 201) throw new Error(`The order was refused with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

function sell(client: Client, orderId: string): Promise<unknown> {
  return client.post(`/api/orders/${orderId}/sell`, { filter: {} });
}

async function saleFaults(place: TryEnvironment, wanted: number): Promise<string[]> {
  const [count] = await place.ask<{ leads: number; sales: number; sold: number }>(
    `SELECT (SELECT count(*)::int FROM leads WHERE is_sold AND customer_number = $1) AS leads,
       count(*)::int AS sales, count(DISTINCT lead_id)::int AS sold FROM lead_sales`,
    [ORDER.customerNumber],
  );
  return [
    ...expectEqual('sold leads', count?.leads, wanted),
    ...expectEqual('sales', count?.sales, wanted),
    ...expectEqual('leads with a sale', count?.sold, wanted),
  ];
}

async function acceptedIn(place: TryEnvironment): Promise<number> {
  const [row] = await place.ask<{ accepted: number }>(
    "SELECT count(*)::int AS accepted FROM deliveries WHERE state = 'accepted'",
  );
  return row?.accepted ?? 0;
}

/** Repeats, and what a killed server was sending, are made due. */
async function makeDue(place: TryEnvironment): Promise<void> {
  await place.ask(
    `UPDATE deliveries SET next_at = now()
     WHERE next_at > now() AND (state <> 'sending' OR last_at < now() - interval '3 seconds')`,
  );
  await place.ask('UPDATE delivery_queues SET next_at = now(), held_until = NULL WHERE next_at > now()');
}

/** Every lead has one delivery, and the buyer got each under its id alone. */
async function deliveryFaults(place: TryEnvironment, buyer: Buyer, leads: number): Promise<string[]> {
  const stored = await place.ask<{ id: string; leadId: string }>(
    'SELECT id, lead_id AS "leadId" FROM deliveries',
  );
  const known = new Set(stored.map(({ id }) => id));
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of buyer.requests) {
    const { email } = JSON.parse(body) as { email: string };
    ids.set(email, (ids.get(email) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return [
    ...expectEqual('deliveries', stored.length, leads),
    ...expectEqual('leads with a delivery', new Set(stored.map(({ leadId }) => leadId)).size, leads),
    ...expectEqual('leads that the buyer got', ids.size, leads),
    ...expectEqual(
      'leads that the buyer got under two ids',
      [...ids.values()].filter((own) => own.size > 1).length,
      0,
    ),
    ...expectEqual('unknown ids', buyer.ids().filter((id) => !known.has(id)).length, 0),
  ];
}
