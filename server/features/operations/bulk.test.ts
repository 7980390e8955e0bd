import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkAction } from '#contract/bulk.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  auditOf,
  beginBulkCall,
  call,
  endOfBulk,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, postImport } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;
let leads: Lead[];

const NOBODY = '0198c0de-0000-7000-8000-000000000000';

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

describe('a bulk operation', () => {
  test('by filter changes what matches, tells of each lead, counts, and is audited once', async () => {
    const started = await beginBulkCall(
      user,
      { filter: { brand: 'acme' } },
      { type: 'status', status: 'QUALIFIED' },
    );
    expect(started).toMatchObject({ action: 'status', total: 6, undone: false });
    const ended = await endOfBulk(user, started.id);
    expect(ended).toMatchObject({
      status: 'completed',
      total: 6,
      done: 6,
      changed: 4,
      unchanged: 2,
      refused: 0,
    });
    const after = await state();
    expect(after.filter((lead) => lead.brand === 'Acme').map((lead) => lead.status)).toEqual(
      Array(6).fill('qualified'),
    );
    expect(after.filter((lead) => lead.brand === 'Bolt')).toEqual(
      leads.filter((lead) => lead.brand === 'Bolt'),
    );
    const changed = leads.find((lead) => lead.brand === 'Acme' && lead.status === 'new');
    const { events } = await readLeadDetail(user, changed?.id ?? '');
    expect(events[0]).toMatchObject({
      kind: 'bulk',
      actor: user.user.username,
      changes: [{ field: 'status', before: 'new', after: 'qualified' }],
    });
    expect(await auditOf(app, user.user.organizationId, 'bulk_update')).toEqual([
      expect.objectContaining({
        resource: started.id,
        details: { operation: 'status', status: 'qualified', total: 6, changed: 4, unchanged: 2, refused: 0 },
      }),
    ]);
    await countsAreRight();
  });

  test('by ids ignores unknown ones and those of others', async () => {
    const stranger = await signUp(app.url);
    const theirs = await makeLead(stranger, { email: 'x@example.com' });
    const selection = { ids: [leads[0]?.id ?? '', theirs.id, NOBODY] };
    const preview = await user.post('/api/leads/bulk/preview', { selection });
    expect(preview.body).toEqual({ total: 1 });
    const ended = await runBulkCall(user, selection, { type: 'status', status: 'contacted' });
    expect(ended).toMatchObject({ total: 1, changed: 1 });
    expect((await readLeadDetail(stranger, theirs.id)).status).toBe('new');
  });

  test('adds and removes tags without regard to case', async () => {
    const add: BulkAction = { type: 'addTags', tags: ['VIP', 'fresh', 'Fresh'] };
    expect(await runBulkCall(user, { filter: {} }, add)).toMatchObject({ changed: 12 });
    expect((await state())[0]?.tags).toEqual(['vip', 'old', 'fresh']);
    expect((await state())[1]?.tags).toEqual(['VIP', 'fresh']);
    expect(await runBulkCall(user, { filter: {} }, add)).toMatchObject({ changed: 0, unchanged: 12 });
    const remove: BulkAction = { type: 'removeTags', tags: ['vip'] };
    expect(await runBulkCall(user, { filter: { tags: 'old' } }, remove)).toMatchObject({
      total: 3,
      changed: 3,
    });
    expect((await state())[0]?.tags).toEqual(['old', 'fresh']);
    await countsAreRight();
  });

  test('marks sold, once: another customer is refused, the same is nothing new', async () => {
    const sell = (some: Lead[], customerNumber: string) =>
      runBulkCall(user, idsOf(some), { type: 'markSold', customerNumber });
    expect(await sell(leads.slice(0, 3), 'C1')).toMatchObject({ changed: 3 });
    const ended = await sell(leads.slice(0, 5), 'C2');
    expect(ended).toMatchObject({ done: 5, changed: 2, unchanged: 0, refused: 3 });
    expect(await sell(leads.slice(2, 4), 'C2')).toMatchObject({ changed: 0, unchanged: 1, refused: 1 });
    const after = await state();
    expect(after.slice(0, 6).map((lead) => [lead.isSold, lead.customerNumber])).toEqual([
      ...Array(3).fill([true, 'C1']),
      ...Array(2).fill([true, 'C2']),
      [false, null],
    ]);
    const { rows } = await app.context.db.owner.query(
      `SELECT customer_number AS customer, count(*)::int AS sales FROM lead_sales
       WHERE organization_id = $1 AND returned_at IS NULL GROUP BY 1 ORDER BY 1`,
      [user.user.organizationId],
    );
    expect(rows).toEqual([
      { customer: 'C1', sales: 3 },
      { customer: 'C2', sales: 2 },
    ]);
    expect((await auditOf(app, user.user.organizationId, 'mark_sold')).length).toBe(3);
    expect(await runUndoCall(user, ended.id)).toMatchObject({ changed: 2, refused: 0 });
    expect((await state()).filter((lead) => lead.isSold)).toHaveLength(3);
    await countsAreRight();
  });

  test('moves to the bin and back; a taken identity is refused', async () => {
    const gone = await runBulkCall(user, { filter: { brand: 'Bolt' } }, { type: 'delete' });
    expect(gone).toMatchObject({ total: 6, changed: 6 });
    expect(await state()).toHaveLength(6);
    await countsAreRight();
    await makeLead(user, { email: leads[1]?.email, brand: 'Twin' });
    const back = await runBulkCall(user, { filter: { brand: 'Bolt' } }, { type: 'restore' });
    expect(back).toMatchObject({ total: 6, changed: 5, refused: 1 });
    expect(await state()).toHaveLength(12);
    expect((await readLeadDetail(user, leads[3]?.id ?? '')).events.map((event) => event.kind)).toEqual([
      'restored',
      'deleted',
      'created',
    ]);
    for (const action of ['delete_lead', 'restore_lead']) {
      expect(await auditOf(app, user.user.organizationId, action)).toHaveLength(1);
    }
    await countsAreRight();
  });

  test('of two leads of the bin with one identity restores the newer', async () => {
    const older = await makeLead(user, { email: 'same@example.com' });
    await call(user, 'DELETE', `/api/leads/${older.id}`);
    const newer = await makeLead(user, { email: 'same@example.com' });
    await call(user, 'DELETE', `/api/leads/${newer.id}`);
    const back = await runBulkCall(user, idsOf([older, newer]), { type: 'restore' });
    expect(back).toMatchObject({ changed: 1, refused: 1 });
    expect((await readLeadDetail(user, newer.id)).deletedAt).toBeNull();
  });

  test('leaves leads alone that were made after it began', async () => {
    const paused = await startTestApp({ jobs: false });
    const owner = await signUp(paused.url);
    await makeLead(owner, { email: 'before@example.com' });
    const { id } = await beginBulkCall(owner, { filter: {} }, { type: 'status', status: 'contacted' });
    await makeLead(owner, { email: 'after@example.com' });
    const { runOperation } = await import('../../lead/operations/run.ts');
    const { organizationScope } = await import('../../platform/db/scope.ts');
    const scope = organizationScope(paused.context.db.app, owner.user.organizationId);
    await runOperation(paused.context.db.app, scope, id);
    expect((await leadsOf(owner)).map((lead) => lead.status)).toEqual(['contacted', 'new']);
    await paused.close();
  });

  test.each([
    [{ selection: { ids: [] }, action: { type: 'delete' } }],
    [{ selection: { ids: ['x'] }, action: { type: 'delete' } }],
    [{ selection: { filter: { unknown: 'x' } }, action: { type: 'delete' } }],
    [{ selection: { filter: { bin: 'true' } }, action: { type: 'delete' } }],
    [{ selection: { filter: { custom: '{"No":"x"}' } }, action: { type: 'delete' } }],
    [{ selection: { filter: {} }, action: { type: 'sell' } }],
    [{ selection: { filter: {} }, action: { type: 'status', status: ' ' } }],
    [{ selection: { filter: {} }, action: { type: 'addTags', tags: [',;'] } }],
  ])('is refused with %j', async (body) => {
    expect((await user.post('/api/leads/bulk', body)).status).toBe(400);
  });
});

