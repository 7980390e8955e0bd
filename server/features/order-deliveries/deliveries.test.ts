import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  deliveriesOf,
  deliveryThatIs,
  makeDue,
  patchOrder,
  readDelivery,
  statesAre,
} from '#tests/support/deliveries.ts';
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

const emailOf = (n: number) => `lead-${n}@example.com`;
async function makeLeads(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await makeLead(admin, { email: emailOf(n) })).id);
  return ids;
}
/** An order with a webhook, to which a lead is sold. */
async function soldTo(more: Record<string, unknown> = {}, delivery: Record<string, unknown> = {}) {
  const order = await makeOrder(admin, { ...webhookTo(buyer, delivery), ...more });
  const lead = await makeLead(admin, { email: 'jane@example.com' });
  await sellThroughCall(admin, order.id);
  return { order, lead };
}

async function suppress(list: { name: string; customerNumber?: string }, entry: string): Promise<void> {
  const { body } = await admin.post<{ id: string }>('/api/suppression-lists', list);
  const { status } = await admin.post('/api/suppressions', { listId: body.id, entries: [entry] });
  expect(status).toBe(201);
}

describe('an accepted lead', () => {
  test('arrives signed with the secret that was shown once', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    const secret = order.delivery.kind === 'webhook' ? order.delivery.secret : undefined;
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    await sellThroughCall(admin, order.id);
    const delivery = await deliveryThatIs(admin, order, 'accepted');
    expect(delivery).toMatchObject({ leadId: lead.id, attempts: 1, nextAt: null, customerNumber: 'C-1' });
    const [request] = buyer.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'jane@example.com' });
    expect(request?.headers['webhook-id']).toBe(delivery.id);
    const signed = request?.headers as Record<string, string>;
    expect(new Webhook(secret ?? '').verify(request?.body ?? '', signed)).toBeTruthy();
    expect((await readOrder(admin, order.id)).delivery).not.toHaveProperty('secret');
  });

  test('has the price and reference of the answer', async () => {
    buyer.answers = () => ({ result: 'ok', pays: '7.5', ref: 'R-1' });
    const when = [{ part: 'json', path: 'result', equals: 'ok' }];
    const taken = { price: { part: 'json', path: 'pays' }, reference: { part: 'json', path: 'ref' } };
    const then = 'accepted';
    const accept = [{ ...{ when, then, ...taken } }];
    const { order, lead } = await soldTo({ price: '5', currency: 'EUR' }, { accept });
    expect(await deliveryThatIs(admin, order, 'accepted')).toMatchObject({ reference: 'R-1' });
    expect((await readLeadDetail(admin, lead.id)).sales).toMatchObject([{ price: '7.50' }]);
  });
});

test('an answer that no column holds harms nothing', async () => {
  buyer.answers = (_request, response) =>
    void response.end('{"result":"ok","pays":"99999999999999","ref":"a\\u0000b\\ud800"}');
  const [part, then] = ['json', 'accepted'];
  const taken = { price: { part, path: 'pays' }, reference: { part, path: 'ref' } };
  const when = [{ part, path: 'result', equals: 'ok' }];
  const accept = [{ ...{ when, then, ...taken } }];
  const { order, lead } = await soldTo({ price: '5', currency: 'EUR' }, { accept });
  expect(await deliveryThatIs(admin, order, 'accepted')).toMatchObject({ attempts: 1 });
  expect((await readLeadDetail(admin, lead.id)).sales).toMatchObject([{ price: '5.00' }]);
});

