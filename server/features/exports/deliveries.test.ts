import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { BulkSale } from '#contract/deliveries.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  endOfBulk,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

// Sales that are delivered in a file: the file has exactly the leads that were sold.

const PATH = '/api/leads/deliveries';
const COLUMNS = ['email', 'customerNumber'];

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
  for (let n = 0; n < 5; n++) leads.push(await makeLead(admin, { email: `lead-${n}@example.com` }));
});

const idsOf = (...numbers: number[]) => ({ ids: numbers.map((n) => leads[n]?.id ?? '') });
const emails = (...numbers: number[]) => numbers.map((n) => `lead-${n}@example.com`);

const begin = (body: object, client = admin) =>
  client.post<BulkOperation & ErrorReply>(PATH, { columns: COLUMNS, customerNumber: 'C-1', ...body });

/** Sells leads and waits for the end of the sale. */
async function deliver(body: object, client = admin): Promise<BulkOperation> {
  const { status, body: started } = await begin(body, client);
  expect([status, started.message]).toEqual([201, undefined]);
  return endOfBulk(client, started.id);
}

async function fileOf(id: string, client = admin, filename = 'leads.csv'): Promise<string[][]> {
  const response = await client.send(`${PATH}/${id}`, {});
  expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([200, '']);
  const { cells } = await readTable(Buffer.from(await response.arrayBuffer()), { filename });
  return cells;
}

const errorOf = async (id: string, client = admin) => {
  const { status, body } = await client.get<ErrorReply>(`${PATH}/${id}`);
  return [status, body.message];
};
const soldTo = async (customer: string) =>
  (await leadsOf(admin))
    .filter(({ customerNumber }) => customerNumber === customer)
    .map(({ email }) => email);

test('sells the leads, and the file has exactly these with the chosen columns', async () => {
  const sale = await deliver({ selection: idsOf(0, 1), price: '4.50', currency: 'EUR' });
  expect(sale).toMatchObject({ action: 'markSold', changed: 2, unchanged: 0, refused: 0 });
  expect(await fileOf(sale.id)).toEqual(emails(1, 0).map((email) => [email, 'C-1']));
  expect(await readLeadDetail(admin, leads[0]?.id ?? '')).toMatchObject({
    isSold: true,
    sales: [{ customerNumber: 'C-1', price: '4.50', currency: 'EUR' }],
  });
  expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
  expect(await auditOf(app, admin.user.organizationId, 'mark_sold')).toMatchObject([
    { details: { customerNumber: 'C-1', changed: 2, price: '4.50', currency: 'EUR' } },
  ]);
  expect(await auditOf(app, admin.user.organizationId, 'export_leads')).toMatchObject([
    { details: { operation: sale.id, customer: 'C-1', count: 2, columns: 'email, customerNumber' } },
  ]);
});

test('leads that are sold already are in neither, and are counted', async () => {
  await runBulkCall(admin, idsOf(0), { type: 'markSold', customerNumber: 'C-2' });
  await runBulkCall(admin, idsOf(1), { type: 'markSold', customerNumber: 'C-1' });
  await call(admin, 'DELETE', `/api/leads/${leads[2]?.id}`);
  const sale = await deliver({ selection: idsOf(0, 1, 2, 3) });
  expect(sale).toMatchObject({ changed: 1, unchanged: 1, refused: 1 });
  expect(await fileOf(sale.id)).toEqual([['lead-3@example.com', 'C-1']]);
  const none = await deliver({ selection: idsOf(0, 3) });
  expect(none).toMatchObject({ changed: 0, unchanged: 1, refused: 1 });
  expect(await errorOf(none.id)).toEqual([409, 'None of these leads is sold to this customer anymore']);
});

