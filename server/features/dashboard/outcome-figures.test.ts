import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listOutcomes } from '#contract/outcomes.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { addColleague, auditOf, call, makeLead, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvCells } from '#tests/support/csv-cells.ts';
import { makeOrder, sellThroughCall } from '#tests/support/orders.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

type Figures = ReplyOf<typeof listOutcomes>;

let app: TestApp;
let admin: SignedIn;
let buyer: Buyer;

/** Leads by name; those of `a` and `b` have a source. */
const leads: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp({ outbound: { allow: ['127.0.0.0/8'] } });
  admin = await signUp(app.url);
  buyer = await startBuyer(({ body }) => {
    if (body.includes('no-'))
      return { result: 'no', why: body.includes('no-1') ? 'Wrong age' : '=Too "late"' };
    return { result: body.includes('known-') ? 'known' : 'ok' };
  });
  const names = ['ok-1', 'ok-2', 'ok-3', 'no-1', 'no-2', 'known-1', 'hand-1', 'hand-2', 'undone-1'];
  for (const name of names) {
    const source = name.endsWith('2') ? 'b' : 'a';
    leads[name] = (await makeLead(admin, { email: `${name}@example.com`, source })).id;
  }
  const idsOf = (...wanted: string[]) => wanted.map((name) => leads[name] ?? '');
  const order = await makeOrder(admin, { ...webhookTo(buyer), price: '0.10', currency: 'USD' });
  await sellThroughCall(admin, order.id, {
    leadIds: idsOf('ok-1', 'ok-2', 'ok-3', 'no-1', 'no-2', 'known-1'),
  });
  await until('all are decided', async () => {
    const { body } = await admin.get<{ deliveries: { state: string }[] }>(
      `/api/deliveries?orderId=${order.id}`,
    );
    return body.deliveries.every(({ state }) => /accepted|rejected|duplicate/.test(state)) ? true : undefined;
  });
  const sale = { type: 'markSold' as const, customerNumber: 'C-2', price: '0.20', currency: 'EUR' };
  await runBulkCall(admin, { ids: idsOf('hand-1', 'hand-2') }, sale);
  await runUndoCall(admin, (await runBulkCall(admin, { ids: idsOf('undone-1') }, sale)).id);
  const report = async (customerNumber: string, body: object) => {
    const program = programOf(app.url, await tokenFor(admin, { scopes: 'outcomes', customerNumber }));
    expect((await program.call('POST', '/outcomes', body)).status).toBe(201);
  };
  await report('C-1', { leadId: leads['ok-1'], outcome: 'converted', revenue: '100.10' });
  await report('C-1', { leadId: leads['ok-2'], outcome: 'converted', revenue: '0.20' });
  await report('C-1', { leadId: leads['ok-3'], outcome: 'returned', reason: 'No answer' });
  await report('C-2', { leadId: leads['hand-1'], outcome: 'accepted' });
});

afterAll(async () => {
  await buyer.close();
  await app.close();
});

const read = async (query = '') => (await admin.get<Figures>(`/api/outcomes${query}`)).body;

test('outcomes: figures of a period by source and buyer', async () => {
  const { rows, leftOut } = await read();
  expect(leftOut).toBe(0);
  expect(rows).toEqual([
    {
      ...{
        source: 'a',
        customer: 'C-1',
        name: null,
        sold: 4,
        delivered: 4,
        accepted: 2,
        rejected: 2,
        returned: 1,
        converted: 1,
      },
      rejectedBy: [
        { reason: 'Duplicate', leads: 1 },
        { reason: 'Wrong age', leads: 1 },
      ],
      ...{
        revenue: [{ currency: 'USD', amount: '0.10' }],
        buyerRevenue: [{ currency: 'USD', amount: '100.10' }],
        margin: [],
      },
    },
    {
      ...{
        source: 'b',
        customer: 'C-1',
        name: null,
        sold: 2,
        delivered: 2,
        accepted: 1,
        rejected: 1,
        returned: 0,
        converted: 1,
      },
      rejectedBy: [{ reason: '=Too "late"', leads: 1 }],
      ...{
        revenue: [{ currency: 'USD', amount: '0.10' }],
        buyerRevenue: [{ currency: 'USD', amount: '0.20' }],
        margin: [],
      },
    },
    {
      ...{
        source: 'a',
        customer: 'C-2',
        name: null,
        sold: 1,
        delivered: 1,
        accepted: 1,
        rejected: 0,
        returned: 0,
        converted: 0,
      },
      ...{ rejectedBy: [], revenue: [{ currency: 'EUR', amount: '0.20' }], buyerRevenue: [], margin: [] },
    },
    {
      ...{
        source: 'b',
        customer: 'C-2',
        name: null,
        sold: 1,
        delivered: 1,
        accepted: 0,
        rejected: 0,
        returned: 0,
        converted: 0,
      },
      ...{ rejectedBy: [], revenue: [{ currency: 'EUR', amount: '0.20' }], buyerRevenue: [], margin: [] },
    },
  ]);
});