describe('a refused lead', () => {
  test('is taken back, frees its place, and the next order gets it', async () => {
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
    expect(await deliveryThatIs(admin, first, 'rejected')).toMatchObject({
      reason: 'Wrong age',
      attempts: 1,
    });
    await deliveryThatIs(admin, next, 'accepted');
    const detail = await readLeadDetail(admin, lead.id);
    expect(detail).toMatchObject({ isSold: true, customerNumber: 'C-2' });
    expect(detail.sales).toMatchObject([
      { customerNumber: 'C-2', returnedAt: null },
      { customerNumber: 'C-1', returnReason: 'Rejected: Wrong age', returnedBy: 'Order Acme' },
    ]);
    expect(await readOrder(admin, first.id)).toMatchObject({ sold: 0, caps: [{ used: { leads: 0 } }] });
    expect(await auditOf(app, admin.user.organizationId, 'reject_leads')).toMatchObject([
      { username: 'Order Acme', details: { changed: 1, customerNumber: 'C-1' } },
    ]);
  });

  test('stays unsold without another order, and is not offered to the customer again', async () => {
    buyer.answers = () => ({ result: 'known' });
    const order = await makeOrder(admin, { ...webhookTo(buyer), autoSell: true });
    await makeOrder(admin, { ...webhookTo(buyer), autoSell: true, priority: 2, name: 'Same customer' });
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    await deliveryThatIs(admin, order, 'duplicate');
    await until('nothing is offered', async () => {
      const { rowCount } = await app.context.db.owner.query('SELECT FROM order_offers');
      return rowCount === 0;
    });
    expect(await readLeadDetail(admin, lead.id)).toMatchObject({ isSold: false, customerNumber: null });
    expect(buyer.requests).toHaveLength(1);
  });

  test('keeps other sales of a shared lead', async () => {
    buyer.answers = () => ({ result: 'no' });
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    const shared = await makeOrder(admin, { exclusive: false, customerNumber: 'C-9', name: 'Shared' });
    await sellThroughCall(admin, shared.id);
    const order = await makeOrder(admin, { ...webhookTo(buyer), exclusive: false });
    await sellThroughCall(admin, order.id);
    await deliveryThatIs(admin, order, 'rejected');
    expect(await readLeadDetail(admin, lead.id)).toMatchObject({ isSold: true, customerNumber: 'C-9' });
  });
});

