import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
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
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';

let app: TestApp;
let admin: SignedIn;
let leads: string[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  leads = [];
  for (let n = 0; n < 4; n++) leads.push((await makeLead(admin, { email: `lead-${n}@example.com` })).id);
});

const EUR = { price: '4.25', currency: 'EUR' };
const sell = (customerNumber: string, ids: readonly string[], terms: object = EUR) =>
  runBulkCall(admin, { ids: [...ids] }, { type: 'markSold', customerNumber, ...terms });
const add = (body: object, client = admin) =>
  call<Customer & { message: string; field?: string }>(client, 'POST', '/api/customers', body);
const merge = (number: string, into: string, client = admin) =>
  call<Customer & { message: string; field?: string }>(client, 'POST', '/api/customers/merge', {
    customer: number,
    into,
  });
const list = async (search = '') =>
  (await admin.get<{ customers: Customer[] }>(`/api/customers?search=${search}`)).body.customers;

describe('adding a customer', () => {
  test('is open to everyone, shows it before the first sale, and is audited', async () => {
    const colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
    const about = {
      ...{ name: 'Nordlicht', contact: 'Ann Lee', email: 'ann@nordlicht.example', phone: '+49 30 1' },
      notes: 'Pays monthly',
    };
    const { status, body } = await add({ number: ' C-1042 ', ...about }, colleague);
    const none = { sold: 0, returned: 0, revenue: [], lastSaleAt: null, price: null, currency: null };
    expect([status, body]).toEqual([
      201,
      { number: 'C-1042', ...about, ...none, returnDays: null, columnSetId: null },
    ]);
    expect(await list('nordlicht')).toEqual([body]);
    await sell('c-1042', leads.slice(0, 1));
    expect(await list()).toMatchObject([{ number: 'C-1042', name: 'Nordlicht', sold: 1 }]);
    expect(await auditOf(app, admin.user.organizationId, 'create_customer')).toMatchObject([
      { resource: 'C-1042', details: { name: 'Nordlicht', email: 'ann@nordlicht.example' } },
    ]);
  });

  test('refuses a number in any spelling that a customer has, and input that it can not keep', async () => {
    await sell('C-1', leads.slice(0, 1));
    const taken = await add({ number: ' c-1 ' });
    expect([taken.status, taken.body.field]).toEqual([409, 'number']);
    const twice = await Promise.all([add({ number: 'New' }), add({ number: 'NEW' })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const [body, field] of [
      [{ number: ' ' }, 'number'],
      [{ number: 'x', email: 'ann' }, 'email'],
      [{ number: 'x', notes: 'n'.repeat(5_001) }, 'notes'],
    ] as const) {
      const { status, body: answer } = await add(body);
      expect([status, answer.field]).toEqual([400, field]);
    }
  });
});

test('contact and notes are changed by administrators; empty clears', async () => {
  await add({ number: 'C-1', contact: 'Ann', notes: 'x' });
  const change = (body: object) => call<Customer>(admin, 'PATCH', '/api/customers/detail?customer=C-1', body);
  const { body } = await change({ contact: '', phone: ' 030 1 ', email: 'a@b.example' });
  expect(body).toMatchObject({ contact: null, phone: '030 1', email: 'a@b.example', notes: 'x' });
});

describe('merging customers', () => {
  test('moves sales, settings, undo and every spelling; totals stay true', async () => {
    await sell('C-1', leads.slice(0, 1), { price: '1', currency: 'USD' });
    await sell('Nord', leads.slice(1, 2));
    const last = await sell('Nord', leads.slice(2, 4));
    const returned = await runBulkCall(admin, { ids: leads.slice(1, 2) }, { type: 'returnSale' });
    const settings = { name: 'Nordlicht', notes: 'late payer', price: '9', currency: 'EUR', returnDays: 7 };
    await call(admin, 'PATCH', '/api/customers/detail?customer=Nord', settings);
    const { status, body } = await merge('nord', 'c-1');
    const merged = {
      ...{ number: 'C-1', name: 'Nordlicht', notes: 'late payer', price: '9.00', currency: 'EUR' },
      ...{ returnDays: 7, sold: 4, returned: 1 },
      revenue: [
        { currency: 'EUR', amount: '8.50' },
        { currency: 'USD', amount: '1.00' },
      ],
    };
    expect([status, body]).toMatchObject([200, merged]);
    expect(await list()).toMatchObject([merged]);
    expect((await readLeadDetail(admin, leads[2] ?? '')).customerNumber).toBe('C-1');
    expect((await admin.get<{ total: number }>('/api/leads?customer=NORD')).body.total).toBe(3);
    expect(await auditOf(app, admin.user.organizationId, 'merge_customers')).toMatchObject([
      { resource: 'Nord', details: { into: 'C-1', sold: 3, returned: 1, revenue: '8.50 EUR' } },
    ]);
    expect(await runUndoCall(admin, last.id)).toMatchObject({ changed: 2, refused: 0 });
    expect(await runUndoCall(admin, returned.id)).toMatchObject({ changed: 1, refused: 0 });
    expect((await readLeadDetail(admin, leads[1] ?? '')).customerNumber).toBe('C-1');
    await sell('nord', leads.slice(3), { price: '2', currency: 'EUR' });
    expect(await list()).toMatchObject([{ number: 'C-1', sold: 3, returned: 0 }]);
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, admin.user.organizationId)).toEqual([]);
  });

  test('is refused to users, other organizations, for itself, unknown numbers and during a sale', async () => {
    await sell('C-1', leads.slice(0, 1));
    await sell('C-2', leads.slice(1, 2));
    const colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
    expect((await merge('C-1', 'C-2', colleague)).status).toBe(403);
    expect((await merge('C-1', 'C-2', await signUp(app.url))).status).toBe(404);
    const own = await merge('C-1', 'c-1');
    expect([own.status, own.body.field]).toEqual([400, 'into']);
    const unknown = await merge('C-1', 'C-9');
    expect([unknown.status, unknown.body.field]).toEqual([404, 'into']);
    expect((await merge('C-9', 'C-1')).status).toBe(404);
    const { owner } = app.context.db;
    const values = [admin.user.organizationId];
    await owner.query(
      "UPDATE bulk_operations SET status = 'processing' WHERE organization_id = $1 AND action ->> 'customerNumber' = 'C-1'",
      values,
    );
    expect((await merge('C-1', 'C-2')).status).toBe(409);
    expect((await list()).map(({ number }) => number).sort()).toEqual(['C-1', 'C-2']);
    await owner.query("UPDATE bulk_operations SET status = 'completed' WHERE organization_id = $1", values);
  });
});