test.each([
  [{ limit: 2 }, [4, 3]],
  [{ limit: 2, sort: 'email', order: 'asc' }, [0, 1]],
  [{ sort: 'email', order: 'asc' }, [0, 1, 2, 3]],
])('of a filter with %j sells the first ones of the list, in its order', async (choice, expected) => {
  await runBulkCall(admin, idsOf(4), {
    type: 'status',
    status: 'limit' in choice ? 'new' : 'qualified',
  });
  const sale = await deliver({ selection: { filter: { status: 'new' } }, ...choice });
  expect((await fileOf(sale.id)).map(([email]) => email)).toEqual(emails(...expected));
  expect((await soldTo('C-1')).sort()).toEqual(emails(...expected).sort());
});

test('two people who sell the same leads at once never sell one twice', async () => {
  const rows = Array.from({ length: 6_000 }, (_, n) => [`many-${n}@example.com`]);
  await importLeads(admin, csvFile([['email'], ...rows]), { fieldMapping: { email: 'email' } });
  const colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
  const selection = { filter: { hasEmail: 'true' } };
  const [mine, theirs] = await Promise.all([
    deliver({ selection, customerNumber: 'C-1' }),
    deliver({ selection, customerNumber: 'C-2', format: 'xlsx' }, colleague),
  ]);
  expect(mine.changed + theirs.changed).toBe(6_005);
  const { rows: open } = await app.context.db.owner.query(
    `SELECT customer_number AS customer, count(*)::int AS sales, count(DISTINCT lead_id)::int AS leads FROM lead_sales
     WHERE organization_id = $1 AND returned_at IS NULL GROUP BY 1 ORDER BY 1`,
    [admin.user.organizationId],
  );
  const files = new Map([
    ['C-1', mine.changed === 0 ? [] : await fileOf(mine.id)],
    ['C-2', theirs.changed === 0 ? [] : await fileOf(theirs.id, colleague, 'leads.xlsx')],
  ]);
  expect(open).toEqual(
    [mine, theirs].flatMap(({ changed: n }, at) =>
      n === 0 ? [] : [{ customer: `C-${at + 1}`, sales: n, leads: n }],
    ),
  );
  for (const [customer, cells] of files) for (const [, sold] of cells) expect(sold).toBe(customer);
  const emailsOf = (customer: string) => (files.get(customer) ?? []).map(([email]) => email);
  expect(new Set([...emailsOf('C-1'), ...emailsOf('C-2')]).size).toBe(6_005);
  expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
});

describe('the file', () => {
  test('can be downloaded again by everyone of the organization, and by nobody else', async () => {
    const sale = await deliver({ selection: idsOf(0, 1) });
    const colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
    expect(await fileOf(sale.id, colleague)).toEqual(await fileOf(sale.id));
    const other = await signUp(app.url);
    expect((await errorOf(sale.id, other))[0]).toBe(404);
    expect((await app.anonymous.get(`${PATH}/${sale.id}`)).status).toBe(401);
    expect((await errorOf(crypto.randomUUID()))[0]).toBe(404);
    const { id } = await runBulkCall(admin, idsOf(0), { type: 'status', status: 'qualified' });
    expect((await errorOf(id))[0]).toBe(404);
  });

  test('of any bulk sale has all columns', async () => {
    const { id } = await runBulkCall(admin, idsOf(3), { type: 'markSold', customerNumber: 'Müller & Co' });
    const response = await admin.send(`${PATH}/${id}`, {});
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''leads-sold-M%C3%BCller-Co-\d{4}-\d\d-\d\d\.csv$/,
    );
    expect((await readTable(Buffer.from(await response.arrayBuffer()))).columns.length).toBeGreaterThan(20);
  });

  test('leaves out what was returned since, and what is sold to somebody else now', async () => {
    const sale = await deliver({ selection: idsOf(0, 1, 2) });
    for (const n of [0, 1]) await call(admin, 'POST', `/api/leads/${leads[n]?.id}/return`);
    await runBulkCall(admin, idsOf(1), { type: 'markSold', customerNumber: 'C-2' });
    const response = await admin.send(`${PATH}/${sale.id}`, {});
    expect([response.headers.get('x-total-count'), response.headers.get('x-exported-count')]).toEqual([
      '3',
      '1',
    ]);
    expect(await response.text()).toContain('lead-2@example.com');
  });

  test('has nothing left after an undo, which makes the leads available again', async () => {
    const sale = await deliver({ selection: idsOf(0, 1) });
    expect(await runUndoCall(admin, sale.id)).toMatchObject({ changed: 2, refused: 0 });
    expect(await errorOf(sale.id)).toEqual([409, 'None of these leads is sold to this customer anymore']);
    expect(await soldTo('C-1')).toEqual([]);
    expect(await deliver({ selection: idsOf(0, 1), customerNumber: 'C-2' })).toMatchObject({ changed: 2 });
  });

  test('goes without columns and orders of custom fields that were deleted since', async () => {
    const { body: field } = await admin.post<{ id: string }>('/api/custom-fields', {
      ...{ name: 'Plan', type: 'text' },
    });
    const sale = await deliver({
      ...{ selection: idsOf(0), columns: ['custom:Plan', 'email'], sort: 'custom:Plan' },
    });
    expect((await call(admin, 'DELETE', `/api/custom-fields/${field.id}`)).status).toBeLessThan(300);
    expect(await fileOf(sale.id)).toEqual([['lead-0@example.com']]);
  });
});

