import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { HlrReply } from '#contract/phone-checks.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { sendStatusUpdate, statusUpdateReport } from '#tests/support/status-updates.ts';

let app: TestApp;
let user: SignedIn;
let german: Lead;
let british: Lead;
let american: Lead;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  german = await makeLead(user, { phone: '+4930901820', country: 'Germany' });
  british = await makeLead(user, { phone: '+442079460958', country: 'United Kingdom' });
  american = await makeLead(user, { phone: '+15046218927', country: 'United States' });
});

const set = (phoneNumbers: unknown, body: Record<string, unknown> = {}) =>
  call<HlrReply & { message: string; field: string }>(user, 'POST', '/api/leads/update-hlr', {
    phoneNumbers,
    hlrType: 'phone',
    statusValue: 'Active',
    ...body,
  });

const statuses = async () =>
  Promise.all([german, british, american].map(async ({ id }) => (await readLeadDetail(user, id)).hlr));

describe('a typed list of numbers', () => {
  test('sets the status, when and by what, and answers the counts', async () => {
    const before = Date.now();
    const { status, body } = await set([' +4930901820 ', '', '020 7946 0958', '+4930901899', 'hello']);
    expect(status).toBe(200);
    expect(body).toEqual({
      updatedCount: 2,
      notFound: 1,
      invalid: 1,
      ambiguous: 0,
      operationId: expect.any(String),
    });
    const lead = await readLeadDetail(user, german.id);
    expect(lead).toMatchObject({ hlr: 'Active', hlrSource: 'manual', whatsapp: null });
    expect(Date.parse(lead.hlrCheckedAt ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(lead.events[0]).toMatchObject({
      kind: 'bulk',
      actor: user.user.username,
      changes: [{ field: 'hlr', before: null, after: 'Active' }],
    });
    expect(await statuses()).toEqual(['Active', 'Active', null]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('of WhatsApp leaves the HLR status alone', async () => {
    await set(['+4930901820'], { hlrType: 'whatsapp', statusValue: 'yes' });
    const lead = await readLeadDetail(user, german.id);
    expect(lead).toMatchObject({ hlr: null, hlrSource: null, whatsapp: 'yes', whatsappSource: 'manual' });
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('checks anew where the status stays the same', async () => {
    await set(['+4930901820']);
    const first = await readLeadDetail(user, german.id);
    expect((await set(['030 901820'])).body.updatedCount).toBe(1);
    const second = await readLeadDetail(user, german.id);
    expect(Date.parse(second.hlrCheckedAt ?? '')).toBeGreaterThan(Date.parse(first.hlrCheckedAt ?? ''));
    expect(second.events[0]?.changes).toEqual([]);
  });

  test('counts a number once, whatever its spellings', async () => {
    const numbers = [
      '+4930901820',
      '0049 30 901820',
      '030/901820',
      '4930901820',
      '+49 30 901899',
      '030 901899',
      'x',
      'X',
    ];
    const { body } = await set(numbers);
    expect(body).toMatchObject({ updatedCount: 1, notFound: 1, invalid: 1, ambiguous: 0 });
    const rows = await statusUpdateReport(user, body.operationId);
    expect(rows.slice(1).map(([row, , , outcome]) => [row, outcome])).toEqual([
      ['5', 'not found'],
      ['7', 'invalid'],
      ['2', 'repeated'],
      ['3', 'repeated'],
      ['4', 'repeated'],
      ['6', 'repeated'],
      ['8', 'repeated'],
    ]);
  });

  test('touches nothing in the bin and nothing of another organization', async () => {
    await call(user, 'DELETE', `/api/leads/${german.id}`);
    const stranger = await signUp(app.url);
    const theirs = await makeLead(stranger, { phone: '+4930901811', country: 'Germany' });
    const { body } = await set(['+4930901820', '+4930901811']);
    expect(body).toMatchObject({ updatedCount: 0, notFound: 2 });
    expect((await readLeadDetail(stranger, theirs.id)).hlr).toBeNull();
    expect((await readLeadDetail(user, german.id)).hlr).toBeNull();
  });

  test('is one entry in the audit log, and one operation with its counts', async () => {
    const { body } = await set(['+4930901820', 'hello']);
    expect(await auditOf(app, user.user.organizationId, 'update_hlr')).toEqual([
      expect.objectContaining({
        resource: body.operationId,
        username: user.user.username,
        details: {
          operation: 'updateHlr',
          hlrType: 'phone',
          statusValue: 'Active',
          list: 'Manual entry',
          total: 2,
          changed: 1,
          invalid: 1,
        },
      }),
    ]);
    const operations = await user.get<object[]>('/api/leads/bulk?kinds=updateHlr');
    expect(operations.body).toEqual([
      {
        id: body.operationId,
        action: 'updateHlr',
        status: 'completed',
        total: 2,
        done: 2,
        changed: 1,
        unchanged: 0,
        refused: 1,
        suppressed: 0,
        undone: false,
        detail: 'Manual entry',
        createdBy: user.user.username,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    ]);
  });

  test('can be undone, exactly, save where a lead changed since', async () => {
    await set(['+4930901820'], { statusValue: 'Pending' });
    const before = await readLeadDetail(user, german.id);
    const { body } = await set(['+4930901820', '+442079460958', '+15046218927']);
    await call(user, 'PATCH', `/api/leads/${american.id}`, { city: 'Rome' });
    const undo = await runUndoCall(user, body.operationId);
    expect(undo).toMatchObject({ total: 3, changed: 2, refused: 1 });
    expect(await statuses()).toEqual(['Pending', null, 'Active']);
    const after = await readLeadDetail(user, german.id);
    expect([after.hlrCheckedAt, after.hlrSource]).toEqual([before.hlrCheckedAt, before.hlrSource]);
    expect(after.events[0]?.kind).toBe('undo');
    expect((await readLeadDetail(user, british.id)).hlrCheckedAt).toBeNull();
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test.each([
    [{ phoneNumbers: [] }, 'phoneNumbers'],
    [{ phoneNumbers: [' ', ''] }, 'phoneNumbers'],
    [{ phoneNumbers: 'x' }, 'phoneNumbers'],
    [{ statusValue: '  ' }, 'statusValue'],
    [{ statusValue: 'x'.repeat(101) }, 'statusValue'],
    [{ hlrType: 'email' }, 'hlrType'],
  ])('is refused with %j', async (wrong, field) => {
    const { status, body } = await set(['+4930901820'], wrong);
    expect([status, body.field]).toEqual([400, field]);
    expect(await statuses()).toEqual([null, null, null]);
  });
});

test('a visitor sets nothing', async () => {
  expect((await app.anonymous.post('/api/leads/update-hlr', {})).status).toBe(401);
  const file = csvFile([['phone'], ['+4930901820']]);
  expect((await sendStatusUpdate(app.anonymous, '/api/leads/update-hlr-csv', file)).status).toBe(401);
});
