import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, endOfBulk, makeLead, readLeadDetail, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { makeOrder, readOrder } from '#tests/support/orders.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

// New leads are offered to the orders with autoSell by priority, and among equals by weight.

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
});

const soldBy = (order: Order) => readOrder(admin, order.id).then(({ sold }) => sold);

/** Waits until no new lead has yet to be offered. */
async function allOffered(): Promise<void> {
  await until('all leads are offered', async () => {
    const { rowCount } = await app.context.db.owner.query(
      'SELECT FROM order_offers WHERE organization_id = $1',
      [admin.user.organizationId],
    );
    return rowCount === 0;
  });
}

function importMany(count: number, source: string) {
  const rows = Array.from({ length: count }, (_, n) => [`${source}-${n}@example.com`, source]);
  return importLeads(admin, csvFile([['email', 'source'], ...rows]), {
    fieldMapping: { email: 'email', source: 'source' },
  });
}

test('leads of imports, the form and programs are sold; edits and returns offer nothing', async () => {
  const order = await makeOrder(admin, {
    ...{ autoSell: true, where: [['source', 'is', 'web']], price: '3', currency: 'EUR' },
  });
  const before = await makeLead(admin, { email: 'other@example.com', source: 'print' });
  const lead = await makeLead(admin, { email: 'form@example.com', source: 'web' });
  const program = programOf(app.url, await tokenFor(admin));
  const made = await program.call('POST', '/leads', { email: 'api@example.com', source: 'web' });
  expect(made.status).toBe(201);
  const batch = [{ email: 'batch@example.com', source: 'web' }, { email: 'form@example.com' }];
  await program.call('POST', '/leads/batch', { leads: batch });
  await importMany(20, 'web');
  await until('all are sold', async () => (await soldBy(order)) === 23);
  await allOffered();
  const detail = await readLeadDetail(admin, lead.id);
  expect(detail).toMatchObject({ isSold: true, customerNumber: 'C-1' });
  expect(detail.sales).toMatchObject([{ price: '3.00', soldBy: 'Order Acme' }]);
  await call(admin, 'PATCH', `/api/leads/${before.id}`, { source: 'web' });
  await admin.post(`/api/leads/${lead.id}/return`);
  await makeLead(admin, { email: 'last@example.com', source: 'web' });
  await until('the last is sold', async () => (await soldBy(order)) === 23);
  expect((await readLeadDetail(admin, before.id)).isSold).toBe(false);
  expect((await readLeadDetail(admin, lead.id)).isSold).toBe(false);
});

test('an automatic sale is an operation: audited, and it can be undone', async () => {
  const order = await makeOrder(admin, { autoSell: true });
  await importMany(10, 'web');
  await until('all are sold', async () => (await soldBy(order)) === 10);
  const { body } = await admin.get<{ id: string; detail: string; changed: number }[]>(
    '/api/leads/bulk?kinds=markSold',
  );
  expect(body).toMatchObject([{ detail: 'Acme', changed: 10, refused: 0, status: 'completed' }]);
  expect(await auditOf(app, admin.user.organizationId, 'mark_sold')).toMatchObject([
    { username: 'Order Acme', details: { changed: 10, order: 'Acme' } },
  ]);
  const { id } = await runUndoCall(admin, body[0]?.id ?? '');
  expect(await endOfBulk(admin, id)).toMatchObject({ changed: 10, refused: 0 });
  expect(await soldBy(order)).toBe(0);
});

test('priority comes first, what is full passes leads on, and shared leads go to each', async () => {
  const second = await makeOrder(admin, {
    autoSell: true,
    priority: 2,
    name: 'Second',
    customerNumber: 'C-2',
  });
  const caps = [{ period: 'day', leads: 4 }];
  const first = await makeOrder(admin, { autoSell: true, caps });
  const shared = { autoSell: true, exclusive: false, where: [['source', 'is', 'shared']], priority: 1 };
  await importMany(10, 'web');
  await until('all are sold', async () => (await soldBy(second)) === 6);
  expect(await soldBy(first)).toBe(4);
  const one = await makeOrder(admin, { ...shared, name: 'One', customerNumber: 'C-3' });
  const other = await makeOrder(admin, { ...shared, name: 'Other', customerNumber: 'C-4' });
  const again = await makeOrder(admin, { ...shared, name: 'Again', customerNumber: 'C-4', priority: 2 });
  await importMany(5, 'shared');
  await until('all are sold', async () => (await soldBy(one)) + (await soldBy(other)) === 10);
  await allOffered();
  expect([await soldBy(again), await soldBy(second)]).toEqual([0, 6]);
});

test('among equals, weights share the leads out', async () => {
  const heavy = await makeOrder(admin, { autoSell: true, weight: 3 });
  const light = await makeOrder(admin, { autoSell: true, weight: 1, name: 'Light', customerNumber: 'C-2' });
  await importMany(400, 'web');
  await until('all are sold', async () => (await soldBy(heavy)) + (await soldBy(light)) === 400);
  // Seven standard deviations.
  expect(Math.abs((await soldBy(heavy)) - 300)).toBeLessThan(60);
});

test('an inactive order takes no new leads, and those that it missed stay unsold', async () => {
  const order = await makeOrder(admin, { autoSell: true, active: false });
  await importMany(3, 'web');
  await call(admin, 'PATCH', `/api/orders/${order.id}`, { active: true });
  const lead = await makeLead(admin, { email: 'new@example.com' });
  await until('the new lead is sold', async () => (await readLeadDetail(admin, lead.id)).isSold);
  expect(await soldBy(order)).toBe(1);
});

test('a single lead is sold while an import has its turn, those of a batch after it', async () => {
  const order = await makeOrder(admin, { autoSell: true, exclusive: false });
  const { organizationId } = admin.user;
  const importing = await app.context.db.owner.connect();
  try {
    const key = "hashtextextended('leads:' || $1, 0)";
    await importing.query(`SELECT pg_advisory_lock(${key})`, [organizationId]);
    const program = programOf(app.url, await tokenFor(admin));
    const batch = [{ email: 'one@example.com' }, { email: 'two@example.com' }];
    await program.call('POST', '/leads/batch', { leads: batch });
    await program.call('POST', '/leads', { email: 'three@example.com' });
    await until('the lead is sold', async () => (await soldBy(order)) === 1);
    await importing.query(`SELECT pg_advisory_unlock(${key})`, [organizationId]);
  } finally {
    importing.release(true);
  }
  await until('all are sold', async () => (await soldBy(order)) === 3);
});

test('leads of a batch are sold before those of files that came earlier', async () => {
  const order = await makeOrder(admin, { autoSell: true, exclusive: false });
  const { organizationId } = admin.user;
  const selling = await app.context.db.owner.connect();
  try {
    // Holds the lock as a sale of file offers does.
    await selling.query("SELECT pg_advisory_lock(hashtextextended('offers:' || $1, 0))", [organizationId]);
    await importMany(3, 'web');
    const leads = [{ email: 'one@example.com' }, { email: 'two@example.com' }];
    await programOf(app.url, await tokenFor(admin)).call('POST', '/leads/batch', { leads });
    await until('the batch is sold', async () => (await soldBy(order)) === 2);
  } finally {
    selling.release(true);
  }
  await until('all are sold', async () => (await soldBy(order)) === 5);
});
