import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead, LeadDetail } from '#contract/leads.ts';
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
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  colleague = await addColleague(app, user, `helper-${user.user.username}`);
  leads = [];
  for (let n = 0; n < 4; n++) leads.push(await makeLead(user, { email: `lead-${n}@example.com` }));
});

const idsOf = (...some: (Lead | undefined)[]) => ({ ids: some.flatMap((lead) => lead?.id ?? []) });
const sell = (customerNumber: string, ...some: (Lead | undefined)[]) =>
  runBulkCall(user, idsOf(...some), { type: 'markSold', customerNumber });
const giveBack = (client: SignedIn, lead: Lead | undefined) =>
  call<LeadDetail & { message: string }>(client, 'POST', `/api/leads/${lead?.id}/return`);
const detailOf = (lead: Lead | undefined) => readLeadDetail(user, lead?.id ?? '');
const countsAreRight = async (): Promise<void> =>
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);

const RETURNED = { isSold: false, customerNumber: null };

describe('a sold lead', () => {
  test('comes back, with its sale, its timeline and the audit trail', async () => {
    await sell('C1', leads[0]);
    const { status, body } = await giveBack(colleague, leads[0]);
    expect(status).toBe(200);
    expect(body).toMatchObject(RETURNED);
    expect(body.sales).toEqual([
      {
        id: expect.any(String),
        customerNumber: 'C1',
        soldBy: user.user.username,
        soldAt: expect.any(String),
        returnedAt: expect.any(String),
        returnedBy: colleague.user.username,
        returnReason: null,
        price: null,
        currency: null,
        orderId: null,
        late: false,
      },
    ]);
    expect(body.events[0]).toMatchObject({
      kind: 'returned',
      actor: colleague.user.username,
      changes: expect.arrayContaining([
        { field: 'isSold', before: true, after: false },
        { field: 'customerNumber', before: 'C1', after: null },
      ]),
    });
    expect(await auditOf(app, user.user.organizationId, 'update_lead')).toEqual([
      {
        resource: leads[0]?.id,
        username: colleague.user.username,
        details: { lead: expect.any(String), operation: 'returnSale', customerNumber: 'C1' },
      },
    ]);
    const { body: available } = await user.get<{ total: number }>('/api/leads?isSold=false');
    expect(available.total).toBe(4);
    await countsAreRight();
  });

  test('can be sold to another customer then, and its sales are told newest first', async () => {
    await sell('C1', leads[0]);
    expect(await sell('C2', leads[0])).toMatchObject({ changed: 0, refused: 1 });
    await giveBack(user, leads[0]);
    expect(await sell('C2', leads[0])).toMatchObject({ changed: 1, refused: 0 });
    const { isSold, customerNumber, sales } = await detailOf(leads[0]);
    expect([isSold, customerNumber]).toEqual([true, 'C2']);
    expect(sales).toMatchObject([
      { customerNumber: 'C2', returnedAt: null, returnedBy: null },
      { customerNumber: 'C1', returnedBy: user.user.username },
    ]);
    await countsAreRight();
  });

  test('of those who return it at once one does', async () => {
    await sell('C1', leads[0]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => giveBack(user, leads[0])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await detailOf(leads[0])).events.map(({ kind }) => kind)).toEqual([
      'returned',
      'sold',
      'created',
    ]);
    await countsAreRight();
  });

  test('that is not sold, in the bin, unknown or of others is refused', async () => {
    const answer = await giveBack(user, leads[0]);
    expect([answer.status, answer.body.message]).toEqual([409, "This lead isn't sold"]);
    await sell('C1', leads[0]);
    await call(user, 'DELETE', `/api/leads/${leads[0]?.id}`);
    expect((await giveBack(user, leads[0])).status).toBe(409);
    expect((await giveBack(await signUp(app.url), leads[0])).status).toBe(404);
    expect((await call(user, 'POST', `/api/leads/${crypto.randomUUID()}/return`)).status).toBe(404);
    expect((await call(app.anonymous, 'POST', `/api/leads/${leads[0]?.id}/return`)).status).toBe(401);
    expect((await call(user, 'POST', '/api/leads/no-id/return')).status).toBe(404);
  });
});

describe('a lead merged from two that were sold to different customers', () => {
  const openSales = async () =>
    (await detailOf(leads[0])).sales
      .filter(({ returnedAt }) => returnedAt === null)
      .map(({ customerNumber }) => customerNumber);
  const returnInBulk = async (client: SignedIn) =>
    (await runBulkCall(client, idsOf(leads[0]), { type: 'returnSale' })).changed === 1;
  const returnOne = async (client: SignedIn) => (await giveBack(client, leads[0])).status === 200;

  beforeEach(async () => {
    await sell('C1', leads[0]);
    await sell('C2', leads[1]);
    await call(user, 'PATCH', '/api/customers/detail?customer=C2', { returnDays: 1 });
    const merge = { keepId: leads[0]?.id, leadIds: [leads[1]?.id] };
    expect((await call(user, 'POST', '/api/duplicates/merge', merge)).status).toBe(200);
    await app.context.db.owner.query(
      "UPDATE lead_sales SET sold_at = now() - interval '2 days' WHERE organization_id = $1",
      [user.user.organizationId],
    );
    expect((await openSales()).sort()).toEqual(['C1', 'C2']);
  });

  test.each([
    ['one by one', returnOne],
    ['in bulk', returnInBulk],
  ])('is returned by its customer alone, within its own window, %s', async (_way, giveItBack) => {
    expect(await giveItBack(colleague)).toBe(true);
    expect(await openSales()).toEqual(['C2']);
    await countsAreRight();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a return', () => giveBack(user, leads[0])],
    ['a bulk return', () => runBulkCall(user, idsOf(leads[0]), { type: 'returnSale' })],
  ])('is sold to the other one after %s, and available after a second return', async (_way, end) => {
    expect(await detailOf(leads[0])).toMatchObject({ isSold: true, customerNumber: 'C1' });
    await end();
    const left = await detailOf(leads[0]);
    expect(left).toMatchObject({ isSold: true, customerNumber: 'C2' });
    expect(left.events[0]?.changes).toEqual([{ field: 'customerNumber', before: 'C1', after: 'C2' }]);
    await countsAreRight();
    await giveBack(user, leads[0]);
    expect(await detailOf(leads[0])).toMatchObject(RETURNED);
    await countsAreRight();
  });

  test('is with both again after an undo of a return', async () => {
    const { isSold, customerNumber, sales } = await detailOf(leads[0]);
    const { id } = await runBulkCall(user, idsOf(leads[0]), { type: 'returnSale' });
    expect(await runUndoCall(user, id)).toMatchObject({ changed: 1, refused: 0 });
    expect(await detailOf(leads[0])).toMatchObject({ isSold, customerNumber, sales });
    await countsAreRight();
  });
});

