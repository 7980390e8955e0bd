import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile } from '#tests/support/imports.ts';
import { sendStatusUpdate } from '#tests/support/status-updates.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { emptyTrash } from '../housekeeping/housekeeping.ts';

let app: TestApp;
let user: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
  leads = [];
  for (const name of ['ann', 'bea', 'cleo']) {
    leads.push(await makeLead(user, { email: `${name}@example.com`, source: 'Acme' }));
  }
});

const idsOf = (...some: (Lead | undefined)[]) => ({ ids: some.flatMap((lead) => lead?.id ?? []) });
const salesOf = async (lead: Lead | undefined) => (await readLeadDetail(user, lead?.id ?? '')).sales;
const detailOf = async (customer: string) =>
  (await user.get<Customer>(`/api/customers/detail?customer=${customer}`)).body;
const LIST = { identifierType: 'email', customerNumber: 'C-1' };

describe('the price of a sale', () => {
  test('is kept by a bulk sale, with two places, and in the audit trail', async () => {
    const action = { type: 'markSold', customerNumber: 'C-1', price: '12.5', currency: 'usd' } as const;
    await runBulkCall(user, idsOf(leads[0], leads[1]), action);
    expect(await salesOf(leads[0])).toMatchObject([
      { customerNumber: 'C-1', price: '12.50', currency: 'USD' },
    ]);
    expect(await detailOf('C-1')).toMatchObject({
      sold: 2,
      revenue: [{ currency: 'USD', amount: '25.00' }],
      price: '12.50',
      currency: 'USD',
    });
    expect(await auditOf(app, user.user.organizationId, 'mark_sold')).toMatchObject([
      { details: { customerNumber: 'C-1', price: '12.50', currency: 'USD' } },
    ]);
  });

  test('is kept by a list, typed or from a file', async () => {
    const typed = await user.post('/api/leads/mark-sold', {
      ...LIST,
      identifiers: ['ann@example.com'],
      price: 7,
      currency: 'EUR',
    });
    expect(typed.body).toMatchObject({ updatedCount: 1 });
    const file = csvFile([['email'], ['bea@example.com']]);
    const sent = await sendStatusUpdate(user, '/api/leads/mark-sold-csv', file, {
      ...LIST,
      price: '3.20',
      currency: 'EUR',
    });
    expect(sent.body).toMatchObject({ updatedCount: 1 });
    expect(await salesOf(leads[0])).toMatchObject([{ price: '7.00', currency: 'EUR' }]);
    expect(await salesOf(leads[1])).toMatchObject([{ price: '3.20', currency: 'EUR' }]);
    expect(await auditOf(app, user.user.organizationId, 'mark_sold')).toMatchObject([
      { details: { price: '7.00', currency: 'EUR' } },
      { details: { price: '3.20', currency: 'EUR' } },
    ]);
  });

  test('may be left out, also as empty fields of a form', async () => {
    await runBulkCall(user, idsOf(leads[0]), { type: 'markSold', customerNumber: 'C-1' });
    const file = csvFile([['email'], ['bea@example.com']]);
    const { status } = await sendStatusUpdate(user, '/api/leads/mark-sold-csv', file, {
      ...LIST,
      price: '',
      currency: '',
    });
    expect(status).toBe(200);
    for (const lead of [leads[0], leads[1]]) {
      expect(await salesOf(lead)).toMatchObject([{ price: null, currency: null }]);
    }
    expect(await detailOf('C-1')).toMatchObject({ sold: 2, revenue: [], price: null, currency: null });
  });

  test('of another currency is a sum of its own, and the last one is offered next', async () => {
    const sell = (lead: Lead | undefined, price: string, currency: string) =>
      runBulkCall(user, idsOf(lead), { type: 'markSold', customerNumber: 'C-1', price, currency });
    await sell(leads[0], '10', 'USD');
    await sell(leads[1], '20', 'EUR');
    await runBulkCall(user, idsOf(leads[2]), { type: 'markSold', customerNumber: 'C-1' });
    expect(await detailOf('C-1')).toMatchObject({
      sold: 3,
      revenue: [
        { currency: 'EUR', amount: '20.00' },
        { currency: 'USD', amount: '10.00' },
      ],
    });
    const { body } = await user.get('/api/customers/terms?customer=C-1');
    expect(body).toEqual({ name: null, price: '20.00', currency: 'EUR', columns: null });
  });
});

