import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryTest } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  deliveriesOf,
  deliveryThatIs,
  patchOrder,
  readDelivery,
  statesAre,
} from '#tests/support/deliveries.ts';
import { makeOrder, readOrder, sellThroughCall } from '#tests/support/orders.ts';
import { until } from '#tests/support/until.ts';
import { removeOldAttempts } from '../housekeeping/housekeeping.ts';

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

const JANE = { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '+12015550123' };
const FIELDS = ['firstName', 'email', 'phone', 'leadId'].map((from) => ({ to: `x.${from}`, from }));
const secretOf = ({ delivery }: Order) => (delivery.kind === 'webhook' ? delivery.secret : undefined) ?? '';
/** Everything that the server has stored, except what is sealed. */
async function storedTexts(): Promise<string> {
  const { rows } = await app.context.db.owner.query<{ text: string }>(
    `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM (
       SELECT o::text AS t FROM orders o UNION ALL SELECT d::text FROM delivery_attempts d
       UNION ALL SELECT d::text FROM deliveries d UNION ALL SELECT a::text FROM audit_logs a) x`,
  );
  return rows[0]?.text ?? '';
}

describe('secrets', () => {
  test('are neither answered nor kept in orders, attempts or the audit trail', async () => {
    const headers = { 'X-Api-Key': 'top-secret-key', Authorization: 'Basic c2VjcmV0/aGlkZGVu' };
    const order = await makeOrder(admin, webhookTo(buyer, { headers }));
    const secret = secretOf(order);
    expect(secret).toMatch(/^whsec_/);
    expect(order.delivery).toMatchObject({ headers: { 'X-Api-Key': null } });
    await makeLead(admin, JANE);
    await sellThroughCall(admin, order.id);
    const { id } = await deliveryThatIs(admin, order, 'accepted');
    expect(buyer.requests[0]?.headers['x-api-key']).toBe('top-secret-key');
    const shown = JSON.stringify([
      await readOrder(admin, order.id),
      await readDelivery(admin, id, '?reveal=true'),
      (await admin.post(`/api/orders/${order.id}/test`, {})).body,
    ]);
    for (const text of [shown, await storedTexts()]) {
      expect(text).not.toContain('top-secret-key');
      expect(text).not.toContain(secret.slice('whsec_'.length));
    }
  });

  test.each(['no', 'ok', 'hm'])(
    'that the buyer repeats in an answer read as %s are not kept',
    async (result) => {
      const headers = { 'X-Api-Key': 'top-secret-key', Authorization: 'Basic c2VjcmV0/aGlkZGVu' };
      const more = { reason: { part: 'json', path: 'why' }, reference: { part: 'json', path: 'why' } };
      const accept = ['ok', 'no'].map((equals) => {
        const then = equals === 'ok' ? 'accepted' : 'rejected';
        return { ...more, ...{ when: [{ part: 'json', path: 'result', equals }], then } };
      });
      const order = await makeOrder(admin, webhookTo(buyer, { headers, accept }));
      const secret = secretOf(order).slice('whsec_'.length);
      const why = `top-secret-key, c2VjcmV0/aGlkZGVu and ${secret} of jane@example.com`;
      buyer.answers = (_request, response) =>
        response.end(JSON.stringify({ result, why }).replaceAll('/', '\\/'));
      await makeLead(admin, JANE);
      await sellThroughCall(admin, order.id);
      const state = ({ no: 'rejected', ok: 'accepted', hm: 'unknown' } as const)[result] ?? 'unknown';
      const { id } = await deliveryThatIs(admin, order, state);
      const delivery = await readDelivery(admin, id, '?reveal=true');
      expect(delivery.attemptsMade[0]?.answer?.body).toContain('•••••• and •••••• of jane@example.com');
      const test = await admin.post(`/api/orders/${order.id}/test`, {});
      const stored = await storedTexts();
      for (const text of [JSON.stringify([delivery, test.body]), stored]) {
        for (const hidden of ['top-secret-key', 'c2VjcmV0', 'aGlkZGVu', secret])
          expect(text).not.toContain(hidden);
      }
      expect(JSON.stringify(await readDelivery(admin, id))).not.toMatch(/attemptsMade.*jane@example/);
    },
  );

  test('stay when a change leaves them out, and other hosts never get a header', async () => {
    const order = await makeOrder(admin, webhookTo(buyer, { headers: { 'x-key': 'k-1' } }));
    const { delivery } = webhookTo(buyer, { headers: { 'x-key': null }, method: 'PUT' });
    expect(secretOf(await patchOrder(admin, order, { delivery }))).toBe('');
    await admin.post(`/api/orders/${order.id}/test`, {});
    expect(buyer.requests[0]).toMatchObject({ method: 'PUT', headers: { 'x-key': 'k-1' } });
    const elsewhere = { ...delivery, url: 'https://93.184.216.34/' };
    for (const path of [`/api/orders/${order.id}`, '/api/deliveries/preview']) {
      const isPreview = path.endsWith('preview');
      const body = { delivery: elsewhere, ...(isPreview && { orderId: order.id }) };
      const answer = await call(admin, isPreview ? 'POST' : 'PATCH', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });

  test('a former signing secret signs along for 24 hours', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    const former = secretOf(order);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await patchOrder(admin, order, { delivery: webhookTo(buyer, { secret }).delivery });
    await admin.post(`/api/orders/${order.id}/test`, {});
    const [request] = buyer.requests;
    const headers = request?.headers as Record<string, string>;
    for (const one of [former, secret]) {
      expect(new Webhook(one).verify(request?.body ?? '', headers)).toBeTruthy();
    }
  });

  test('that another key sealed stop the order before anything is sent', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    await app.context.db.owner.query('DELETE FROM order_secrets WHERE order_id = $1', [order.id]);
    for (let n = 0; n < 5; n++) await makeLead(admin, { email: `n${n}@example.com` });
    await sellThroughCall(admin, order.id);
    await until('the order is paused', async () => (await readOrder(admin, order.id)).paused?.reason);
    expect(buyer.requests).toEqual([]);
  });
});

