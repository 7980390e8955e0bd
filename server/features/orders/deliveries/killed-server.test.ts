import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { accepts, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { CONDITION_HANGS_MS } from '#tests/support/limits.ts';
import { until } from '#tests/support/until.ts';

const stage = setKillStage();
const LEADS = 300;

interface Stored {
  id: string;
  state: string;
}

async function stored(order: Order): Promise<Stored[]> {
  const { rows } = await stage.owner.query<Stored>('SELECT id, state FROM deliveries WHERE order_id = $1', [
    order.id,
  ]);
  return rows;
}

test('servers killed while they send lose nothing, and each repeat has the id of its delivery', async () => {
  stage.settings['DELIVERY_ALLOW'] = '127.0.0.0/8';
  let count = 0;
  const buyer = await startBuyer((request, response) => {
    // Each seventh is taken without an answer.
    if (++count % 7 === 0) response.destroy();
    else return accepts(request, response);
    return undefined;
  });
  try {
    let started = await stage.start();
    const { body: order } = await started.client.post<Order>('/api/orders', {
      ...{ customerNumber: 'C-1', name: 'Acme', autoSell: true, ...webhookTo(buyer) },
    });
    for (let n = 0; n < LEADS; n++) {
      const { status } = await started.client.post('/api/leads', { email: `lead${n}@example.com` });
      expect(status).toBe(201);
      if (n % 100 !== 50) continue;
      await started.server.end('SIGKILL');
      started = await stage.start();
    }
    await until(
      'all are accepted',
      async () => {
        // Repeats, and what killed servers were sending, are made due.
        await stage.owner.query(
          `UPDATE deliveries SET next_at = now()
           WHERE next_at > now() AND (state <> 'sending' OR last_at < now() - interval '3 seconds')`,
        );
        await stage.owner.query(
          'UPDATE delivery_queues SET next_at = now(), held_until = NULL WHERE next_at > now()',
        );
        const all = await stored(order);
        return all.length === LEADS && all.every(({ state }) => state === 'accepted');
      },
      CONDITION_HANGS_MS,
    );
    const ids = new Set((await stored(order)).map(({ id }) => id));
    expect(buyer.ids().every((id) => ids.has(id))).toBe(true);
    expect(new Set(buyer.ids()).size).toBe(LEADS);
  } finally {
    await buyer.close();
  }
});
