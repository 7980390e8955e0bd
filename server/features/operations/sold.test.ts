import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { SoldReply } from '#contract/sales.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { sendStatusUpdate, statusUpdateReport } from '#tests/support/status-updates.ts';

let app: TestApp;
let user: SignedIn;
let anna: Lead;
let bruno: Lead;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  anna = await makeLead(user, { email: 'anna@example.com', phone: '+4930901820', country: 'Germany' });
  bruno = await makeLead(user, { email: 'bruno@example.com', phone: '+442079460958' });
});

const sell = (identifiers: unknown, body: Record<string, unknown> = {}) =>
  call<SoldReply & { field: string; message: string }>(user, 'POST', '/api/leads/mark-sold', {
    identifiers,
    identifierType: 'email',
    customerNumber: 'C1',
    ...body,
  });

/** Returns the customers of the active sales. */
async function sales(): Promise<string[]> {
  const { rows } = await app.context.db.owner.query<{ customer: string }>(
    `SELECT customer_number AS customer FROM lead_sales
     WHERE organization_id = $1 AND returned_at IS NULL ORDER BY 1`,
    [user.user.organizationId],
  );
  return rows.map(({ customer }) => customer);
}

describe('a typed list', () => {
  test('sells by email, once to a customer and to no second one', async () => {
    const first = await sell([' Anna@Example.com', '<anna@example.com>', 'nobody@example.com', 'no mail']);
    expect([first.status, first.body]).toEqual([
      200,
      {
        updatedCount: 1,
        unchanged: 0,
        alreadySold: 0,
        notFound: 1,
        invalid: 1,
        ambiguous: 0,
        suppressed: 0,
        operationId: expect.any(String),
      },
    ]);
    expect((await sell(['anna@example.com'])).body).toMatchObject({ updatedCount: 0, unchanged: 1 });
    const second = await sell(['anna@example.com', 'bruno@example.com'], { customerNumber: ' C2 ' });
    expect(second.body).toMatchObject({ updatedCount: 1, alreadySold: 1, unchanged: 0 });
    expect(await readLeadDetail(user, anna.id)).toMatchObject({ isSold: true, customerNumber: 'C1' });
    expect(await readLeadDetail(user, bruno.id)).toMatchObject({ isSold: true, customerNumber: 'C2' });
    expect(await sales()).toEqual(['C1', 'C2']);
    expect(await statusUpdateReport(user, second.body.operationId)).toEqual([
      ['Row', 'Identifier', 'Value', 'Outcome', 'Message'],
      ['1', 'anna@example.com', '', 'already sold', 'Already sold to customer C1'],
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('sells by phone in any spelling, and tells of it on the timeline', async () => {
    const { body } = await sell(['030 901820', '(+44) 20 7946-0958'], { identifierType: 'phone' });
    expect(body).toMatchObject({ updatedCount: 2 });
    const lead = await readLeadDetail(user, anna.id);
    expect(lead.events[0]).toMatchObject({
      kind: 'sold',
      actor: user.user.username,
      changes: [
        { field: 'isSold', before: false, after: true },
        { field: 'customerNumber', before: null, after: 'C1' },
      ],
    });
    expect(lead.sales).toMatchObject([
      { customerNumber: 'C1', soldBy: user.user.username, returnedAt: null },
    ]);
    expect(await auditOf(app, user.user.organizationId, 'mark_sold')).toMatchObject([
      {
        resource: body.operationId,
        details: {
          operation: 'markSoldList',
          identifierType: 'phone',
          customerNumber: 'C1',
          total: 2,
          changed: 2,
        },
      },
    ]);
  });

  test('can be undone; a lead that changed since stays sold', async () => {
    const { body } = await sell(['anna@example.com', 'bruno@example.com']);
    await call(user, 'PATCH', `/api/leads/${bruno.id}`, { city: 'Rome' });
    expect(await runUndoCall(user, body.operationId)).toMatchObject({ total: 2, changed: 1, refused: 1 });
    expect(await readLeadDetail(user, anna.id)).toMatchObject({ isSold: false, customerNumber: null });
    expect((await readLeadDetail(user, bruno.id)).isSold).toBe(true);
    expect(await sales()).toEqual(['C1']);
    expect((await sell(['anna@example.com'], { customerNumber: 'C3' })).body.updatedCount).toBe(1);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test.each([
    [{ identifiers: [' '] }, 'identifiers'],
    [{ identifierType: 'id' }, 'identifierType'],
    [{ customerNumber: ' ' }, 'customerNumber'],
    [{ more: 'x' }, 'more'],
  ])('is refused with %j', async (wrong, field) => {
    const { status, body } = await sell(['anna@example.com'], wrong);
    expect([status, body.field]).toEqual([400, field]);
    expect(await sales()).toEqual([]);
  });

  test('sells nothing of another organization', async () => {
    const stranger = await signUp(app.url);
    await makeLead(stranger, { email: 'theirs@example.com' });
    expect((await sell(['theirs@example.com'])).body).toMatchObject({ updatedCount: 0, notFound: 1 });
  });
});

describe('a file', () => {
  const sellFrom = (file: File, fields: Record<string, string>) =>
    sendStatusUpdate<SoldReply>(user, '/api/leads/mark-sold-csv', file, { customerNumber: 'C9', ...fields });

  test.each([
    [
      'email',
      [
        ['Phone', 'E-Mail'],
        ['1', 'anna@example.com'],
        ['2', 'bruno@example.com'],
      ],
    ],
    ['email', [['anna@example.com'], ['bruno@example.com']]],
    [
      'phone',
      [
        ['x', 'y'],
        ['anna', '+4930901820'],
        ['bruno', '+442079460958'],
      ],
    ],
  ])('of %ss: %j', async (identifierType, rows) => {
    const { status, body } = await sellFrom(csvFile(rows), { identifierType });
    expect([status, body]).toEqual([200, expect.objectContaining({ updatedCount: 2, notFound: 0 })]);
    expect(await sales()).toEqual(['C9', 'C9']);
  });

  test('without the column is refused', async () => {
    const { status, body } = await sellFrom(csvFile([['a'], ['x']]), { identifierType: 'email' });
    expect([status, body]).toMatchObject([
      400,
      { message: 'The file has no column of emails', field: 'file' },
    ]);
  });
});

test('of fifty who sell the same lead at once exactly one wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => sell(['anna@example.com'], { customerNumber: `C${n}` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const winners = answers.filter(({ body }) => body.updatedCount === 1);
  const losers = answers.filter(({ body }) => body.updatedCount === 0 && body.alreadySold === 1);
  expect([winners.length, losers.length]).toEqual([1, 49]);
  const lead = await readLeadDetail(user, anna.id);
  expect(await sales()).toEqual([lead.customerNumber]);
  expect(lead.events.filter(({ kind }) => kind === 'sold')).toHaveLength(1);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

test('a visitor sells nothing', async () => {
  expect((await app.anonymous.post('/api/leads/mark-sold', {})).status).toBe(401);
  const file = csvFile([['email'], ['anna@example.com']]);
  expect((await sendStatusUpdate(app.anonymous, '/api/leads/mark-sold-csv', file)).status).toBe(401);
});

test('a NUL in the customer number of a form becomes a replacement character', async () => {
  const fields = { identifierType: 'email', customerNumber: 'C\0 7' };
  const file = csvFile([['email'], ['anna@example.com']]);
  const { status, body } = await sendStatusUpdate<SoldReply>(user, '/api/leads/mark-sold-csv', file, fields);
  expect([status, body.updatedCount]).toEqual([200, 1]);
  expect(await sales()).toEqual(['C\ufffd 7']);
});