describe('many sold leads', () => {
  test('come back at once, the others are left as they are', async () => {
    await sell('C1', leads[0], leads[1]);
    const back = await runBulkCall(colleague, { filter: {} }, { type: 'returnSale' });
    expect(back).toMatchObject({ action: 'returnSale', changed: 2, unchanged: 2, refused: 0 });
    const detail = await detailOf(leads[1]);
    expect(detail).toMatchObject(RETURNED);
    expect(detail.sales).toMatchObject([{ customerNumber: 'C1', returnedBy: colleague.user.username }]);
    expect(detail.events.map(({ kind }) => kind)).toEqual(['returned', 'sold', 'created']);
    expect((await detailOf(leads[2])).events).toHaveLength(1);
    expect(await auditOf(app, user.user.organizationId, 'bulk_update')).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ operation: 'returnSale', changed: 2 }) }),
    ]);
    await countsAreRight();
  });

  test('are with their customers again after an undo', async () => {
    await sell('C0', leads[0]);
    await giveBack(user, leads[0]);
    await sell('C1', leads[0], leads[1]);
    const before = await leadsOf(user);
    const salesBefore = (await detailOf(leads[0])).sales;
    const { id } = await runBulkCall(user, { filter: {} }, { type: 'returnSale' });
    expect(await runUndoCall(user, id)).toMatchObject({ total: 2, changed: 2, refused: 0 });
    expect(await leadsOf(user)).toEqual(before);
    // A sale returned earlier stays returned.
    expect((await detailOf(leads[0])).sales).toEqual(salesBefore);
    expect(salesBefore).toMatchObject([
      { customerNumber: 'C1', returnedAt: null },
      { customerNumber: 'C0', returnedBy: user.user.username },
    ]);
    await countsAreRight();
  });

  test('that were sold again since are left to their new customer by an undo', async () => {
    await sell('C1', leads[0], leads[1]);
    const { id } = await runBulkCall(user, { filter: {} }, { type: 'returnSale' });
    await sell('C2', leads[0]);
    expect(await runUndoCall(user, id)).toMatchObject({ changed: 1, refused: 1 });
    expect((await detailOf(leads[0])).sales).toMatchObject([
      { customerNumber: 'C2', returnedAt: null },
      { customerNumber: 'C1', returnedBy: user.user.username },
    ]);
    expect(await detailOf(leads[1])).toMatchObject({ isSold: true, customerNumber: 'C1' });
    await countsAreRight();
  });
});

test('the customer number of a sold lead changes through sale and return only', async () => {
  const lead = await makeLead(user, { email: 'sold@example.com', customerNumber: 'A1' });
  expect(lead).toMatchObject({
    customerNumber: null,
    warnings: [{ field: 'customerNumber', code: 'not_sold' }],
  });
  const unsold = await call(user, 'PATCH', `/api/leads/${lead.id}`, { customerNumber: 'A2', city: 'Oslo' });
  expect([unsold.status, unsold.body['field']]).toEqual([400, 'customerNumber']);
  expect(unsold.body['message']).toMatch(/^Only a sold lead has a customer number\. /);
  expect(await detailOf(lead)).toMatchObject({ customerNumber: null, city: null });
  await runBulkCall(user, { ids: [lead.id] }, { type: 'markSold', customerNumber: 'C1' });

  for (const customerNumber of ['C2', null]) {
    const { status, body } = await call(user, 'PATCH', `/api/leads/${lead.id}`, {
      customerNumber,
      city: 'Oslo',
    });
    expect([status, body['field']]).toEqual([409, 'customerNumber']);
    expect(body['message']).toMatch(/^This lead is sold\. /);
  }
  const kept = await call(user, 'PATCH', `/api/leads/${lead.id}`, { customerNumber: 'C1', city: 'Bergen' });
  expect([kept.status, kept.body['city'], kept.body['customerNumber']]).toEqual([200, 'Bergen', 'C1']);

  await call(user, 'POST', `/api/leads/${lead.id}/return`);
  const free = await call(user, 'PATCH', `/api/leads/${lead.id}`, { customerNumber: 'C2' });
  expect([free.status, free.body['field']]).toEqual([400, 'customerNumber']);
});
