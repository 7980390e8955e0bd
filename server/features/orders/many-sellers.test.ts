import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { makeOrder, readOrder, sellThroughCall } from '#tests/support/orders.ts';

// 16 sellers on three servers sell the same and other leads through orders with caps.

const SELLERS = 16;
const LEADS = 10_000;

let first: TestApp;
let apps: TestApp[];
let admin: SignedIn;

beforeAll(async () => {
  first = await startTestApp();
  const { urls } = first.context.db;
  const secretKey = first.context.secretKey();
  apps = [first, await startTestApp({ urls, secretKey }), await startTestApp({ urls, secretKey })];
  admin = await signUp(first.url);
  const rows = Array.from({ length: LEADS }, (_, n) => [
    `lead-${n}@example.com`,
    n % 2 ? 'Germany' : 'France',
  ]);
  await importLeads(admin, csvFile([['email', 'country'], ...rows]), {
    fieldMapping: { email: 'email', country: 'country' },
  });
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

const sellers = () =>
  Array.from({ length: SELLERS }, (_, n) => clientOf(apps[n % apps.length]?.url ?? '', admin.cookie));

test('caps are filled and never passed, and each lead is sold once', async () => {
  const caps = [
    { period: 'day', leads: 700 },
    { period: 'month', country: 'Germany', leads: 250 },
    { period: 'total', amount: '1300' },
  ];
  const order = await makeOrder(admin, { caps, price: '2', currency: 'EUR' });
  const rival = await makeOrder(admin, { customerNumber: 'C-2', caps: [{ period: 'hour', leads: 900 }] });
  const sales = await Promise.all(
    sellers().map((seller, n) => sellThroughCall(seller, (n % 4 === 3 ? rival : order).id)),
  );
  const sold = sales.reduce((sum, sale) => sum + sale.sold, 0);
  const [one, other] = [await readOrder(admin, order.id), await readOrder(admin, rival.id)];
  expect(one.sold + other.sold).toBe(sold);
  expect(one.caps).toMatchObject([
    { leads: 700 },
    { leads: 250 },
    { amount: '1300.00', isFull: true, used: { leads: 650, amount: '1300.00' } },
  ]);
  expect(one.caps[1]?.used.leads).toBeLessThanOrEqual(250);
  expect(other.caps[0]?.used.leads).toBe(other.sold);
  expect(other.sold).toBeLessThanOrEqual(900);
  const { rows } = await first.context.db.owner.query<{ sales: number; leads: number }>(
    `SELECT count(*)::int AS sales, count(DISTINCT lead_id)::int AS leads FROM lead_sales
     WHERE organization_id = $1 AND returned_at IS NULL`,
    [admin.user.organizationId],
  );
  expect(rows).toEqual([{ sales: sold, leads: sold }]);
});

test('places freed by returns and undos while others sell are used once', async () => {
  const caps = [{ period: 'week', leads: 100 }];
  const order = await makeOrder(admin, { customerNumber: 'C-3', exclusive: false, caps });
  const { id } = await sellThroughCall(admin, order.id, { filter: { isSold: 'false' } });
  expect(await readOrder(admin, order.id)).toMatchObject({ sold: 100 });
  const undo = admin.post(`/api/leads/bulk/${id}/undo`);
  await Promise.all([
    undo,
    ...sellers().map((seller) => sellThroughCall(seller, order.id, { filter: { isSold: 'false' } })),
  ]);
  await expect.poll(async () => (await readOrder(admin, order.id)).sold).toBeLessThanOrEqual(100);
  await sellThroughCall(admin, order.id, { filter: { isSold: 'false' } });
  await expect.poll(async () => (await readOrder(admin, order.id)).sold).toBeLessThanOrEqual(100);
});