test('a customer has its bulk sales, newest first', async () => {
  const first = await deliver({ selection: idsOf(0, 1) });
  const second = await deliver({ selection: idsOf(2) });
  await deliver({ selection: idsOf(2) });
  await deliver({ selection: idsOf(3), customerNumber: 'C-2' });
  await runUndoCall(admin, first.id);
  const list = async (query: string, client = admin) =>
    (await client.get<{ deliveries: BulkSale[]; total: number }>(`${PATH}?${query}`)).body;
  const soldBy = admin.user.username;
  expect(await list('customer=C-1')).toEqual({
    deliveries: [
      { id: second.id, soldAt: expect.any(String), soldBy, sold: 1, undone: false },
      { id: first.id, soldAt: expect.any(String), soldBy, sold: 2, undone: true },
    ],
    total: 2,
  });
  expect(await list('customer=C-1&limit=1&offset=1')).toMatchObject({
    deliveries: [{ id: first.id }],
    total: 2,
  });
  expect(await list('customer=C-1', await signUp(app.url))).toEqual({ deliveries: [], total: 0 });
});

test.each([
  [{ customerNumber: ' ' }, 'customerNumber'],
  [{ price: '4' }, 'currency'],
  [{ columns: ['custom:Nothing'] }, 'columns'],
  [{ sort: 'custom:Nothing' }, 'sort'],
  [{ limit: 0 }, 'limit'],
  [{ selection: { filter: { bin: 'true' } } }, 'selection'],
])('%j is refused, and nothing is sold', async (choice, field) => {
  const { status, body } = await begin({ selection: { filter: {} }, ...choice });
  expect([status, body.field]).toEqual([400, field]);
  expect((await leadsOf(admin)).some(({ isSold }) => isSold)).toBe(false);
});

test('where exports take the password, nothing is sold without it', async () => {
  await app.context.db.owner.query('UPDATE users SET require_export_auth = true WHERE id = $1', [
    admin.user.id,
  ]);
  expect((await begin({ selection: idsOf(0) })).status).toBe(403);
  expect(await soldTo('C-1')).toEqual([]);
  await admin.post('/api/export/verify', { password: PASSWORD });
  const sale = await deliver({ selection: idsOf(0) });
  expect(await fileOf(sale.id)).toHaveLength(1);
  expect((await errorOf(sale.id))[0]).toBe(403);
});

test('takes a session, and sells no leads of another organization', async () => {
  expect((await app.anonymous.post(PATH, { selection: idsOf(0), customerNumber: 'C-1' })).status).toBe(401);
  const sale = await deliver({ selection: idsOf(0) }, await signUp(app.url));
  expect(sale).toMatchObject({ total: 0, changed: 0 });
  expect(await soldTo('C-1')).toEqual([]);
});