describe('addresses', () => {
  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://2130706433.example.invalid/',
  ])('%s is refused when an order is saved or previewed', async (url) => {
    const { delivery } = webhookTo({ url });
    const saved = await admin.post('/api/orders', { customerNumber: 'C', name: 'x', delivery });
    expect([saved.status, (saved.body as { field?: string }).field]).toEqual([400, 'delivery']);
    const sent = await admin.post('/api/deliveries/preview', { delivery, send: true });
    expect(sent.status).toBe(400);
  });

  test('that are no longer permitted get nothing', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    await app.context.db.owner.query(
      `UPDATE orders SET delivery = jsonb_set(delivery, '{url}', '"http://10.0.0.1/"') WHERE id = $1`,
      [order.id],
    );
    await makeLead(admin, JANE);
    await sellThroughCall(admin, order.id);
    const waiting = await until('it was refused', async () =>
      (await deliveriesOf(admin, order)).find(({ reason }) => reason !== null),
    );
    expect(waiting).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/public address/) });
  });
});

describe('attempts', () => {
  test('mask names, emails and phones until an administrator reveals them, which is audited', async () => {
    buyer.answers = ({ body }) => ({ result: 'ok', echo: body });
    const order = await makeOrder(admin, webhookTo(buyer, { fields: FIELDS }));
    const lead = await makeLead(admin, JANE);
    await sellThroughCall(admin, order.id);
    const { id } = await deliveryThatIs(admin, order, 'accepted');
    const masked = JSON.stringify((await readDelivery(admin, id)).attemptsMade);
    for (const text of ['Jane', 'jane@example', '5550123']) expect(masked).not.toContain(text);
    expect(masked).toContain(lead.id);
    const colleague = await addColleague(app, admin, 'colleague');
    expect((await colleague.get(`/api/deliveries/${id}`)).status).toBe(200);
    expect((await colleague.get(`/api/deliveries/${id}?reveal=true`)).status).toBe(403);
    const shown = JSON.stringify((await readDelivery(admin, id, '?reveal=true')).attemptsMade);
    for (const text of ['Jane', 'jane@example', '5550123']) expect(shown).toContain(text);
    expect(await auditOf(app, admin.user.organizationId, 'view_delivery')).toMatchObject([
      { details: { delivery: id } },
    ]);
    for (const path of ['replay', 'cancel']) {
      expect((await colleague.post(`/api/deliveries/${id}/${path}`)).status).toBe(403);
    }
  });
});

test('requests and answers are forgotten after 30 days, deliveries are not', async () => {
  const order = await makeOrder(admin, webhookTo(buyer));
  await makeLead(admin, JANE);
  await sellThroughCall(admin, order.id);
  const { id } = await deliveryThatIs(admin, order, 'accepted');
  const { owner } = app.context.db;
  await removeOldAttempts(owner);
  expect((await readDelivery(admin, id)).attemptsMade).toHaveLength(1);
  await owner.query("UPDATE delivery_attempts SET at = now() - interval '31 days' WHERE delivery_id = $1", [
    id,
  ]);
  await removeOldAttempts(owner);
  expect(await readDelivery(admin, id)).toMatchObject({ state: 'accepted', attempts: 1, attemptsMade: [] });
});

test('of another organization there is nothing, and the timeline of a lead shows its delivery', async () => {
  const order = await makeOrder(admin, webhookTo(buyer));
  const lead = await makeLead(admin, JANE);
  await sellThroughCall(admin, order.id);
  const { id } = await deliveryThatIs(admin, order, 'accepted');
  expect((await readLeadDetail(admin, lead.id)).events).toContainEqual(
    expect.objectContaining({ kind: 'delivered', actor: 'Order Acme' }),
  );
  const stranger = await signUp(app.url);
  expect((await stranger.get(`/api/deliveries/${id}`)).status).toBe(404);
});