test('outcomes: the total is the sum of the rows, to the cent', async () => {
  const { total } = await read();
  expect(total).toEqual({
    ...{ sold: 8, delivered: 8, accepted: 4, rejected: 3, returned: 1, converted: 2 },
    rejectedBy: [
      { reason: '=Too "late"', leads: 1 },
      { reason: 'Duplicate', leads: 1 },
      { reason: 'Wrong age', leads: 1 },
    ],
    revenue: [
      { currency: 'EUR', amount: '0.40' },
      { currency: 'USD', amount: '0.20' },
    ],
    buyerRevenue: [{ currency: 'USD', amount: '100.30' }],
    margin: [],
  });
  // As the sales of the dashboard say, which leave rejected sales out.
  const { body } = await admin.get<{ total: { now: object } }>('/api/dashboard/sales');
  expect(body.total.now).toMatchObject({ sold: 5, returned: 1, revenue: total.revenue });
});

test('outcomes: figures of one customer, in any spelling, and of another period', async () => {
  expect((await read('?customer=c-2')).total).toMatchObject({ sold: 2, revenue: [{ currency: 'EUR' }] });
  expect(await read('?from=2020-01-01&to=2020-01-31')).toMatchObject({ total: { sold: 0 }, rows: [] });
  expect((await call(admin, 'GET', '/api/outcomes?from=2026-02-01&to=2026-01-01')).status).toBe(400);
  expect((await call(admin, 'GET', '/api/outcomes?more=1')).status).toBe(400);
});

test('outcomes: the file has a column for each currency, and no formula', async () => {
  const response = await admin.send('/api/outcomes/file', {});
  expect(response.headers.get('content-disposition')).toMatch(
    /outcomes-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv/,
  );
  const [header, ...rows] = csvCells(await response.text());
  expect(header).toEqual([
    ...[
      'Source',
      'Customer Number',
      'Customer Name',
      'Sold',
      'Delivered',
      'Accepted',
      'Rejected',
      'Returned',
      'Converted',
    ],
    ...['Revenue EUR', 'Revenue USD', 'Buyer Revenue USD', 'Rejected By'],
  ]);
  expect(rows).toHaveLength(4);
  expect(rows[0]).toEqual([
    'a',
    'C-1',
    '',
    '4',
    '4',
    '2',
    '2',
    '1',
    '1',
    '',
    '0.10',
    '100.10',
    'Duplicate: 1; Wrong age: 1',
  ]);
  expect(rows[1]?.at(-1)).not.toMatch(/^=/);
});

test('outcomes: the margin of sources with a cost counts each lead once and no rejected one', async () => {
  const save = (body: object) => call<{ costs: object[] }>(admin, 'PUT', '/api/source-costs', body);
  const cost = { source: 'a', cost: '0.03', currency: 'USD' };
  expect(await save({ ...cost, currency: null })).toMatchObject({ status: 400, body: { field: 'currency' } });
  expect(await save({ ...cost, cost: '-1' })).toMatchObject({ status: 400, body: { field: 'cost' } });
  const colleague = await addColleague(app, admin, `colleague of ${admin.user.username}`);
  expect((await call(colleague, 'PUT', '/api/source-costs', cost)).status).toBe(403);
  await save({ ...cost, cost: 9, currency: 'eur' });
  expect(await save(cost)).toMatchObject({ status: 200, body: { costs: [cost] } });
  // The returned lead is sold again.
  const sale = { type: 'markSold' as const, customerNumber: 'C-3', price: '0.20', currency: 'EUR' };
  await runBulkCall(admin, { ids: [leads['ok-3'] ?? ''] }, sale);
  const { total, rows, costs } = await read();
  expect(costs).toEqual([cost]);
  const margins = Object.fromEntries(
    rows.map(({ source, customer, margin }) => [
      `${source} ${customer}`,
      margin.map(({ currency, amount }) => `${amount} ${currency}`),
    ]),
  );
  expect(margins).toEqual({
    ...{ 'a C-1': ['0.04 USD'], 'a C-2': ['0.20 EUR', '-0.03 USD'], 'a C-3': ['0.20 EUR', '-0.03 USD'] },
    ...{ 'b C-1': [], 'b C-2': [] },
  });
  expect(total.margin).toEqual([
    { currency: 'EUR', amount: '0.40' },
    { currency: 'USD', amount: '0.01' },
  ]);
  const [header = [], ...records] = csvCells(await (await admin.send('/api/outcomes/file', {})).text());
  const at = header.indexOf('Margin EUR');
  expect(header.slice(at, at + 2)).toEqual(['Margin EUR', 'Margin USD']);
  const inFile = Object.fromEntries(
    records.map((record) => [`${record[0]} ${record[1]}`, record.slice(at, at + 2)]),
  );
  expect(inFile).toMatchObject({ 'a C-1': ['', '0.04'], 'a C-2': ['0.2', '-0.03'], 'b C-1': ['', ''] });

  expect((await save({ source: 'a', cost: null, currency: null })).body).toEqual({ costs: [] });
  expect((await read()).total.margin).toEqual([]);
  const entries = await auditOf(app, admin.user.organizationId, 'update_source_cost');
  expect(entries).toContainEqual(
    expect.objectContaining({ resource: 'a', details: { cost: '0.03', currency: 'USD' } }),
  );
  expect(entries).toHaveLength(3);
});
