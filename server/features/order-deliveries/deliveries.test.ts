import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryWithAttempts, SaleDelivery } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { makeOrder, readOrder, sellThroughCall } from '#tests/support/orders.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: SignedIn;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ outbound: { allow: ['127.0.0.0/8'] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  buyer = await startBuyer();
});
afterEach(() => buyer.close());

async function deliveriesOf(order: Order): Promise<SaleDelivery[]> {
  const { body } = await admin.get<{ deliveries: SaleDelivery[] }>(`/api/deliveries?orderId=${order.id}`);
  return body.deliveries;
}

async function settled(order: Order, state: string): Promise<SaleDelivery> {
  return until(`a delivery is ${state}`, async () =>
    (await deliveriesOf(order)).find((one) => one.state === state && one.lastAt !== null),
  );
}

/** Makes the repeats of an order due. */
async function makeDue(order: Order): Promise<void> {
  const values = [admin.user.organizationId, order.id];
  const { owner } = app.context.db;
  await owner.query(
    "UPDATE deliveries SET next_at = now() WHERE organization_id = $1 AND order_id = $2 AND next_at IS NOT NULL AND state <> 'sending'",
    values,
  );
  await owner.query(
    'UPDATE delivery_queues SET next_at = now(), held_until = NULL WHERE organization_id = $1 AND order_id = $2',
    values,
  );
}

describe('a webhook', () => {
  test('delivers a sold lead, signed, and the answer is read', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    const secret = order.delivery.kind === 'webhook' ? order.delivery.secret : undefined;
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    await sellThroughCall(admin, order.id);
    const delivery = await settled(order, 'accepted');
    expect(delivery).toMatchObject({ leadId: lead.id, attempts: 1, nextAt: null, customerNumber: 'C-1' });
    const [request] = buyer.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'jane@example.com' });
    expect(request?.headers['webhook-id']).toBe(delivery.id);
    const signed = request?.headers as Record<string, string>;
    expect(new Webhook(secret ?? '').verify(request?.body ?? '', signed)).toBeTruthy();
    expect((await readOrder(admin, order.id)).delivery).not.toHaveProperty('secret');
  });

  test('a rejected lead is taken back, and the next order gets it', async () => {
    buyer.answers = ({ url }) => (url === '/first' ? { result: 'no', why: 'Wrong age' } : { result: 'ok' });
    const base = new URL(buyer.url).origin;
    const first = await makeOrder(admin, {
      ...webhookTo({ url: `${base}/first` }),
      ...{ autoSell: true, caps: [{ period: 'day', leads: 5 }] },
    });
    const next = await makeOrder(admin, {
      ...webhookTo({ url: `${base}/next` }),
      ...{ autoSell: true, priority: 2, name: 'Next', customerNumber: 'C-2' },
    });
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    expect(await settled(first, 'rejected')).toMatchObject({ reason: 'Wrong age', attempts: 1 });
    await settled(next, 'accepted');
    const detail = await readLeadDetail(admin, lead.id);
    expect(detail).toMatchObject({ isSold: true, customerNumber: 'C-2' });
    expect(detail.sales).toMatchObject([
      { customerNumber: 'C-2', returnedAt: null },
      { customerNumber: 'C-1', returnReason: 'Rejected: Wrong age' },
    ]);
    expect(await readOrder(admin, first.id)).toMatchObject({ sold: 0, caps: [{ used: { leads: 0 } }] });
  });

  test('an answer that never comes leaves it unknown, and the repeat has the same id', async () => {
    buyer.answers = (_request, response) => response.destroy();
    const order = await makeOrder(admin, { ...webhookTo(buyer), autoSell: true });
    const other = await makeOrder(admin, { ...webhookTo(buyer), autoSell: true, priority: 2, name: 'Other', customerNumber: 'C-2' });
    await makeLead(admin, { email: 'jane@example.com' });
    const delivery = await settled(order, 'unknown');
    expect(delivery.nextAt).not.toBeNull();
    buyer.answers = () => ({ result: 'ok' });
    await makeDue(order);
    expect(await settled(order, 'accepted')).toMatchObject({ id: delivery.id, attempts: 2 });
    expect(buyer.ids()).toEqual([delivery.id, delivery.id]);
    expect(await deliveriesOf(other)).toEqual([]);
    const { body } = await admin.get<DeliveryWithAttempts>(`/api/deliveries/${delivery.id}`);
    expect(body.attemptsMade).toMatchObject([
      { number: 1, answer: null, read: null },
      { number: 2, answer: { status: 200 }, read: 'accepted' },
    ]);
    expect(body.attemptsMade[0]?.request.body).toBe('{"email":"j…@example.com"}');
  });
});