describe('a test', () => {
  test('is marked, sells nothing, and says how the answer was read', async () => {
    buyer.answers = () => ({ result: 'no', why: 'Too young' });
    const order = await makeOrder(admin, webhookTo(buyer, { fields: FIELDS }));
    const lead = await makeLead(admin, JANE);
    const { status, body } = await admin.post<DeliveryTest>(`/api/orders/${order.id}/test`, {
      leadId: lead.id,
    });
    expect([status, body]).toMatchObject([
      200,
      {
        read: 'rejected',
        reason: 'Too young',
        answer: { status: 200, body: '{"result":"no","why":"Too young"}' },
      },
    ]);
    expect(buyer.requests[0]?.headers['webhook-test']).toBe('true');
    expect(JSON.parse(buyer.requests[0]?.body ?? '')).toMatchObject({ x: { email: JANE.email } });
    expect(await readOrder(admin, order.id)).toMatchObject({ sold: 0 });
    expect(await deliveriesOf(admin, order)).toEqual([]);
    buyer.answers = (_request, response) => void response.destroy();
    const cut = await admin.post<DeliveryTest>(`/api/orders/${order.id}/test`, {});
    expect(cut.body).toMatchObject({ answer: null, read: null, reason: expect.stringMatching(/No answer/) });
    expect(buyer.requests[1]?.body).toContain('jane.sample@example.com');
  });

  test('of a person on a suppression list is refused', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    const lead = await makeLead(admin, JANE);
    const { body } = await admin.post<{ id: string }>('/api/suppression-lists', { name: 'No' });
    await admin.post('/api/suppressions', { listId: body.id, entries: [JANE.email] });
    const { status } = await admin.post(`/api/orders/${order.id}/test`, { leadId: lead.id });
    expect([status, buyer.requests.length]).toEqual([409, 0]);
  });

  test('a preview shows the request of a delivery that was not saved, and reads a recorded answer', async () => {
    const { delivery } = webhookTo(buyer, { format: 'form', headers: { 'x-key': 'hidden' } });
    const lead = await makeLead(admin, JANE);
    const recorded = { status: 200, body: '{"result":"known"}' };
    const { body } = await admin.post<DeliveryTest>('/api/deliveries/preview', {
      ...{ delivery, leadId: lead.id, recorded },
    });
    expect(body).toMatchObject({ read: 'duplicate', request: { body: 'email=jane%40example.com' } });
    expect(body.request.headers).toMatchObject({ 'x-key': null });
    expect(buyer.requests).toEqual([]);
    const sent = await admin.post<DeliveryTest>('/api/deliveries/preview', { delivery, send: true });
    expect([sent.body.read, buyer.requests[0]?.headers['x-key']]).toEqual(['accepted', 'hidden']);
  });
});

describe('the log', () => {
  test('is read by pages, order, customer, lead and state', async () => {
    const order = await makeOrder(admin, webhookTo(buyer));
    const leads = [];
    for (let n = 0; n < 3; n++) leads.push(await makeLead(admin, { email: `n${n}@example.com` }));
    await sellThroughCall(admin, order.id);
    await statesAre(admin, order, { accepted: 3 });
    type Page = { deliveries: { id: string }[]; cursor: string | null };
    const page = async (query: string) => (await admin.get<Page>(`/api/deliveries?${query}`)).body;
    const first = await page('customer=c-1&limit=2');
    const rest = await page(`customer=C-1&limit=2&cursor=${first.cursor}`);
    const ids = [...first.deliveries, ...rest.deliveries].map(({ id }) => id);
    expect([ids.length, new Set(ids).size, rest.cursor]).toEqual([3, 3, null]);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect((await page(`leadId=${leads[0]?.id}`)).deliveries).toHaveLength(1);
    expect((await page(`orderId=${order.id}&state=failed`)).deliveries).toEqual([]);
  });

  test('a range is replayed', async () => {
    buyer.answers = () => ({});
    const order = await makeOrder(admin, webhookTo(buyer));
    for (let n = 0; n < 3; n++) await makeLead(admin, { email: `n${n}@example.com` });
    await sellThroughCall(admin, order.id);
    await statesAre(admin, order, { unknown: 3 });
    buyer.answers = () => ({ result: 'ok' });
    const replay = async (more: object) =>
      (await admin.post('/api/deliveries/replay', { orderId: order.id, ...more })).body;
    expect(await replay({ before: '2020-01-01T00:00:00Z' })).toEqual({ replayed: 0 });
    expect(await replay({ state: 'failed' })).toEqual({ replayed: 0 });
    expect(await replay({ state: 'unknown' })).toEqual({ replayed: 3 });
    await statesAre(admin, order, { accepted: 3 });
    expect(new Set(buyer.ids()).size).toBe(3);
  });
});