describe('the statement', () => {
  const statement = (query: string, client = admin) =>
    client.send(`/api/customers/statement?customer=C-1${query}`, {});

  test('lists sales and returns of the period with totals by currency, as CSV and as a page', async () => {
    await sell('C-1', leads.slice(0, 2));
    await sell('C-1', leads.slice(2, 3), { price: '1', currency: 'USD' });
    await call(admin, 'POST', `/api/leads/${leads[0]}/return`, { reason: '=1+1' });
    const name = '<script>alert(1)</script>';
    await call(admin, 'PATCH', '/api/customers/detail?customer=C-1', { name });
    const { owner } = app.context.db;
    await owner.query(
      "UPDATE lead_sales SET sold_at = '2026-03-05' WHERE organization_id = $1 AND currency = 'EUR'",
      [admin.user.organizationId],
    );
    await owner.query(
      "UPDATE lead_sales SET returned_at = '2026-04-02' WHERE organization_id = $1 AND returned_at IS NOT NULL",
      [admin.user.organizationId],
    );
    const march = await statement('&from=2026-03-01&to=2026-03-31');
    expect(march.headers.get('content-disposition')).toMatch(/statement-C-1-.*\.csv/);
    expect((await march.text()).replaceAll('"', '').trim().split('\r\n').slice(1)).toEqual([
      '2026-03-05,Sale,2,4.25,8.50,EUR,',
      ',Sales,2,,8.50,EUR,',
      ',Returns,0,,0.00,EUR,',
      ',Total,2,,8.50,EUR,',
    ]);
    const spring = await (await statement('&from=2026-03-01&to=2026-04-30')).text();
    expect(spring).toContain(`"2026-04-02","Return","1","4.25","4.25","EUR","'=1+1"`);
    expect(spring).toContain(',"Total","1",,"4.25","EUR",');
    const page = await statement('&format=html');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const html = await page.text();
    expect(html).toContain('C-1 · &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script');
    expect(html).toContain('<th>1.00</th><th>USD</th>');
  });

  test('is refused without a session, to other organizations and for impossible days', async () => {
    await sell('C-1', leads.slice(0, 1));
    expect((await statement('', app.anonymous as SignedIn)).status).toBe(401);
    expect((await statement('', await signUp(app.url))).status).toBe(404);
    const wrong = await statement('&from=yesterday');
    expect([wrong.status, (await wrong.json()) as object]).toMatchObject([400, { field: 'from' }]);
  });
});
