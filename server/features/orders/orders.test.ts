import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import {
  CAP_PERIODS,
  CAPS_MAX,
  DUPLICATE_DAYS_MAX,
  OPENING_ROWS_MAX,
  ORDER_NAME_MAX,
  ORDER_REFUSALS,
  type Order,
} from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { makeOrder, matchCall, readOrder, sellThroughCall } from '#tests/support/orders.ts';
import { refusalText } from '../../lead/orders/refusals.ts';

let app: TestApp;
let admin: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  leads = [];
  const people = [
    { email: 'ann@example.com', country: 'Germany', source: 'Acme' },
    { email: 'bea@example.com', country: 'France', source: 'Acme' },
    { email: 'cleo@example.com', country: 'Germany', source: 'Other' },
  ];
  for (const person of people) leads.push(await makeLead(admin, person));
});

const idOf = (n: number) => leads[n]?.id ?? '';
const idsOf = (...numbers: number[]) => ({ leadIds: numbers.map(idOf) });
const sales = async (n: number) => (await readLeadDetail(admin, idOf(n))).sales;
const reasons = async (n: number, order: Order) => {
  const [match] = await matchCall(admin, idsOf(n));
  return match?.orders.find(({ orderId }) => orderId === order.id)?.reasons;
};

describe('orders', () => {
  test('have defaults and are listed by priority', async () => {
    const order = await makeOrder(admin, { priority: 2 });
    expect(order).toMatchObject({
      ...{ customerNumber: 'C-1', customerName: null, name: 'Acme', active: true, where: [], price: null },
      ...{ currency: null, weight: 1, exclusive: true, caps: [], timeZone: 'UTC', hours: [], sold: 0 },
      ...{ duplicateDays: 0, whenClosed: 'skip', autoSell: false, delivery: { kind: 'none' } },
      ...{ paused: null, isOpen: true, endsOn: null, hasEnded: false },
    });
    const first = await makeOrder(admin, { name: 'First', customerNumber: 'c-1 ' });
    expect(first.customerNumber).toBe('C-1');
    const other = await makeOrder(admin, { name: 'Other', customerNumber: 'C-2', priority: 3 });
    const listed = await admin.get<Order[]>('/api/orders');
    expect(listed.body.map(({ id }) => id)).toEqual([first.id, order.id, other.id]);
    expect((await admin.get<Order[]>('/api/orders?customer=c-2')).body).toEqual([other]);
    expect(await readOrder(admin, order.id)).toEqual(order);
  });

  test('add their customer', async () => {
    await makeOrder(admin, { customerNumber: 'C-9' });
    expect(await admin.get('/api/customers/detail?customer=C-9')).toMatchObject({
      status: 200,
      body: { number: 'C-9' },
    });
  });

  test('are changed by administrators and read by everyone', async () => {
    const order = await makeOrder(admin, { price: 5, currency: 'eur' });
    const colleague = await addColleague(app, admin, `colleague of ${admin.user.username}`);
    expect((await colleague.get('/api/orders')).status).toBe(200);
    expect((await colleague.post('/api/orders', { customerNumber: 'C', name: 'x' })).status).toBe(403);
    const path = `/api/orders/${order.id}`;
    expect((await call(colleague, 'PATCH', path, { active: false })).status).toBe(403);
    expect((await call(colleague, 'DELETE', path)).status).toBe(403);
    expect((await colleague.post(`${path}/sell`, idsOf(0))).status).toBe(201);
    expect((await call(admin, 'PATCH', path, { name: 'New', price: '7.5' })).body).toMatchObject({
      ...{ name: 'New', price: '7.50', currency: 'EUR', sold: 1 },
    });
    expect((await call(admin, 'PATCH', path, {})).status).toBe(200);
    expect((await call(admin, 'DELETE', path)).body).toEqual({ message: 'The order was deleted' });
    expect((await call(admin, 'DELETE', path)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
    expect(await sales(0)).toMatchObject([{ customerNumber: 'C-1', price: '5.00' }]);
    const { organizationId } = admin.user;
    expect(await auditOf(app, organizationId, 'create_order')).toMatchObject([{ resource: 'Acme' }]);
    expect(await auditOf(app, organizationId, 'update_order')).toMatchObject([
      { resource: 'New', details: { fields: 'name, price' } },
    ]);
    expect(await auditOf(app, organizationId, 'delete_order')).toMatchObject([{ resource: 'New' }]);
  });

  test('a paused order takes nothing until it is resumed', async () => {
    const order = await makeOrder(admin);
    await app.context.db.owner.query(
      "UPDATE orders SET paused_at = now(), pause_reason = 'Too many rejections' WHERE id = $1",
      [order.id],
    );
    expect(await reasons(0, order)).toEqual(['paused']);
    const path = `/api/orders/${order.id}`;
    const renamed = await call<Order>(admin, 'PATCH', path, { name: 'New' });
    expect(renamed.body.paused).toMatchObject({ reason: 'Too many rejections' });
    expect((await call<Order>(admin, 'PATCH', path, { active: true })).body.paused).toBeNull();
    expect(await reasons(0, order)).toEqual([]);
  });

  test('an order takes nothing once its last day in its time zone is over', async () => {
    // Days of Kiritimati are 14 hours ahead of UTC, those of Pago Pago 11 hours behind.
    const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();
    const east = { timeZone: 'Pacific/Kiritimati', endsOn: today('Pacific/Kiritimati') };
    const order = await makeOrder(admin, east);
    expect(order).toMatchObject({ ...east, hasEnded: false });
    expect(await reasons(0, order)).toEqual([]);
    const path = `/api/orders/${order.id}`;
    const past = { timeZone: 'Pacific/Kiritimati', endsOn: today('Pacific/Pago_Pago') };
    const refusal = { field: 'endsOn', message: expect.stringContaining(past.endsOn) };
    expect(await admin.post('/api/orders', { customerNumber: 'C', name: 'x', ...past })).toMatchObject({
      ...{ status: 400, body: refusal },
    });
    expect((await call(admin, 'PATCH', path, past)).body).toMatchObject(refusal);
    await app.context.db.owner.query('UPDATE orders SET ends_on = $2 WHERE id = $1', [order.id, past.endsOn]);
    expect(await readOrder(admin, order.id)).toMatchObject({ hasEnded: true, paused: null });
    expect(await reasons(0, order)).toEqual(['paused']);
    expect((await sellThroughCall(admin, order.id, idsOf(0))).refused).toMatchObject([{ reason: 'paused' }]);
    expect((await call<Order>(admin, 'PATCH', path, { timeZone: 'Pacific/Pago_Pago' })).body).toMatchObject({
      hasEnded: false,
    });
    expect(await reasons(0, order)).toEqual([]);
  });
});

const MORNING = { days: [1], from: '09:00', to: '12:00' };
const WRONG: [Record<string, unknown>, string, RegExp][] = [
  [{ name: ' ' }, 'name', /Enter a name/],
  [{ name: 'x'.repeat(ORDER_NAME_MAX + 1) }, 'name', /./],
  [{ duplicateDays: DUPLICATE_DAYS_MAX + 1 }, 'duplicateDays', /./],
  [{ caps: Array(CAPS_MAX + 1).fill({ period: 'day', leads: 1 }) }, 'caps', /./],
  [{ hours: Array(OPENING_ROWS_MAX + 1).fill(MORNING) }, 'hours', /./],
  [{ customerNumber: '' }, 'customerNumber', /customer number/],
  [{ endsOn: '2026-02-30' }, 'endsOn', /./],
  [{ endsOn: '2026-01-31' }, 'endsOn', /last day was 2026-01-31/],
  [{ priority: 0 }, 'priority', /1 or more/],
  [{ weight: 0 }, 'weight', /above 0/],
  [{ price: '1' }, 'currency', /Choose a currency/],
  [{ currency: 'EUR' }, 'price', /Enter a price/],
  [{ caps: [{ period: 'day' }] }, 'caps', /needs a number of leads or an amount/],
  [{ caps: [{ period: 'day', leads: 0 }] }, 'caps', /at least 1/],
  [{ caps: [{ period: 'day', leads: 1.5 }] }, 'caps', /whole/],
  [{ caps: [{ period: 'day', amount: '0' }] }, 'caps', /above 0/],
  [{ caps: [{ period: 'year', leads: 1 }] }, 'caps', /./],
  [{ caps: [{ period: 'day', leads: 1, color: 'red' }] }, 'caps', /color/],
  [{ caps: [{ period: 'day', amount: '5' }] }, 'price', /needs a price/],
  [{ timeZone: 'Europe/Nowhere' }, 'timeZone', /Europe\/Berlin/],
  [{ timeZone: '+02:00' }, 'timeZone', /Europe\/Berlin/],
  [{ hours: [{ ...MORNING, from: '12:00' }] }, 'hours', /before they end/],
  [{ hours: [{ ...MORNING, days: [0] }] }, 'hours', /./],
  [{ hours: [{ ...MORNING, to: '9:00' }] }, 'hours', /17:00/],
  [{ duplicateDays: -1 }, 'duplicateDays', /0 or more/],
  [{ whenClosed: 'never' }, 'whenClosed', /./],
  [{ where: [['nothing', 'is', 'x']] }, 'where', /no field nothing/],
  [{ where: [['ownerId', 'is', 'me']] }, 'where', /signed-in user/],
  [{ delivery: { kind: 'webhook', url: 'https://example.com' } }, 'delivery', /Invalid input/],
  [{ color: 'red' }, '', /color/],
];

const TITLED = WRONG.map((one) => [JSON.stringify(one[0]).slice(0, 60), ...one] as const);

test.each(TITLED)('an order with %s is refused', async (_title, input, field, message) => {
  const { status, body } = await admin.post<{ message: string; field: string }>('/api/orders', {
    ...{ customerNumber: 'C-1', name: 'Acme' },
    ...input,
  });
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  expect(body.field ?? '').toContain(field);
});

describe('a sale through an order', () => {
  test('sells what it takes, says why not the rest, and can be undone', async () => {
    const order = await makeOrder(admin, {
      ...{ where: [['source', 'is', 'acme']], price: '12.5', currency: 'USD' },
      caps: [{ period: 'total', leads: 5 }],
    });
    const sale = await sellThroughCall(admin, order.id);
    expect(sale).toMatchObject({
      ...{ action: 'markSold', status: 'completed', total: 3, done: 3, changed: 2, sold: 2, detail: 'Acme' },
      refused: [{ leadId: idOf(2), reason: 'condition' }],
      sale: { customerNumber: 'C-1', price: '12.50', currency: 'USD' },
    });
    expect(await readOrder(admin, order.id)).toMatchObject({
      sold: 2,
      caps: [{ period: 'total', leads: 5, used: { leads: 2, amount: '25.00' }, isFull: false }],
    });
    const detail = await readLeadDetail(admin, idOf(0));
    const terms = { customerNumber: 'C-1', price: '12.50', currency: 'USD' };
    expect(detail.sales).toMatchObject([{ ...terms, orderId: order.id }]);
    expect(detail.events[0]).toMatchObject({ kind: 'sold', detail: 'Order Acme' });
    const { rows } = await app.context.db.owner.query(
      'SELECT order_id, country FROM lead_sales WHERE lead_id = $1',
      [idOf(0)],
    );
    expect(rows).toEqual([{ order_id: order.id, country: 'Germany' }]);
    expect(await auditOf(app, admin.user.organizationId, 'mark_sold')).toMatchObject([
      { details: { changed: 2, refused: 1, order: 'Acme', customerNumber: 'C-1' } },
    ]);
    const report = await (await admin.send(`/api/leads/bulk/${sale.id}/report`, {})).text();
    expect(report).toContain("The lead doesn't meet the order's conditions");
    expect(await runUndoCall(admin, sale.id)).toMatchObject({ changed: 2, refused: 0 });
    expect(await readOrder(admin, order.id)).toMatchObject({ sold: 0, caps: [{ used: { leads: 0 } }] });
    expect((await readLeadDetail(admin, idOf(0))).isSold).toBe(false);
  });

  test('an exclusive order takes a lead that nobody holds, and no later one gets it', async () => {
    const exclusive = await makeOrder(admin);
    const shared = await makeOrder(admin, { name: 'Shared', customerNumber: 'C-2', exclusive: false });
    const third = await makeOrder(admin, { name: 'Third', customerNumber: 'C-3', exclusive: false });
    await sellThroughCall(admin, exclusive.id, idsOf(0));
    expect(await reasons(0, shared)).toEqual(['sold']);
    const first = await sellThroughCall(admin, shared.id, idsOf(1));
    expect(await reasons(1, exclusive)).toEqual(['sold']);
    expect(await reasons(1, shared)).toEqual(['sold']);
    const second = await sellThroughCall(admin, third.id, idsOf(1));
    expect(second).toMatchObject({ sold: 1, refused: [] });
    expect((await sales(1)).map((sale) => sale.customerNumber)).toEqual(['C-3', 'C-2']);
    expect(await runUndoCall(admin, first.id)).toMatchObject({ changed: 0, refused: 1 });
    expect(await runUndoCall(admin, second.id)).toMatchObject({ changed: 1, refused: 0 });
    expect(await readLeadDetail(admin, idOf(1))).toMatchObject({ isSold: true, customerNumber: 'C-2' });
    await runBulkCall(admin, { ids: [idOf(2)] }, { type: 'markSold', customerNumber: 'C-9' });
    expect(await reasons(2, shared)).toEqual(['sold']);
  });

  test('a customer gets a lead once, whatever the number of its orders', async () => {
    const one = await makeOrder(admin, { exclusive: false });
    const two = await makeOrder(admin, { name: 'Two', exclusive: false });
    await sellThroughCall(admin, one.id, idsOf(0));
    expect(await sellThroughCall(admin, two.id, idsOf(0))).toMatchObject({
      sold: 0,
      refused: [{ leadId: idOf(0), reason: 'sold' }],
    });
  });

  test('a cap of leads, of an amount or by country is never passed, and a return frees its place', async () => {
    const caps = [
      { period: 'day', leads: 2 },
      { period: 'month', country: 'DE', leads: 1 },
      { period: 'total', amount: 25 },
    ];
    const order = await makeOrder(admin, { caps, price: '10', currency: 'EUR', timeZone: 'Asia/Kolkata' });
    const { refused } = await sellThroughCall(admin, order.id, idsOf(0, 1, 2));
    expect(refused).toEqual([{ leadId: idOf(0), reason: 'cap' }]);
    const full = await readOrder(admin, order.id);
    expect(full.caps).toMatchObject([
      { leads: 2, used: { leads: 2, amount: '20.00' }, isFull: true, opensAt: expect.any(String) },
      { country: 'Germany', used: { leads: 1, amount: '10.00' }, isFull: true, opensAt: expect.any(String) },
      { amount: '25.00', used: { leads: 2, amount: '20.00' }, isFull: true, opensAt: null },
    ]);
    expect(await reasons(0, order)).toEqual(['cap']);
    expect((await admin.post(`/api/leads/${idOf(2)}/return`)).status).toBe(200);
    expect(await reasons(0, order)).toEqual([]);
    expect(await sellThroughCall(admin, order.id, idsOf(0))).toMatchObject({ sold: 1 });
    expect(await auditOf(app, admin.user.organizationId, 'reach_cap')).toMatchObject([
      ...[{ resource: 'Acme', details: { percent: 100, cap: '2 leads a day' } }, {}, {}, {}, {}, {}],
    ]);
  });

  test('the next period has all its places', async () => {
    const order = await makeOrder(admin, { caps: [{ period: 'hour', leads: 1 }] });
    await sellThroughCall(admin, order.id, idsOf(0));
    expect(await reasons(1, order)).toEqual(['cap']);
    await app.context.db.owner.query(
      "UPDATE lead_sales SET sold_at = now() - interval '61 minutes' WHERE order_id = $1",
      [order.id],
    );
    expect(await reasons(1, order)).toEqual([]);
    expect(await readOrder(admin, order.id)).toMatchObject({ sold: 1, caps: [{ used: { leads: 0 } }] });
  });

  test('an undone return gets no place that another sale has taken', async () => {
    const order = await makeOrder(admin, { caps: [{ period: 'day', leads: 1 }] });
    await sellThroughCall(admin, order.id, idsOf(0));
    const returned = await runBulkCall(admin, { ids: [idOf(0)] }, { type: 'returnSale' });
    await sellThroughCall(admin, order.id, idsOf(1));
    expect(await runUndoCall(admin, returned.id)).toMatchObject({ changed: 0, refused: 1 });
    expect(await readOrder(admin, order.id)).toMatchObject({ sold: 1 });
    const again = await runBulkCall(admin, { ids: [idOf(1)] }, { type: 'returnSale' });
    expect(await runUndoCall(admin, again.id)).toMatchObject({ changed: 1, refused: 0 });
  });

  test('80 % and 100 % of a cap are announced', async () => {
    const order = await makeOrder(admin, { caps: [{ period: 'week', leads: 5 }] });
    for (let n = 3; n < 5; n++) leads.push(await makeLead(admin, { email: `more-${n}@example.com` }));
    await sellThroughCall(admin, order.id, idsOf(0, 1, 2));
    await sellThroughCall(admin, order.id, idsOf(3));
    await sellThroughCall(admin, order.id, idsOf(4));
    expect(await auditOf(app, admin.user.organizationId, 'reach_cap')).toMatchObject([
      { resource: 'Acme', details: { percent: 80, cap: '5 leads a week', customerNumber: 'C-1' } },
      { details: { percent: 100 } },
    ]);
  });

  test('outside its hours an order skips leads, or takes and counts them', async () => {
    const weekday = new Date().getUTCDay() || 7;
    const hours = [{ days: [((weekday + 1) % 7) + 1], from: '00:00', to: '00:01' }];
    const skip = await makeOrder(admin, { hours });
    const wait = await makeOrder(admin, { hours, whenClosed: 'wait', name: 'Waits', customerNumber: 'C-2' });
    expect([skip.isOpen, wait.isOpen]).toEqual([false, false]);
    expect(await reasons(0, skip)).toEqual(['hours']);
    expect(await sellThroughCall(admin, wait.id, idsOf(0))).toMatchObject({ sold: 1 });
    expect(await readOrder(admin, wait.id)).toMatchObject({ sold: 1 });
    const night = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
    const always = await call<Order>(admin, 'PATCH', `/api/orders/${skip.id}`, { hours: night });
    expect(always.body.isOpen).toBe(true);
  });

  test('a customer gets an email or phone once within the duplicate days, also of deleted leads', async () => {
    const order = await makeOrder(admin, { duplicateDays: 30, exclusive: false });
    const phone = '+4930901820';
    const first = await makeLead(admin, { email: 'dup@example.com', phone });
    await runBulkCall(admin, { ids: [first.id] }, { type: 'markSold', customerNumber: 'c-1' });
    await call(admin, 'DELETE', `/api/leads/${first.id}`);
    await runBulkCall(admin, { ids: [first.id] }, { type: 'purge' });
    leads[0] = await makeLead(admin, { email: 'dup@example.com' });
    leads[1] = await makeLead(admin, { phone });
    expect([await reasons(0, order), await reasons(1, order)]).toEqual([['duplicate'], ['duplicate']]);
    expect(await reasons(2, order)).toEqual([]);
    await app.context.db.owner.query(
      "UPDATE lead_sales SET sold_at = now() - interval '31 days' WHERE lead_id = $1",
      [first.id],
    );
    expect(await reasons(0, order)).toEqual([]);
    await call(admin, 'PATCH', `/api/orders/${order.id}`, { duplicateDays: 40 });
    expect(await reasons(0, order)).toEqual(['duplicate']);
    await call(admin, 'POST', '/api/erasures', { email: 'dup@example.com', suppress: false });
    await expect
      .poll(async () => {
        const held = 'SELECT FROM lead_sales WHERE lead_id = $1 AND email_key IS NULL';
        return (await app.context.db.owner.query(held, [first.id])).rowCount;
      })
      .toBe(1);
  });

  test('suppressed leads, also by a list of the customer, and leads without consent are refused', async () => {
    const order = await makeOrder(admin, { exclusive: false });
    const other = await makeOrder(admin, { exclusive: false, customerNumber: 'C-2', name: 'Other' });
    const list = await admin.post<{ id: string }>('/api/suppression-lists', {
      ...{ name: 'Of C-1', customerNumber: 'C-1' },
    });
    await admin.post('/api/suppressions', { listId: list.body.id, entries: ['bea@example.com'] });
    await admin.post('/api/suppressions', { entries: ['ann@example.com'] });
    expect([await reasons(0, order), await reasons(0, other)]).toEqual([['suppressed'], ['suppressed']]);
    expect([await reasons(1, order), await reasons(1, other)]).toEqual([['suppressed'], []]);
    await call(admin, 'PUT', '/api/consent-rules', { required: ['email'] });
    expect(await reasons(2, order)).toEqual(['noConsent']);
    const sale = await sellThroughCall(admin, order.id);
    expect(sale).toMatchObject({ sold: 0, suppressed: 2, noConsent: 1 });
    expect(sale.refused).toEqual([
      { leadId: idOf(2), reason: 'noConsent' },
      { leadId: idOf(1), reason: 'suppressed' },
      { leadId: idOf(0), reason: 'suppressed' },
    ]);
  });

  test('an inactive order refuses all, a merged customer keeps its orders', async () => {
    const order = await makeOrder(admin, { active: false });
    expect(await sellThroughCall(admin, order.id, idsOf(0))).toMatchObject({
      refused: [{ leadId: idOf(0), reason: 'inactive' }],
    });
    await admin.post('/api/customers', { number: 'C-1' });
    await admin.post('/api/customers', { number: 'C-2', name: 'Two' });
    const merged = await admin.post('/api/customers/merge', { customer: 'C-1', into: 'C-2' });
    expect(merged.status).toBe(200);
    expect(await readOrder(admin, order.id)).toMatchObject({ customerNumber: 'C-2', customerName: 'Two' });
  });
});

test('caps have any period, and every reason is said in words', async () => {
  const caps = CAP_PERIODS.map((period) => ({ period, leads: 9 }));
  const order = await makeOrder(admin, { caps });
  await sellThroughCall(admin, order.id, idsOf(0));
  expect((await readOrder(admin, order.id)).caps.map(({ used }) => used.leads)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(ORDER_REFUSALS.map(refusalText)).size).toBe(ORDER_REFUSALS.length);
});

test('a match names all reasons, newest lead first, and pages through a filter', async () => {
  const order = await makeOrder(admin, { where: [['source', 'is', 'acme']] });
  const off = await makeOrder(admin, {
    name: 'Off',
    active: false,
    priority: 2,
    where: [['source', 'is', 'x']],
  });
  expect(await matchCall(admin, { filter: { country: 'Germany' } })).toEqual([
    {
      leadId: idOf(2),
      orders: [
        { orderId: order.id, matches: false, reasons: ['condition'] },
        { orderId: off.id, matches: false, reasons: ['inactive', 'condition'] },
      ],
    },
    {
      leadId: idOf(0),
      orders: [
        { orderId: order.id, matches: true, reasons: [] },
        { orderId: off.id, matches: false, reasons: ['inactive', 'condition'] },
      ],
    },
  ]);
  const [first] = await matchCall(admin, { filter: {}, limit: 1 });
  expect(first?.leadId).toBe(idOf(2));
  expect((await matchCall(admin, { filter: {}, after: idOf(2) })).map(({ leadId }) => leadId)).toEqual([
    ...[idOf(1), idOf(0)],
  ]);
  const bin = await admin.post('/api/orders/match', { filter: { bin: 'true' } });
  expect(bin.status).toBe(400);
});
