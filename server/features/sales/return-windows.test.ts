import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { Lead, LeadDetail } from '#contract/leads.ts';
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
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  colleague = await addColleague(app, admin, `helper-${admin.user.username}`);
  leads = [];
  for (const name of ['late', 'early']) leads.push(await makeLead(admin, { email: `${name}@example.com` }));
  const { ids } = idsOf();
  await runBulkCall(admin, { ids }, { type: 'markSold', customerNumber: 'C-1' });
  await call(admin, 'PATCH', '/api/customers/detail?customer=C-1', { returnDays: 14 });
  await app.context.db.owner.query(
    "UPDATE lead_sales SET sold_at = (SELECT sold_at - interval '15 days') WHERE organization_id = $1 AND lead_id = $2",
    [admin.user.organizationId, leads[0]?.id],
  );
});

const idsOf = () => ({ ids: leads.map(({ id }) => id) });
const giveBack = (client: SignedIn, lead: Lead | undefined, body?: object) =>
  call<LeadDetail & { message: string; field?: string }>(
    client,
    'POST',
    `/api/leads/${lead?.id}/return`,
    body,
  );
const saleOf = async (lead: Lead | undefined) => (await readLeadDetail(admin, lead?.id ?? '')).sales[0];

test('a lead comes back within the window, with a reason', async () => {
  const { status, body } = await giveBack(colleague, leads[1], { reason: ' Wrong country ' });
  expect([status, body.isSold]).toEqual([200, false]);
  expect(body.sales).toMatchObject([{ returnedBy: colleague.user.username, returnReason: 'Wrong country' }]);
  expect(await auditOf(app, admin.user.organizationId, 'update_lead')).toMatchObject([
    { details: { operation: 'returnSale', customerNumber: 'C-1', reason: 'Wrong country' } },
  ]);
});

test('a reason may be left out and must be a text of at most 200 characters', async () => {
  for (const reason of ['x'.repeat(201), 7]) {
    const { status, body } = await giveBack(colleague, leads[1], { reason });
    expect([status, body.field]).toEqual([400, 'reason']);
  }
  expect((await giveBack(colleague, leads[1], { because: 'x' })).status).toBe(400);
  expect((await giveBack(colleague, leads[1], { reason: '' })).status).toBe(200);
  expect(await saleOf(leads[1])).toMatchObject({ returnReason: null });
});

test('after the window only an administrator can return a lead', async () => {
  expect([await saleOf(leads[0]), await saleOf(leads[1])]).toMatchObject([{ late: true }, { late: false }]);
  const { status, body } = await giveBack(colleague, leads[0]);
  expect(status).toBe(409);
  expect(body.message).toMatch(
    /^Customer C-1 can return leads within 14 days; for this lead, that ended on [A-Z][a-z]{2} \d{1,2}, \d{4}\. An administrator can still return it\.$/,
  );
  expect(await saleOf(leads[0])).toMatchObject({ returnedAt: null });
  expect((await giveBack(admin, leads[0], { reason: 'Goodwill' })).status).toBe(200);
  expect(await saleOf(leads[0])).toMatchObject({ returnReason: 'Goodwill' });
});

test('a bulk return leaves late leads to administrators, and its undo clears the reason', async () => {
  const action = { type: 'returnSale', reason: 'No answer' } as const;
  const mine = await runBulkCall(colleague, idsOf(), action);
  expect(mine).toMatchObject({ changed: 1, unchanged: 0, refused: 1 });
  expect(await saleOf(leads[1])).toMatchObject({ returnReason: 'No answer' });
  expect(await saleOf(leads[0])).toMatchObject({ returnedAt: null });
  await runUndoCall(colleague, mine.id);
  expect(await saleOf(leads[1])).toMatchObject({ returnedAt: null, returnReason: null });
  expect(await runBulkCall(admin, idsOf(), action)).toMatchObject({ changed: 2, refused: 0 });
  expect(await auditOf(app, admin.user.organizationId, 'bulk_update')).toContainEqual(
    expect.objectContaining({
      details: expect.objectContaining({ operation: 'returnSale', reason: 'No answer' }),
    }),
  );
});

describe('the undo of a sale', () => {
  const HOUR_MS = 3_600_000;
  let sale: BulkOperation;

  /** Sells a lead by ids or by a list, so long ago. */
  async function sellBefore(ms: number, byList = false): Promise<void> {
    await call(admin, 'POST', `/api/leads/${leads[1]?.id}/return`);
    const list = { identifiers: ['early@example.com'], identifierType: 'email', customerNumber: 'C-1' };
    if (byList) {
      const { body } = await call<{ operationId: string }>(admin, 'POST', '/api/leads/mark-sold', list);
      sale = await endOfBulk(admin, body.operationId);
    } else {
      sale = await runBulkCall(
        admin,
        { ids: [leads[1]?.id ?? ''] },
        { type: 'markSold', customerNumber: 'C-1' },
      );
    }
    await app.context.db.owner.query('UPDATE bulk_operations SET created_at = $2 WHERE id = $1', [
      sale.id,
      new Date(Date.now() - ms),
    ]);
  }

  const undo = (client: SignedIn) =>
    call<{ message: string }>(client, 'POST', `/api/leads/bulk/${sale.id}/undo`);
  const window = (returnDays: number) =>
    call(admin, 'PATCH', '/api/customers/detail?customer=C-1', { returnDays });

  test.each([false, true])(
    'after the window takes an administrator, as a return does; by list: %s',
    async (byList) => {
      await sellBefore(15 * 24 * HOUR_MS, byList);
      const { status, body } = await undo(colleague);
      expect(status).toBe(409);
      expect(body.message).toMatch(
        /^Customer C-1 can return leads within 14 days; for this lead, that ended on [A-Z][a-z]{2} \d{1,2}, \d{4}\. An administrator can still undo this sale\.$/,
      );
      expect(await saleOf(leads[1])).toMatchObject({ returnedAt: null });
      expect(await runUndoCall(admin, sale.id)).toMatchObject({ changed: 1 });
    },
  );

  test('within the window is open to everyone', async () => {
    await sellBefore(13 * 24 * HOUR_MS);
    expect(await runUndoCall(colleague, sale.id)).toMatchObject({ changed: 1 });
  });

  test('corrects a mistake for an hour, also where nothing can be returned', async () => {
    await window(0);
    await sellBefore(0.9 * HOUR_MS);
    expect((await giveBack(colleague, leads[1])).status).toBe(409);
    expect(await runUndoCall(colleague, sale.id)).toMatchObject({ changed: 1 });
    await sellBefore(1.1 * HOUR_MS);
    expect((await undo(colleague)).status).toBe(409);
  });
});

test('nobody can claim to be an administrator in a bulk return', async () => {
  const { status } = await call(colleague, 'POST', '/api/leads/bulk', {
    selection: idsOf(),
    action: { type: 'returnSale', anyTime: true },
  });
  expect(status).toBe(400);
});
