import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, CustomerSale } from '#contract/customers.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';

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
  for (let n = 0; n < 6; n++) {
    leads.push(
      await makeLead(admin, { email: `lead-${n}@example.com`, firstName: `Lead ${n}`, source: 'Acme' }),
    );
  }
});

interface Terms {
  price: string;
  currency: string;
}

async function sell(customerNumber: string, numbers: readonly number[], terms?: Terms): Promise<void> {
  const ids = numbers.map((n) => leads[n]?.id ?? '');
  await runBulkCall(admin, { ids }, { type: 'markSold', customerNumber, ...terms });
}

const list = async (query = '', client = admin) =>
  (await client.get<{ customers: Customer[]; total: number }>(`/api/customers${query}`)).body;
const numbersOf = async (query: string) => (await list(query)).customers.map(({ number }) => number);
const change = (body: object, number = 'C-1', client = admin) =>
  call<Customer & { message: string; field?: string }>(
    client,
    'PATCH',
    `/api/customers/detail?customer=${encodeURIComponent(number)}`,
    body,
  );
const NO_CONTACT = { contact: null, email: null, phone: null, notes: null };
const USD = { price: '10', currency: 'USD' };

describe('the list', () => {
  test('has each buyer with leads bought, returned, last sale and revenue by currency', async () => {
    await sell('C-1', [0, 1], USD);
    await sell('C-1', [2], { price: '4.50', currency: 'EUR' });
    await sell('C-2', [3]);
    await call(admin, 'POST', `/api/leads/${leads[0]?.id}/return`);
    expect(await list()).toEqual({
      total: 2,
      customers: [
        {
          ...{ number: 'C-2', name: null, sold: 1, returned: 0, revenue: [], lastSaleAt: expect.any(String) },
          ...{ price: null, currency: null, returnDays: null, columnSetId: null, ...NO_CONTACT },
        },
        {
          ...{ number: 'C-1', name: null, sold: 3, returned: 1, lastSaleAt: expect.any(String) },
          revenue: [
            { currency: 'EUR', amount: '4.50' },
            { currency: 'USD', amount: '10.00' },
          ],
          ...{ price: '4.50', currency: 'EUR', returnDays: null, columnSetId: null, ...NO_CONTACT },
        },
      ],
    });
  });

  test('is searched by number and name, in any case and without accents', async () => {
    await sell('Alpha/1', [0]);
    await sell('beta 100%', [1]);
    await change({ name: 'Müller & Söhne' }, 'Alpha/1');
    expect(await numbersOf('?search=ALPHA')).toEqual(['Alpha/1']);
    expect(await numbersOf('?search=muller')).toEqual(['Alpha/1']);
    expect(await numbersOf(`?search=${encodeURIComponent('100%')}`)).toEqual(['beta 100%']);
    expect(await list('?search=gamma')).toEqual({ customers: [], total: 0 });
  });

  test('is sorted by every column and paged, with the total on every page', async () => {
    await sell('a', [0], { price: '1', currency: 'USD' });
    await sell('B', [1, 2], USD);
    await sell('c', [3, 4, 5]);
    await change({ name: 'Zeta' }, 'a');
    await call(admin, 'POST', `/api/leads/${leads[1]?.id}/return`);
    expect(await numbersOf('?sort=number&order=asc')).toEqual(['a', 'B', 'c']);
    expect(await numbersOf('?sort=sold&order=desc')).toEqual(['c', 'B', 'a']);
    expect(await numbersOf('?sort=returned&order=desc')).toEqual(['B', 'a', 'c']);
    expect(await numbersOf('?sort=revenue&order=desc')).toEqual(['B', 'a', 'c']);
    expect(await numbersOf('?sort=lastSaleAt&order=asc')).toEqual(['a', 'B', 'c']);
    expect(await numbersOf('?sort=name&order=asc')).toEqual(['a', 'B', 'c']);
    expect(await list('?sort=number&order=asc&limit=1&offset=1')).toMatchObject({
      total: 3,
      customers: [{ number: 'B' }],
    });
    expect(await list('?limit=1&offset=9')).toEqual({ total: 3, customers: [] });
  });

  test('refuses a query that it does not know', async () => {
    for (const query of ['?sort=password', '?order=up', '?limit=0', '?limit=201', '?offset=-1', '?x=1']) {
      expect([query, (await admin.get(`/api/customers${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe('settings', () => {
  test('are set, cleared and audited; what is left out stays', async () => {
    await sell('C-1', [0], USD);
    const set = await change({ name: ' Nordlicht ', price: 8, currency: 'eur', returnDays: 14 });
    expect(set.body).toMatchObject({ name: 'Nordlicht', price: '8.00', currency: 'EUR', returnDays: 14 });
    const { body: terms } = await admin.get('/api/customers/terms?customer=C-1');
    expect(terms).toEqual({ name: 'Nordlicht', price: '8.00', currency: 'EUR', columns: null });
    expect((await change({ name: '', price: null, currency: null })).body).toMatchObject({
      ...{ name: null, returnDays: 14 },
      // Those of the last sale.
      ...{ price: '10.00', currency: 'USD' },
    });
    expect(await auditOf(app, admin.user.organizationId, 'update_customer')).toMatchObject([
      { resource: 'C-1', details: { name: 'Nordlicht', price: '8.00', currency: 'EUR', returnDays: 14 } },
      { resource: 'C-1', details: { name: null, price: null, currency: null, returnDays: 14 } },
    ]);
  });

  test.each([
    [{ price: '5' }, 'currency', /Choose a currency/],
    [{ currency: 'USD' }, 'price', /Enter a price/],
    [{ price: 'x', currency: 'USD' }, 'price', /Enter a price, e.g. 12.50/],
    [{ price: '5', currency: 'BUCKS' }, 'currency', /such as USD or EUR/],
    [{ returnDays: -1 }, 'returnDays', /0 or more days/],
    [{ returnDays: 1.5 }, 'returnDays', /whole days/],
    [{ returnDays: 4000 }, 'returnDays', /3,650/],
    [{ name: 'x'.repeat(201) }, 'name', /./],
  ])('%j is refused', async (body, field, message) => {
    await sell('C-1', [0]);
    const answer = await change(body);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
    expect(answer.body.message).toMatch(message);
  });

  test('belong to administrators, and to known customers', async () => {
    await sell('C-1', [0]);
    const colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
    expect((await change({ name: 'x' }, 'C-1', colleague)).status).toBe(403);
    expect((await change({ name: 'x' }, 'C-9')).status).toBe(404);
    expect((await list('', colleague)).customers[0]).toMatchObject({ number: 'C-1', name: null });
  });
});

describe('the sales of a customer', () => {
  const sales = async (query: string) =>
    (await admin.get<{ sales: CustomerSale[]; total: number }>(`/api/customers/sales?customer=C-1${query}`))
      .body;

  test('are listed newest first, by page, with lead, price and return', async () => {
    await sell('C-1', [0], USD);
    await sell('C-1', [1]);
    await sell('C-1', [2], USD);
    await sell('C-2', [3]);
    await call(admin, 'POST', `/api/leads/${leads[0]?.id}/return`, { reason: 'Duplicate' });
    const all = await sales('');
    expect(all.total).toBe(3);
    expect(all.sales.map(({ lead }) => lead)).toEqual(['Lead 2', 'Lead 1', 'Lead 0']);
    expect(all.sales[2]).toEqual({
      id: expect.any(String),
      leadId: leads[0]?.id,
      ...{ lead: 'Lead 0', inBin: false, source: 'Acme', price: '10.00', currency: 'USD', late: false },
      ...{ soldAt: expect.any(String), soldBy: admin.user.username },
      ...{ returnedAt: expect.any(String), returnedBy: admin.user.username, returnReason: 'Duplicate' },
    });
    expect(await sales('&limit=1&offset=1')).toMatchObject({ total: 3, sales: [{ lead: 'Lead 1' }] });
    expect(await sales('&returned=true')).toMatchObject({ total: 1, sales: [{ lead: 'Lead 0' }] });
    expect((await sales('&returned=false')).total).toBe(2);
  });

  test('say which leads are in the bin and which are late', async () => {
    await sell('C-1', [0, 1]);
    await change({ returnDays: 0 });
    await call(admin, 'DELETE', `/api/leads/${leads[1]?.id}`);
    const { sales: shown } = await sales('');
    expect(shown.find(({ lead }) => lead === 'Lead 1')).toMatchObject({ inBin: true });
    expect(shown.find(({ lead }) => lead === 'Lead 0')).toMatchObject({ inBin: false, late: true });
  });
});

test('calls are refused without a session, and other organizations see nothing', async () => {
  await sell('C-1', [0], USD);
  const paths = [
    '',
    '/detail?customer=C-1',
    '/terms?customer=C-1',
    '/sales?customer=C-1',
    '/deliveries?customer=C-1',
  ];
  for (const path of paths) {
    expect([path, (await app.anonymous.get(`/api/customers${path}`)).status]).toEqual([path, 401]);
  }
  const anonymous = await call(app.anonymous, 'PATCH', '/api/customers/detail?customer=C-1', { name: 'x' });
  expect(anonymous.status).toBe(401);
  const stranger = await signUp(app.url);
  expect(await list('', stranger)).toEqual({ customers: [], total: 0 });
  expect((await stranger.get('/api/customers/detail?customer=C-1')).status).toBe(404);
  expect((await change({ name: 'x' }, 'C-1', stranger)).status).toBe(404);
  expect((await stranger.get('/api/customers/sales?customer=C-1')).body).toEqual({ sales: [], total: 0 });
  const { body } = await stranger.get('/api/customers/terms?customer=C-1');
  expect(body).toEqual({ name: null, price: null, currency: null, columns: null });
});

test('the first settings of a customer survive two people who change them at once', async () => {
  await sell('C-1', [0]);
  const { owner } = app.context.db;
  const holder = await owner.connect();
  try {
    // A row that is not committed lets neither of them finish, nor see the other's.
    await holder.query('BEGIN');
    await holder.query('INSERT INTO customers (organization_id, number) VALUES ($1, $2)', [
      admin.user.organizationId,
      'C-1',
    ]);
    const changes = [change({ name: 'Nordlicht' }), change({ returnDays: 30 })];
    await until('both wait', async () => {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%customers%'`,
      );
      return rowCount === 2;
    });
    await holder.query('ROLLBACK');
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    holder.release();
  }
  expect((await list()).customers).toMatchObject([{ number: 'C-1', name: 'Nordlicht', returnDays: 30 }]);
});