describe('an attempt without a clear answer', () => {
  const unclear: [string, Buyer['answers']][] = [
    ['a cut connection', (_request, response) => response.destroy()],
    [
      'a connection cut within the answer',
      (_request, response) =>
        response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
    ],
    ['status 500', (_request, response) => response.writeHead(500).end()],
    ['status 503', (_request, response) => response.writeHead(503).end()],
  ];
  test.each(unclear)('%s leaves it open, and the repeat has the same id', async (_what, answers) => {
    buyer.answers = (request, response) => {
      answers(request, response);
    };
    const order = await makeOrder(admin, { ...webhookTo(buyer), autoSell: true });
    const other = { ...webhookTo(buyer), autoSell: true, priority: 2, name: 'Other', customerNumber: 'C-2' };
    const second = await makeOrder(admin, other);
    await makeLead(admin, { email: 'jane@example.com' });
    const delivery = await deliveryThatIs(admin, order, 'unknown');
    expect(delivery.nextAt).not.toBeNull();
    buyer.answers = () => ({ result: 'ok' });
    await makeDue(app, order);
    expect(await deliveryThatIs(admin, order, 'accepted')).toMatchObject({ id: delivery.id, attempts: 2 });
    expect(buyer.ids()).toEqual([delivery.id, delivery.id]);
    expect(await deliveriesOf(admin, second)).toEqual([]);
  });

  test('is no rejection when the repeat is a duplicate: the buyer may have it', async () => {
    buyer.answers = (_request, response) => void response.destroy();
    const { order, lead } = await soldTo();
    await deliveryThatIs(admin, order, 'unknown');
    buyer.answers = () => ({ result: 'known' });
    await makeDue(app, order);
    await until('it is sent again', () => buyer.requests.length === 2);
    expect(
      await until('it has an answer', async () =>
        (await deliveriesOf(admin, order)).find(
          ({ nextAt, state }) => state === 'unknown' && nextAt === null,
        ),
      ),
    ).toMatchObject({ reason: expect.stringMatching(/Duplicate/) });
    expect(await readLeadDetail(admin, lead.id)).toMatchObject({ isSold: true });
  });

  test('a 200 that no rule fits is unknown and is not repeated', async () => {
    buyer.answers = () => ({ what: 'ever' });
    const { order } = await soldTo();
    expect(await deliveryThatIs(admin, order, 'unknown')).toMatchObject({ nextAt: null, attempts: 1 });
  });

  test('after the last repeat it has failed, and the sale stays', async () => {
    buyer.answers = (_request, response) => void response.writeHead(500).end();
    const { order, lead } = await soldTo();
    await deliveryThatIs(admin, order, 'unknown');
    await app.context.db.owner.query('UPDATE deliveries SET tries = 9 WHERE order_id = $1', [order.id]);
    await makeDue(app, order);
    const failed = await deliveryThatIs(admin, order, 'failed');
    expect(failed).toMatchObject({ nextAt: null, reason: 'Answered with status 500' });
    expect(await readLeadDetail(admin, lead.id)).toMatchObject({ isSold: true });
    buyer.answers = () => ({ result: 'ok' });
    expect((await admin.post(`/api/deliveries/${failed.id}/replay`)).status).toBe(200);
    await deliveryThatIs(admin, order, 'accepted');
    expect(new Set(buyer.ids()).size).toBe(1);
    expect((await admin.post(`/api/deliveries/${failed.id}/replay`)).status).toBe(409);
  });

  test('429 with Retry-After holds the whole order until then', async () => {
    buyer.answers = (_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
    const { order } = await soldTo();
    const waiting = await until('it was refused', async () =>
      (await deliveriesOf(admin, order)).find(({ reason }) => reason !== null),
    );
    expect(waiting.state).toBe('waiting');
    expect(Date.parse(waiting.nextAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    await makeLead(admin, { email: 'next@example.com' });
    await sellThroughCall(admin, order.id);
    await makeLead(admin, { email: 'other@example.com' });
    const free = await makeOrder(admin, { ...webhookTo(buyer), customerNumber: 'C-2' });
    buyer.answers = () => ({ result: 'ok' });
    await sellThroughCall(admin, free.id);
    await deliveryThatIs(admin, free, 'accepted');
    await statesAre(admin, order, { waiting: 2 });
    expect(buyer.requests).toHaveLength(2);
  });

  test('a redirect is not followed', async () => {
    buyer.answers = (_request, response) => void response.writeHead(302, { location: buyer.url }).end();
    const { order } = await soldTo();
    await until('it was answered', async () => (await deliveriesOf(admin, order))[0]?.reason !== null);
    expect(buyer.requests).toHaveLength(1);
  });
});

describe('an order pauses itself', () => {
  const pausedBy = (id: string) =>
    until('the order is paused', async () => (await readOrder(admin, id)).paused?.reason);

  test('after 410, at once, and resuming sends what waited', async () => {
    buyer.answers = (_request, response) => void response.writeHead(410).end();
    const { order } = await soldTo();
    expect(await pausedBy(order.id)).toMatch(/410/);
    await makeDue(app, order);
    expect(await auditOf(app, admin.user.organizationId, 'pause_order')).toMatchObject([
      { username: 'Order Acme', details: { reason: expect.stringMatching(/410/) } },
    ]);
    buyer.answers = () => ({ result: 'ok' });
    expect(await patchOrder(admin, order, { active: true })).toMatchObject({ paused: null });
    await deliveryThatIs(admin, order, 'accepted');
    expect(new Set(buyer.ids()).size).toBe(1);
  });

  test.each([401, 403, 404])('after five answers of %i in a row', async (status) => {
    buyer.answers = (_request, response) => void response.writeHead(status).end();
    const order = await makeOrder(admin, webhookTo(buyer));
    await makeLeads(5);
    await sellThroughCall(admin, order.id);
    expect(await pausedBy(order.id)).toMatch(new RegExp(`5 .* in a row .*${status}`));
    await statesAre(admin, order, { waiting: 5 });
  });

  test('after twenty rejections in a row, not before', async () => {
    let count = 0;
    buyer.answers = () => ({ result: ++count === 10 ? 'ok' : 'no' });
    const order = await makeOrder(admin, webhookTo(buyer, { rate: 60_000 }));
    await makeLeads(40);
    await sellThroughCall(admin, order.id, { filter: {} });
    expect(await pausedBy(order.id)).toMatch(/20 leads in a row/);
    expect(
      (await deliveriesOf(admin, order)).filter(({ state }) => state === 'rejected').length,
    ).toBeGreaterThanOrEqual(20);
  });

  test('an inactive order sends nothing until it is active again', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    buyer.answers = (_request, response) => void response.writeHead(500).end();
    await makeLeads(1);
    await sellThroughCall(admin, order.id);
    await deliveryThatIs(admin, order, 'unknown');
    await patchOrder(admin, order, { active: false });
    buyer.answers = () => ({ result: 'ok' });
    await makeDue(app, order);
    await until('it was looked at', async () => {
      const { rows } = await app.context.db.owner.query(
        'SELECT next_at AS at FROM delivery_queues WHERE order_id = $1',
        [order.id],
      );
      return rows[0]?.at === null;
    });
    await patchOrder(admin, order, { active: true });
    await deliveryThatIs(admin, order, 'accepted');
    expect(buyer.requests).toHaveLength(2);
  });
});

describe('what is open is canceled', () => {
  const ends: [string, RegExp, (sold: Awaited<ReturnType<typeof soldTo>>) => Promise<unknown>][] = [
    ['by a return', /sale ended/, ({ lead }) => admin.post(`/api/leads/${lead.id}/return`)],
    ['by the bin', /bin/, ({ lead }) => call(admin, 'DELETE', `/api/leads/${lead.id}`)],
    [
      'by the bin for many',
      /bin/,
      ({ lead }) =>
        admin.post('/api/leads/bulk', { selection: { ids: [lead.id] }, action: { type: 'delete' } }),
    ],
    ['with the order', /order was deleted/, ({ order }) => call(admin, 'DELETE', `/api/orders/${order.id}`)],
    [
      'by an administrator',
      /Canceled/,
      async ({ order }) => admin.post(`/api/deliveries/${(await deliveriesOf(admin, order))[0]?.id}/cancel`),
    ],
    ['by a suppression', /suppression list/, () => suppress({ name: 'No' }, 'jane@example.com')],
    [
      "by a suppression on the customer's own list",
      /suppression list/,
      () => suppress({ name: 'Theirs', customerNumber: 'C-1' }, '@example.com'),
    ],
  ];
  test.each(ends)('%s', async (_what, reason, end) => {
    // No repeat comes while the test runs.
    buyer.answers = (_request, response) => void response.writeHead(500, { 'retry-after': '3600' }).end();
    const sold = await soldTo();
    await deliveryThatIs(admin, sold.order, 'unknown');
    await end(sold);
    const canceled = await deliveryThatIs(admin, sold.order, 'canceled');
    expect(canceled).toMatchObject({ nextAt: null, reason: expect.stringMatching(reason) });
    await makeDue(app, sold.order);
    expect((await admin.post(`/api/deliveries/${canceled.id}/replay`)).status).toBe(409);
    expect(buyer.requests).toHaveLength(1);
  });

  test('by a suppression, also if nothing would be sent by itself, and only for the customer of a list', async () => {
    buyer.answers = () => ({ result: 'unclear' });
    const { order } = await soldTo();
    await deliveryThatIs(admin, order, 'unknown');
    await suppress({ name: 'Of another', customerNumber: 'C-2' }, 'jane@example.com');
    await until('the job has run', async () => {
      const { rows } = await app.context.db.owner.query(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'cancel_listed_deliveries'",
      );
      return rows.length === 0;
    });
    expect(await deliveriesOf(admin, order)).toMatchObject([{ state: 'unknown' }]);
    await suppress({ name: 'No' }, 'jane@example.com');
    expect(await deliveryThatIs(admin, order, 'canceled')).toMatchObject({ nextAt: null });
  });

  test('an accepted delivery stays as proof', async () => {
    const { order, lead } = await soldTo();
    await deliveryThatIs(admin, order, 'accepted');
    await admin.post(`/api/leads/${lead.id}/return`);
    await call(admin, 'DELETE', `/api/orders/${order.id}`);
    const [delivery] = await deliveriesOf(admin, order);
    expect(delivery).toMatchObject({ state: 'accepted', orderName: null, customerNumber: 'C-1' });
    expect((await readDelivery(admin, delivery?.id ?? '')).attemptsMade).toHaveLength(1);
  });
});
