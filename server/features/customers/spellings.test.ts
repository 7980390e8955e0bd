import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer, CustomerSale } from '#contract/customers.ts';
import type { BulkSale } from '#contract/deliveries.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

// Numbers that differ in case or surrounding blanks are one customer, under the spelling of its first sale.

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
  for (let n = 0; n < 6; n++) leads.push(await makeLead(admin, { email: `lead-${n}@example.com` }));
});

const idOf = (n: number): string => leads[n]?.id ?? '';
const sell = (customerNumber: string, numbers: readonly number[], terms: object = {}) =>
  runBulkCall(admin, { ids: numbers.map(idOf) }, { type: 'markSold', customerNumber, ...terms });
const read = async <T>(path: string) => (await admin.get<T>(path)).body;
const customers = () => read<{ customers: Customer[]; total: number }>('/api/customers');
const soldTo = async () =>
  (await Promise.all(leads.map(({ id }) => readLeadDetail(admin, id)))).map((lead) => lead.customerNumber);
const EUR = { price: '4.25', currency: 'EUR' };

test('every sale goes to the first spelling: in bulk, by list, again, returned', async () => {
  await sell('C-1042', [0], EUR);
  await sell(' c-1042 ', [1], EUR);
  const byList = await call<{ soldCount: number }>(admin, 'POST', '/api/leads/mark-sold', {
    ...{ identifiers: ['lead-2@example.com', 'lead-1@example.com'], identifierType: 'email' },
    customerNumber: 'c-1042',
    ...EUR,
  });
  expect(byList.status).toBe(200);
  const again = await sell('c-1042', [0, 1, 2]);
  expect(again).toMatchObject({ changed: 0, unchanged: 3, refused: 0 });
  expect(await soldTo()).toEqual(['C-1042', 'C-1042', 'C-1042', null, null, null]);
  expect((await call(admin, 'POST', `/api/leads/${idOf(2)}/return`)).status).toBe(200);
  const { customers: listed } = await customers();
  expect(listed).toMatchObject([
    { number: 'C-1042', sold: 3, returned: 1, revenue: [{ currency: 'EUR', amount: '8.50' }] },
  ]);
});

test('every question about a customer takes any spelling', async () => {
  await sell('C-1042', [0, 1], EUR);
  const asked = encodeURIComponent(' c-1042 ');
  const changed = await call<Customer>(admin, 'PATCH', `/api/customers/detail?customer=${asked}`, {
    name: 'Acme',
  });
  expect(changed.body).toMatchObject({ number: 'C-1042', name: 'Acme' });
  expect(await read(`/api/customers/detail?customer=${asked}`)).toMatchObject({ number: 'C-1042', sold: 2 });
  expect(await read(`/api/customers/terms?customer=${asked}`)).toEqual({
    name: 'Acme',
    ...EUR,
    columns: null,
  });
  expect(
    (await read<{ sales: CustomerSale[] }>(`/api/customers/sales?customer=${asked}`)).sales,
  ).toHaveLength(2);
  expect((await read<{ total: number }>(`/api/leads?customer=${asked}`)).total).toBe(2);
  const where = encodeURIComponent(JSON.stringify([['customerNumber', 'is', ' c-1042 ']]));
  expect((await read<{ total: number }>(`/api/leads?where=${where}`)).total).toBe(2);
  const file = await admin.send(`/api/customers/deliveries?customer=${asked}`, {});
  expect((await file.text()).trim().split('\n')).toHaveLength(3);
  const listed = await read<{ deliveries: BulkSale[] }>(`/api/leads/deliveries?customer=${asked}`);
  expect(listed.deliveries).toMatchObject([{ sold: 2 }]);
});

test('the same number in another spelling is no change: in an edit, in an import', async () => {
  await sell('C-1042', [0]);
  const edited = await call(admin, 'PATCH', `/api/leads/${idOf(0)}`, {
    customerNumber: ' c-1042',
    city: 'Oslo',
  });
  expect(edited.body).toMatchObject({ customerNumber: 'C-1042', city: 'Oslo' });
  const result = await importLeads(
    admin,
    csvFile([
      ['Email', 'Customer Number', 'City'],
      ['lead-0@example.com', 'c-1042', 'Bergen'],
    ]),
    {
      importMode: { mode: 'update', matchField: 'email' },
      fieldMapping: { Email: 'email', 'Customer Number': 'customerNumber', City: 'city' },
    },
  );
  expect(result.stats).toMatchObject({ updated: 1, errors: 0 });
  expect(await readLeadDetail(admin, idOf(0))).toMatchObject({ customerNumber: 'C-1042', city: 'Bergen' });
});

test('two first sales at once: one spelling', async () => {
  await Promise.all([sell('New-1', [0]), sell('NEW-1', [1]), sell('new-1', [2])]);
  expect(new Set((await soldTo()).slice(0, 3)).size).toBe(1);
  expect((await customers()).customers).toMatchObject([{ sold: 3 }]);
});
