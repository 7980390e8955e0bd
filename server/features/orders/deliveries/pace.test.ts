import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { deliveriesOf, makeDue, patchOrder, statesAre } from '#tests/support/deliveries.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { makeOrder, sellThroughCall } from '#tests/support/orders.ts';
import { until } from '#tests/support/until.ts';
import { dueOrders } from './due-reads.ts';
import { OrderLanes } from './order-lanes.ts';

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

async function importMany(client: SignedIn, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => [`lead${n}@example.com`]);
  await importLeads(client, csvFile([['email'], ...rows]), { fieldMapping: { email: 'email' } });
}

test('a rate is kept, and leads go out in the order in which they were sold', async () => {
  const order = await makeOrder(admin, webhookTo(buyer, { rate: 600 }));
  await importMany(admin, 30);
  await sellThroughCall(admin, order.id);
  await statesAre(admin, order, { accepted: 30 });
  const times = buyer.requests.map(({ at }) => at);
  // 10 a second, of which the first ten may come together.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500);
  const sent = (await deliveriesOf(admin, order)).map(({ id }) => id).reverse();
  const half = new Set(sent.slice(0, 15));
  expect(
    buyer
      .ids()
      .slice(0, 10)
      .every((id) => half.has(id)),
  ).toBe(true);
});

test('a buyer that hangs delays no other buyer, also in its own organization', async () => {
  const hanging = await startBuyer(() => undefined);
  await importMany(admin, 200);
  const stuck = await makeOrder(admin, { ...webhookTo(hanging), exclusive: false });
  await sellThroughCall(admin, stuck.id);
  await until('it hangs', () => hanging.requests.length > 0);
  const fast = await makeOrder(admin, { ...webhookTo(buyer), exclusive: false, customerNumber: 'C-2' });
  await sellThroughCall(admin, fast.id);
  await statesAre(admin, fast, { accepted: 200 });
  expect(hanging.requests.length).toBeLessThan(20);
  await hanging.close();
});

test('a closed order that waits sells now and sends when it opens', async () => {
  const [day, other] = [new Date().getUTCDay() || 7, ((new Date().getUTCDay() + 2) % 7) + 1];
  const hours = [{ days: [other], from: '00:00', to: '24:00' }];
  const order = await makeOrder(admin, { ...webhookTo(buyer), hours, whenClosed: 'wait' });
  await makeLead(admin, { email: 'jane@example.com' });
  expect(await sellThroughCall(admin, order.id)).toMatchObject({ sold: 1 });
  await until('it was looked at', async () => {
    const { rows } = await app.context.db.owner.query<{ later: boolean }>(
      'SELECT next_at > now() AS later FROM delivery_queues WHERE order_id = $1',
      [order.id],
    );
    return rows[0]?.later;
  });
  expect(buyer.requests).toEqual([]);
  await patchOrder(admin, order, { hours: [{ days: [day], from: '00:00', to: '24:00' }] });
  await statesAre(admin, order, { accepted: 1 });
});

test('an organization in the bin sends nothing until it is restored', async () => {
  const { owner } = app.context.db;
  const order = await makeOrder(admin, webhookTo(buyer));
  const { organizationId } = admin.user;
  const move = (time: string) =>
    owner.query(`UPDATE organizations SET deleted_at = ${time} WHERE id = $1`, [organizationId]);
  await owner.query(
    'INSERT INTO delivery_queues (organization_id, order_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [organizationId, order.id],
  );
  await move('now()');
  await owner.query('UPDATE delivery_queues SET next_at = now() WHERE order_id = $1', [order.id]);
  expect((await dueOrders(owner)).filter(({ orderId }) => orderId === order.id)).toEqual([]);
  await move('NULL');
  await until('a server looks for its deliveries', async () => {
    const { rows } = await owner.query(
      'SELECT FROM delivery_queues WHERE order_id = $1 AND next_at IS NULL',
      [order.id],
    );
    return rows.length === 1;
  });
});

test('two servers send each lead once, and a dead one is taken over with the same id', async () => {
  const { urls } = app.context.db;
  const options = { urls, secretKey: app.context.secretKey(), outbound: { allow: ['127.0.0.0/8'] } };
  const second = await startTestApp(options);
  await importMany(admin, 200);
  const order = await makeOrder(admin, webhookTo(buyer));
  await sellThroughCall(admin, order.id);
  await statesAre(admin, order, { accepted: 200 });
  expect([buyer.requests.length, new Set(buyer.ids()).size]).toEqual([200, 200]);
  await second.close();
  // As a killed server leaves it.
  const [one] = await deliveriesOf(admin, order);
  await app.context.db.owner.query(
    "UPDATE deliveries SET state = 'sending', claim = $2, next_at = now() WHERE id = $1",
    [one?.id, randomUUID()],
  );
  await makeDue(app, order);
  await until('it is sent again', () => buyer.ids().filter((id) => id === one?.id).length === 2);
  await statesAre(admin, order, { accepted: 200 });
});

test('organizations share the places of a server fairly', () => {
  const lanes = new OrderLanes();
  const big = Array.from({ length: 40 }, (_, n) => ({ organizationId: 'big', orderId: `big ${n}` }));
  for (const order of big) lanes.addDue(order);
  for (let turn = lanes.next(); turn !== null; turn = lanes.next())
    lanes.claimed(turn.order, turn.places, turn.places);
  const small = { organizationId: 'small', orderId: 'small' };
  lanes.addDue(small);
  expect(lanes.next()?.order).toMatchObject(small);
  for (let n = 0; n < 8; n++) lanes.sent(big[0] ?? small, 1, true);
  expect(lanes.next()?.order.organizationId).toBe('big');
});
