import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SaleDelivery } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { auditOf, call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { makeOrder, sellThroughCall } from '#tests/support/orders.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: SignedIn;
let buyer: Buyer;
/** Reports as customer C-1. */
let program: Program;

beforeAll(async () => {
  app = await startTestApp({ outbound: { allow: ['127.0.0.0/8'] }, config: { apiRateLimit: 1000 } });
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  // No rule fits the answer, so that its deliveries stay open.
  buyer = await startBuyer(() => ({}));
  program = programOf(app.url, await tokenFor(admin, { scopes: 'outcomes', customerNumber: 'C-1' }));
});
afterEach(() => buyer.close());

const report = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  program.call('POST', '/outcomes', body, headers);

async function soldByHand(email = 'jane@example.com', customerNumber = 'C-1', terms = {}) {
  const lead = await makeLead(admin, { email });
  await runBulkCall(admin, { ids: [lead.id] }, { type: 'markSold', customerNumber, ...terms });
  return lead;
}

async function openDelivery(terms = {}): Promise<{ order: Order; delivery: SaleDelivery }> {
  const order = await makeOrder(admin, { ...webhookTo(buyer), autoSell: true, ...terms });
  await makeLead(admin, { email: 'jane@example.com' });
  return { order, delivery: await deliveryOf(order, 'unknown') };
}

function deliveryOf(order: Order, state: string): Promise<SaleDelivery> {
  return until(`the delivery is ${state}`, async () => {
    const { body } = await admin.get<{ deliveries: SaleDelivery[] }>(`/api/deliveries?orderId=${order.id}`);
    return body.deliveries.find((one) => one.state === state);
  });
}

describe('a token of a customer', () => {
  test('is listed with its customer, in the first spelling of its number', async () => {
    await soldByHand();
    await tokenFor(admin, { name: 'again', scopes: 'outcomes', customerNumber: ' c-1 ' });
    expect((await admin.get('/api/tokens')).body).toMatchObject([
      { name: 'again', scopes: 'outcomes', customerNumber: 'C-1' },
      { customerNumber: 'C-1' },
    ]);
    expect((await auditOf(app, admin.user.organizationId, 'create_token'))[0]).toMatchObject({
      details: { scopes: 'outcomes', customerNumber: 'C-1' },
    });
  });

  test('needs a customer, and other tokens have none', async () => {
    for (const input of [
      { scopes: 'outcomes' },
      { scopes: 'read', customerNumber: 'C-1' },
      { customerNumber: 'C-1' },
    ]) {
      const { status, body } = await call(admin, 'POST', '/api/tokens', { name: 'x', ...input });
      expect([status, body['field']]).toEqual([400, 'customerNumber']);
    }
  });

  test("doesn't find leads and deliveries of other customers", async () => {
    const theirs = await soldByHand('other@example.com', 'C-2');
    const unsold = await makeLead(admin, { email: 'unsold@example.com' });
    const { delivery } = await openDelivery({ customerNumber: 'C-2' });
    const named = [
      { leadId: theirs.id },
      { leadId: unsold.id },
      { deliveryId: delivery.id },
      { leadId: delivery.leadId },
    ];
    for (const target of named) {
      const { status, body } = await report({ ...target, outcome: 'returned' });
      expect([status, body['error']]).toEqual([404, 'not_found']);
    }
    expect(await readLeadDetail(admin, theirs.id)).toMatchObject({ isSold: true });
  });

  test('follows its customer when it is merged into another', async () => {
    const lead = await soldByHand();
    await call(admin, 'POST', '/api/customers', { number: 'C-9' });
    expect((await call(admin, 'POST', '/api/customers/merge', { customer: 'C-1', into: 'C-9' })).status).toBe(
      200,
    );
    expect((await report({ leadId: lead.id, outcome: 'converted' })).status).toBe(201);
  });
});

describe('an outcome', () => {
  test('accepted decides an open delivery', async () => {
    const { order, delivery } = await openDelivery();
    const answer = await report({ deliveryId: delivery.id, outcome: 'accepted' });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        success: true,
        recorded: true,
        leadId: delivery.leadId,
        deliveryId: delivery.id,
        outcome: 'accepted',
      },
    ]);
    expect(await deliveryOf(order, 'accepted')).toMatchObject({ nextAt: null });
    const { events } = await readLeadDetail(admin, delivery.leadId);
    expect(events[0]).toMatchObject({ kind: 'outcome', detail: 'Accepted', actor: 'API: test' });
    expect(await report({ leadId: delivery.leadId, outcome: 'accepted' })).toMatchObject({
      ...{ status: 201, body: { recorded: false } },
    });
  });

  test('rejected takes the sale back, and the next order gets the lead', async () => {
    const { order, delivery } = await openDelivery();
    const next = await makeOrder(admin, { name: 'Next', customerNumber: 'C-2', priority: 2, autoSell: true });
    const { status } = await report({ deliveryId: delivery.id, outcome: 'rejected', reason: 'Wrong age' });
    expect(status).toBe(201);
    expect(await deliveryOf(order, 'rejected')).toMatchObject({ reason: 'Wrong age', nextAt: null });
    const detail = await until('the next order has the lead', async () => {
      const one = await readLeadDetail(admin, delivery.leadId);
      return one.customerNumber === 'C-2' ? one : undefined;
    });
    expect(detail.sales).toMatchObject([
      { customerNumber: 'C-2', returnedAt: null, orderId: next.id },
      { customerNumber: 'C-1', returnReason: 'Rejected: Wrong age', returnedBy: 'API: test' },
    ]);
    expect(await report({ deliveryId: delivery.id, outcome: 'rejected' })).toMatchObject({ status: 201 });
    expect(await report({ deliveryId: delivery.id, outcome: 'accepted' })).toMatchObject({
      ...{ status: 409, body: { error: 'outcome_refused', message: 'This sale has ended' } },
    });
  });

  test('rejected is refused for a lead that was accepted or has no open delivery', async () => {
    const lead = await soldByHand('hand@example.com');
    const { delivery } = await openDelivery();
    await report({ deliveryId: delivery.id, outcome: 'accepted' });
    expect((await report({ deliveryId: delivery.id, outcome: 'rejected' })).body).toMatchObject({
      message: 'This lead was accepted; send returned instead',
    });
    expect((await report({ leadId: lead.id, outcome: 'rejected' })).body).toMatchObject({
      ...{ error: 'outcome_refused', message: 'No delivery of this lead is open; send returned instead' },
    });
  });

  test('returned gives only the sale of the customer back, with the reason', async () => {
    const order = await makeOrder(admin, { exclusive: false });
    const other = await makeOrder(admin, { exclusive: false, customerNumber: 'C-2', name: 'Other' });
    const lead = await makeLead(admin, { email: 'jane@example.com' });
    for (const { id } of [order, other]) await sellThroughCall(admin, id);
    expect((await report({ leadId: lead.id, outcome: 'returned', reason: 'No answer' })).status).toBe(201);
    const detail = await readLeadDetail(admin, lead.id);
    expect(detail).toMatchObject({ isSold: true, customerNumber: 'C-2' });
    expect(detail.sales).toMatchObject([
      { returnedAt: null },
      { customerNumber: 'C-1', returnReason: 'No answer' },
    ]);
    expect(detail.events[0]).toMatchObject({ kind: 'returned' });
    expect(await report({ leadId: lead.id, outcome: 'returned' })).toMatchObject({
      body: { recorded: false },
    });
  });

  test('returned keeps the return window of the customer', async () => {
    const lead = await soldByHand();
    await call(admin, 'PATCH', '/api/customers/detail?customer=C-1', { returnDays: 14 });
    await app.context.db.owner.query(
      "UPDATE lead_sales SET sold_at = (SELECT sold_at - interval '15 days') WHERE organization_id = $1",
      [admin.user.organizationId],
    );
    const { status, body } = await report({ leadId: lead.id, outcome: 'returned' });
    expect([status, body['error']]).toEqual([409, 'outcome_refused']);
    expect(body['message']).toMatch(/^Customer C-1 can return leads within 14 days/);
    expect(await readLeadDetail(admin, lead.id)).toMatchObject({ isSold: true });
  });

  test('returned is refused for a lead in the bin', async () => {
    const lead = await soldByHand();
    await call(admin, 'DELETE', `/api/leads/${lead.id}`);
    expect((await report({ leadId: lead.id, outcome: 'returned' })).status).toBe(409);
  });

  test('converted keeps time and revenue, and the last revenue counts', async () => {
    const lead = await soldByHand('jane@example.com', 'C-1', { price: '12.50', currency: 'EUR' });
    for (const [revenue, recorded] of [
      [100, true],
      ['100.00', false],
      [250.5, true],
    ] as const) {
      const { body } = await report({ leadId: lead.id, outcome: 'converted', revenue });
      expect(body).toMatchObject({ recorded, deliveryId: null });
    }
    const { rows } = await app.context.db.owner.query(
      'SELECT outcome, revenue, currency, created_by_name FROM sale_outcomes WHERE lead_id = $1 ORDER BY id',
      [lead.id],
    );
    expect(rows).toEqual(
      ['100.00', '250.50'].map((revenue) => ({
        ...{ outcome: 'converted', revenue, currency: 'EUR', created_by_name: 'API: test' },
      })),
    );
    expect((await readLeadDetail(admin, lead.id)).events[0]).toMatchObject({
      detail: 'Converted: 250.50 EUR',
    });
    expect(await auditOf(app, admin.user.organizationId, 'record_outcome')).toHaveLength(2);
  });

  test('is refused without a lead or delivery, with both, and with revenue of another outcome', async () => {
    const lead = await soldByHand();
    const { id: leadId } = lead;
    const bodies = [
      { outcome: 'accepted' },
      { leadId, deliveryId: leadId, outcome: 'accepted' },
      { leadId, outcome: 'accepted', revenue: 5 },
      { leadId, outcome: 'converted', revenue: -5 },
      { leadId, outcome: 'sold' },
      { leadId, outcome: 'returned', reason: 'x'.repeat(201) },
      { leadId, outcome: 'converted', more: true },
      { leadId: 'x', outcome: 'converted' },
    ];
    for (const body of bodies) expect([body, (await report(body)).status]).toEqual([body, 400]);
  });

  test('of a lead that was merged counts for the kept one', async () => {
    const merged = await soldByHand();
    const kept = await makeLead(admin, { email: 'kept@example.com' });
    const { status } = await call(admin, 'POST', '/api/duplicates/merge', {
      keepId: kept.id,
      leadIds: [merged.id],
    });
    expect(status).toBeLessThan(300);
    const { body } = await report({ leadId: merged.id, outcome: 'returned', reason: 'No answer' });
    expect(body).toMatchObject({ recorded: true, leadId: kept.id });
    expect(await readLeadDetail(admin, kept.id)).toMatchObject({ isSold: false });
  });

  test('with an Idempotency-Key is recorded once', async () => {
    const lead = await soldByHand();
    const body = { leadId: lead.id, outcome: 'converted', revenue: 10 };
    const headers = { 'idempotency-key': 'once' };
    const answers = [await report(body, headers), await report(body, headers)];
    expect(answers.map((answer) => [answer.status, answer.body['recorded']])).toEqual(
      Array(2).fill([201, true]),
    );
    expect((await report({ ...body, revenue: 11 }, headers)).status).toBe(422);
  });
});