describe('a price that is wrong is refused, and nothing is sold', () => {
  const WRONG = [
    [{ price: '12.345', currency: 'USD' }, 'price', /at most two decimals/],
    [{ price: '-1', currency: 'USD' }, 'price', /Enter a price, e.g. 12.50/],
    [{ price: '1,50', currency: 'USD' }, 'price', /Enter a price, e.g. 12.50/],
    [{ price: '99999999999', currency: 'USD' }, 'price', /Enter a price, e.g. 12.50/],
    [{ price: true, currency: 'USD' }, 'price', /Enter a price, e.g. 12.50/],
    [{ price: '1', currency: 'DOLLARS' }, 'currency', /such as USD or EUR/],
    [{ price: '1', currency: 'XYZ' }, 'currency', /such as USD or EUR/],
    [{ price: '1' }, 'currency', /Choose a currency/],
    [{ currency: 'USD' }, 'price', /Enter a price/],
  ] as const;

  test.each(WRONG)('%j', async (terms, field, message) => {
    const bulk = await call(user, 'POST', '/api/leads/bulk', {
      selection: idsOf(leads[0]),
      action: { type: 'markSold', customerNumber: 'C-1', ...terms },
    });
    expect([bulk.status, bulk.body['message']]).toEqual([400, expect.stringMatching(message)]);
    expect(String(bulk.body['field'])).toContain(field);
    const typed = await call(user, 'POST', '/api/leads/mark-sold', {
      ...LIST,
      identifiers: ['ann@example.com'],
      ...terms,
    });
    expect([typed.status, typed.body['message']]).toEqual([400, expect.stringMatching(message)]);
    const fields = Object.fromEntries(Object.entries(terms).map(([key, value]) => [key, String(value)]));
    const file = csvFile([['email'], ['ann@example.com']]);
    const sent = await sendStatusUpdate(user, '/api/leads/mark-sold-csv', file, { ...LIST, ...fields });
    expect(sent.status).toBe(400);
    expect((await readLeadDetail(user, leads[0]?.id ?? '')).isSold).toBe(false);
  });
});

describe('totals', () => {
  test('leave out a sale that was undone, also one from a list', async () => {
    const action = { type: 'markSold', customerNumber: 'C-1', price: '5', currency: 'USD' } as const;
    const { id } = await runBulkCall(user, idsOf(leads[0]), action);
    const typed = await user.post<{ operationId: string }>('/api/leads/mark-sold', {
      ...LIST,
      identifiers: ['bea@example.com'],
    });
    await runBulkCall(user, idsOf(leads[2]), action);
    await runUndoCall(user, id);
    await runUndoCall(user, typed.body.operationId);
    expect(await detailOf('C-1')).toMatchObject({
      sold: 1,
      returned: 0,
      revenue: [{ currency: 'USD', amount: '5.00' }],
    });
    expect(await salesOf(leads[0])).toMatchObject([{ returnReason: 'Undone', price: '5.00' }]);
  });

  test('count a sale once after a merge, a restore and another merge', async () => {
    const action = { type: 'markSold', customerNumber: 'C-1', price: '5', currency: 'USD' } as const;
    await runBulkCall(user, idsOf(leads[1]), action);
    const [keep, other] = [leads[0]?.id, leads[1]?.id];
    const merge = { keepId: keep, leadIds: [other], take: [] };
    const once = { sold: 1, returned: 0, revenue: [{ currency: 'USD', amount: '5.00' }] };
    expect((await call(user, 'POST', '/api/duplicates/merge', merge)).status).toBe(200);
    expect(await detailOf('C-1')).toMatchObject(once);
    expect(await salesOf(leads[0])).toMatchObject([
      { price: '5.00', currency: 'USD', customerNumber: 'C-1' },
    ]);
    expect((await call(user, 'POST', `/api/leads/${other}/restore`)).status).toBe(200);
    expect(await detailOf('C-1')).toMatchObject(once);
    const back = { keepId: other, leadIds: [keep], take: [] };
    expect((await call(user, 'POST', '/api/duplicates/merge', back)).status).toBe(200);
    expect(await detailOf('C-1')).toMatchObject(once);
    // The sale that counts is the one of the lead that remains.
    expect((await call(user, 'POST', `/api/leads/${other}/return`)).status).toBe(200);
    expect(await detailOf('C-1')).toMatchObject({ sold: 1, returned: 1, revenue: [] });
  });

  test('keep the sale of a lead that was deleted for good', async () => {
    const action = { type: 'markSold', customerNumber: 'C-1', price: '5', currency: 'USD' } as const;
    await runBulkCall(user, idsOf(leads[0]), action);
    await call(user, 'DELETE', `/api/leads/${leads[0]?.id}`);
    const { owner } = app.context.db;
    await changeStored(owner, "deleted_at = now() - interval '31 days'", 'id = $1', [leads[0]?.id]);
    await emptyTrash(owner);
    expect((await user.get(`/api/leads/${leads[0]?.id}`)).status).toBe(404);
    expect(await detailOf('C-1')).toMatchObject({ sold: 1, revenue: [{ currency: 'USD', amount: '5.00' }] });
  });
});
