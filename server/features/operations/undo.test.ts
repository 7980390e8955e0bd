import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  const rows = Array.from({ length: 12 }, (_, n) => [
    `lead-${n}@example.com`,
    n % 2 === 0 ? 'Acme' : 'Bolt',
    n % 3 === 0 ? 'qualified' : 'new',
    n % 4 === 0 ? 'vip, old' : '',
    n % 5 === 0 ? 'nonsense' : `+4915112345${String(n).padStart(3, '0')}`,
  ]);
  const columns = ['email', 'brand', 'status', 'tags', 'phone'];
  await importLeads(user, csvFile([columns, ...rows]), {
    fieldMapping: Object.fromEntries(columns.map((column) => [column, column])),
  });
  leads = await leadsOf(user);
});

const idsOf = (some: readonly Lead[]): { ids: string[] } => ({ ids: some.map((lead) => lead.id) });
const state = async (): Promise<Lead[]> => leadsOf(user);
const countsAreRight = async (): Promise<void> =>
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);

describe('an undo', () => {
  test.each([
    [{ type: 'status', status: 'converted' }],
    [{ type: 'addTags', tags: ['x'] }],
    [{ type: 'removeTags', tags: ['vip', 'old'] }],
    [{ type: 'markSold', customerNumber: 'C9' }],
    [{ type: 'delete' }],
  ] satisfies [BulkAction][])('of %j puts every lead back', async (action) => {
    const { id, changed } = await runBulkCall(user, { filter: {} }, action);
    expect(changed).toBeGreaterThan(0);
    const undo = await runUndoCall(user, id);
    expect(undo).toMatchObject({ action: 'undo', total: changed, changed, refused: 0 });
    expect(await state()).toEqual(leads);
    await countsAreRight();
    const { body } = await user.get<BulkOperation>(`/api/leads/bulk/${id}`);
    expect(body.undone).toBe(true);
    for (const again of [id, undo.id]) {
      expect((await user.post(`/api/leads/bulk/${again}/undo`)).status).toBe(409);
    }
  });

  test('of a restore puts the leads back into the bin', async () => {
    await runBulkCall(user, { filter: {} }, { type: 'delete' });
    const { id } = await runBulkCall(user, { filter: { bin: 'true' } }, { type: 'restore' });
    expect(await state()).toHaveLength(12);
    expect(await runUndoCall(user, id)).toMatchObject({ changed: 12 });
    expect(await state()).toHaveLength(0);
    await countsAreRight();
  });

  test('leaves alone what changed since', async () => {
    const { id } = await runBulkCall(user, { filter: {} }, { type: 'status', status: 'converted' });
    await call(user, 'PATCH', `/api/leads/${leads[0]?.id}`, { city: 'Rome' });
    await call(user, 'DELETE', `/api/leads/${leads[1]?.id}`);
    expect(await runUndoCall(user, id)).toMatchObject({ total: 12, changed: 10, refused: 2 });
    expect(await readLeadDetail(user, leads[0]?.id ?? '')).toMatchObject({
      status: 'converted',
      city: 'Rome',
    });
    await countsAreRight();
  });

  test('works after later operations on the same leads that were undone', async () => {
    const first = await runBulkCall(user, { filter: {} }, { type: 'status', status: 'converted' });
    const second = await runBulkCall(user, idsOf(leads.slice(0, 6)), { type: 'addTags', tags: ['x'] });
    const third = await runBulkCall(user, idsOf(leads.slice(0, 3)), { type: 'delete' });
    await runUndoCall(user, third.id);
    expect(await runUndoCall(user, second.id)).toMatchObject({ changed: 6, refused: 0 });
    expect(await runUndoCall(user, first.id)).toMatchObject({ changed: 12, refused: 0 });
    expect(await state()).toEqual(leads);
    await countsAreRight();
  });

  test('leaves alone what a later operation changed that was not undone, or only for other leads', async () => {
    const first = await runBulkCall(user, { filter: {} }, { type: 'status', status: 'converted' });
    const second = await runBulkCall(user, idsOf(leads.slice(0, 4)), { type: 'addTags', tags: ['x'] });
    await call(user, 'PATCH', `/api/leads/${leads[0]?.id}`, { city: 'Rome' });
    await runBulkCall(user, idsOf(leads.slice(1, 2)), { type: 'addTags', tags: ['y'] });
    expect(await runUndoCall(user, second.id)).toMatchObject({ changed: 2, refused: 2 });
    await call(user, 'PATCH', `/api/leads/${leads[2]?.id}`, { city: 'Rome' });
    expect(await runUndoCall(user, first.id)).toMatchObject({ changed: 9, refused: 3 });
    await countsAreRight();
  });

  test('of a status update works after a later operation that was undone', async () => {
    const list = {
      phoneNumbers: leads.flatMap(({ phone }) => phone ?? []),
      hlrType: 'phone',
      statusValue: 'dead',
    };
    const { body } = await user.post<{ operationId: string; updatedCount: number }>(
      '/api/leads/update-hlr',
      list,
    );
    const later = await runBulkCall(user, { filter: {} }, { type: 'addTags', tags: ['x'] });
    await runUndoCall(user, later.id);
    const { changed } = await runUndoCall(user, body.operationId);
    expect(changed).toBe(body.updatedCount);
    expect(changed).toBeGreaterThan(5);
    expect(await state()).toEqual(leads);
  });

  test('of a deletion is refused where the identity is taken', async () => {
    const { id } = await runBulkCall(user, idsOf(leads.slice(0, 2)), { type: 'delete' });
    await makeLead(user, { email: leads[0]?.email });
    expect(await runUndoCall(user, id)).toMatchObject({ changed: 1, refused: 1 });
    await countsAreRight();
  });
});

describe('clean-up', () => {
  test('bins every lead without an email, waits for it, and can be undone', async () => {
    await makeLead(user, { phone: '+4930901825' });
    await makeLead(user, { phone: 'no number 1' });
    const { body } = await user.post<{ operationId: string }>('/api/leads/cleanup-no-email');
    expect(body).toEqual({
      message: 'Moved 2 leads without an email to the bin',
      deletedCount: 2,
      operationId: expect.any(String),
    });
    expect(await state()).toHaveLength(12);
    expect((await user.post('/api/leads/cleanup-no-email')).body).toEqual({
      message: 'There are no leads without an email',
      deletedCount: 0,
      operationId: null,
    });
    expect(await runUndoCall(user, body.operationId)).toMatchObject({ changed: 2 });
    expect(await state()).toHaveLength(14);
    await countsAreRight();
  });
});