test('bulk operations, edits and imports of the same leads at once all come to their end', async () => {
  const plan = {
    fieldMapping: { email: 'email', city: 'city' },
    importMode: { mode: 'update', matchField: 'email' },
  };
  const rows = leads.map((lead, n) => [lead.email ?? '', `City ${n}`]).reverse();
  const fresh = Array.from({ length: 150 }, (_, n) => [`fresh-${n}@example.com`, 'X']);
  const actions: BulkAction[] = [
    { type: 'status', status: 'contacted' },
    { type: 'addTags', tags: ['x'] },
    { type: 'status', status: 'qualified' },
  ];
  const operations = await Promise.all(actions.map((action) => beginBulkCall(user, { filter: {} }, action)));
  const answers = await Promise.all([
    postImport(user, csvFile([['email', 'city'], ...rows]), plan).then((response) => response.text()),
    postImport(user, csvFile([['email', 'city'], ...fresh]), { fieldMapping: plan.fieldMapping }).then(
      (response) => response.text(),
    ),
    ...leads.map((lead) => call(user, 'PATCH', `/api/leads/${lead.id}`, { brand: 'Edited' })),
  ]);
  expect(answers.slice(0, 2).every((text) => String(text).includes('"type":"complete"'))).toBe(true);
  for (const { id } of operations) expect((await endOfBulk(user, id)).status).toBe('completed');
  const after = await state();
  const edited = after.filter((lead) => leads.some((known) => known.id === lead.id));
  expect(edited.map((lead) => [lead.brand, lead.city])).toEqual(leads.map((_, n) => ['Edited', `City ${n}`]));
  await countsAreRight();
});

test('anonymous callers and other organizations get nowhere', async () => {
  const { id } = await runBulkCall(user, { filter: {} }, { type: 'addTags', tags: ['y'] });
  const stranger = await signUp(app.url);
  expect((await stranger.get(`/api/leads/bulk/${id}`)).status).toBe(404);
  expect((await stranger.post(`/api/leads/bulk/${id}/undo`)).status).toBe(404);
  expect((await stranger.get('/api/leads/bulk/not-an-id')).status).toBe(404);
  const body = { selection: { filter: {} }, action: { type: 'delete' } };
  for (const path of ['', '/preview', `/${id}/undo`]) {
    expect((await app.anonymous.post(`/api/leads/bulk${path}`, body)).status).toBe(401);
  }
  expect((await app.anonymous.get(`/api/leads/bulk/${id}`)).status).toBe(401);
  expect((await app.anonymous.post('/api/leads/cleanup-no-email')).status).toBe(401);
});
