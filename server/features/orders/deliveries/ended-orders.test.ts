import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { deliveryThatIs, makeDue } from '#tests/support/deliveries.ts';
import { type MailServer, startMailServer, textOf } from '#tests/support/mail-server.ts';
import { makeOrder, readOrder, sellThroughCall } from '#tests/support/orders.ts';
import { until } from '#tests/support/until.ts';
import { pauseEndedOrders } from './pause-writes.ts';

let app: TestApp;
let admin: SignedIn;
let buyer: Buyer;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({
    config: { smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'Leads <leads@example.com>' } },
    outbound: { allow: ['127.0.0.0/8'] },
  });
  admin = await signUp(app.url, 'boss@example.com');
  buyer = await startBuyer();
});
afterAll(async () => {
  await app.close();
  await buyer.close();
  await mail.close();
});

const REASON = /^Its last day was \d{4}-\d\d-\d\d$/;
const end = (order: Order) =>
  app.context.db.owner.query('UPDATE orders SET ends_on = current_date - 2 WHERE id = $1', [order.id]);

test('an order past its last day sends what it sold, then pauses and tells administrators', async () => {
  const order = await makeOrder(admin, { ...webhookTo(buyer), name: 'Winter' });
  const other = await makeOrder(admin, { name: 'Endless', endsOn: '9999-12-31' });
  buyer.answers = (_request, response) => void response.writeHead(503).end();
  await makeLead(admin, { email: 'jane@example.com' });
  await sellThroughCall(admin, order.id);
  await deliveryThatIs(admin, order, 'unknown');
  await end(order);
  await pauseEndedOrders(app.context);
  expect((await readOrder(admin, order.id)).paused).toBeNull();
  buyer.answers = () => ({ result: 'ok' });
  await makeDue(app, order);
  await deliveryThatIs(admin, order, 'accepted');
  await pauseEndedOrders(app.context);
  await pauseEndedOrders(app.context);
  expect((await readOrder(admin, order.id)).paused?.reason).toMatch(REASON);
  expect((await readOrder(admin, other.id)).paused).toBeNull();
  expect(await auditOf(app, admin.user.organizationId, 'pause_order')).toMatchObject([
    { resource: 'Winter' },
  ]);
  const told = await until('an email arrives', () => mail.mails[0] ?? null);
  expect(told.raw).toContain('Subject: Order paused: Winter');
  expect(textOf(told)).toContain('Its last day was');

  const change = (body: object) => call<Order>(admin, 'PATCH', `/api/orders/${order.id}`, body);
  expect(await change({ active: true })).toMatchObject({ status: 400, body: { field: 'endsOn' } });
  expect((await change({ name: 'Summer' })).body.paused?.reason).toMatch(REASON);
  expect((await change({ active: true, endsOn: '9999-12-31' })).body).toMatchObject({ paused: null });
});

test('an order that users stopped is left as it is', async () => {
  const order = await makeOrder(admin, { active: false });
  await end(order);
  await pauseEndedOrders(app.context);
  expect((await readOrder(admin, order.id)).paused).toBeNull();
  const path = `/api/orders/${order.id}`;
  expect(await call(admin, 'PATCH', path, { active: true })).toMatchObject({ status: 400 });
  expect((await call<Order>(admin, 'PATCH', path, { active: true, endsOn: null })).body).toMatchObject({
    ...{ active: true, hasEnded: false },
  });
});
