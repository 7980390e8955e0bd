import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import type { previewMergeAll } from '#contract/merges.ts';
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
import { everyTable } from '#tests/support/every-table.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import { runOperation } from '../../lead/operations/run.ts';
import { organizationScope } from '../../platform/db/scope.ts';

const NAMES = ['Ana Ng', 'Leo Holt', 'Zoe Marsh', 'Ivo Kern', 'Mia Wolf', 'Ugo Bell', 'Pia Rust', 'Tim Acre'];

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

/** Creates leads of one person that differ only in the email. */
async function makePerson(
  nth: number,
  fields: readonly Record<string, unknown>[] = [{}, {}],
): Promise<Lead[]> {
  const [firstName, lastName] = (NAMES[nth] ?? '').split(' ');
  const same = {
    firstName,
    lastName,
    city: `Town ${nth}`,
    postcode: `10${nth}7`,
    address: `${nth + 3} Elm Road`,
  };
  const leads: Lead[] = [];
  for (const [place, own] of fields.entries()) {
    leads.push(await makeLead(user, { ...same, email: `p${nth}.${place}@site${place}.example`, ...own }));
  }
  return leads;
}

async function scanned(by = user): Promise<number> {
  return (await by.get<{ total: number }>('/api/duplicates?band=certain')).body.total;
}

async function preview(): Promise<ReplyOf<typeof previewMergeAll>> {
  return (await user.get<ReplyOf<typeof previewMergeAll>>('/api/duplicates/merge-all?band=certain')).body;
}

const begin = () => call<BulkOperation>(user, 'POST', '/api/duplicates/merge-all', { band: 'certain' });
const tables = () => everyTable(app.context.db.owner, user.user.organizationId);

async function mergeAll(): Promise<BulkOperation> {
  const { status, body } = await begin();
  expect(status).toBe(201);
  return endOfBulk(user, body.id);
}

describe('merging all certain duplicates', () => {
  test('and undoing it restores every table', async () => {
    const [first, second] = await makePerson(0, [
      { tags: ['a'], brand: 'Acme' },
      { tags: ['b'], phone: '+4930901830', hlr: 'active', status: 'qualified' },
    ]);
    await makePerson(1, [{}, { city: 'Town 1' }, { phone: '+4930901831' }]);
    const [, sold] = await makePerson(2);
    await makePerson(3);
    for (const lead of [first, second, sold]) {
      await call(user, 'POST', `/api/leads/${lead?.id}/notes`, { text: `about ${lead?.email}` });
    }
    await call(user, 'POST', `/api/leads/${second?.id}/consents`, { channels: ['email'], text: 'Yes' });
    await runBulkCall(
      user,
      { ids: [sold?.id ?? ''] },
      { type: 'markSold', customerNumber: 'C7', price: '4.25', currency: 'EUR' },
    );
    expect(await scanned()).toBe(4);
    const before = await tables();
    expect(await preview()).toMatchObject({
      ...{ groups: 4, leads: 5, kept: { sold: 1, oldest: 3 } },
      left: { uncertain: 0, conflict: 0, suppressed: 0, sold: 0, owners: 0 },
      examples: [{ rule: expect.any(String) }, {}, {}],
    });
    expect(await tables()).toEqual(before);
    const merged = await mergeAll();
    expect(merged).toMatchObject({
      action: 'mergeDuplicates',
      status: 'completed',
      total: 4,
      changed: 4,
      refused: 0,
    });
    const left = await leadsOf(user);
    expect(left).toHaveLength(4);
    expect(left.find(({ id }) => id === first?.id)).toMatchObject({ tags: ['a', 'b'], phone: '+4930901830' });
    expect(left.find(({ id }) => id === sold?.id)).toMatchObject({ isSold: true, customerNumber: 'C7' });
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await tables()).not.toEqual(before);
    expect(await auditOf(app, user.user.organizationId, 'merge_duplicates')).toHaveLength(1);
    const single = await call(user, 'POST', `/api/duplicates/merges/${merged.id}/undo`);
    expect(single.status).toBe(404);
    expect(await runUndoCall(user, merged.id)).toMatchObject({ status: 'completed', changed: 5, refused: 0 });
    expect(await scanned()).toBe(4);
    expect(await tables()).toEqual(before);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
    const kinds = (await readLeadDetail(user, first?.id ?? '')).events.map(({ kind }) => kind);
    expect(kinds).toEqual(['unmerged', 'merged', 'created']);
  });

  test('leaves to people what needs a decision, and counts it', async () => {
    const colleague = await addColleague(app, user, `colleague-${user.user.username}`.slice(0, 30));
    const owners = [user.user.id, colleague.user.id];
    for (const [at, { id }] of (await makePerson(0)).entries()) {
      await call(user, 'PATCH', `/api/leads/${id}`, { ownerId: owners[at] });
    }
    const both = await makePerson(1);
    for (const [at, { id }] of both.entries()) {
      await runBulkCall(user, { ids: [id] }, { type: 'markSold', customerNumber: `C${at}` });
    }
    const [listed] = await makePerson(2);
    await call(user, 'POST', '/api/suppressions', { entries: [listed?.email] });
    const [plain] = await makePerson(3);
    expect(await scanned()).toBe(4);
    expect(await preview()).toMatchObject({ groups: 1, left: { owners: 1, sold: 1, suppressed: 1 } });
    expect(await mergeAll()).toMatchObject({ total: 1, changed: 1 });
    expect((await leadsOf(user)).map(({ id }) => id)).toContain(plain?.id);
    expect(await begin()).toMatchObject({ status: 409 });
    expect((await user.get('/api/duplicates/merge-all?band=likely')).status).toBe(400);
  });

  test('refuses groups that changed after its start, and its undo leads that changed since', async () => {
    const other = await startTestApp({ jobs: false });
    try {
      user = await signUp(other.url);
      const groups = [await makePerson(0), await makePerson(1), await makePerson(2), await makePerson(3)];
      expect(await scanned()).toBe(4);
      const { id } = (await begin()).body;
      await call(user, 'PATCH', `/api/leads/${groups[0]?.[1]?.id}`, { city: 'Rome' });
      await call(user, 'POST', '/api/duplicates/dismiss', { a: groups[1]?.[0]?.id, b: groups[1]?.[1]?.id });
      // Without jobs, which may compare the changed lead and find it certain again.
      const scope = organizationScope(other.context.db.app, user.user.organizationId);
      await runOperation(other.context.db.locks, scope, id);
      expect(await endOfBulk(user, id)).toMatchObject({ changed: 2, refused: 2 });
      const jobs = await startJobs(other.context);
      await call(user, 'PATCH', `/api/leads/${groups[2]?.[0]?.id}`, { city: 'Rome' });
      await makeLead(user, { email: 'new@x.example' });
      expect(await runUndoCall(user, id)).toMatchObject({ changed: 1, refused: 1 });
      await jobs.stop();
      expect((await readLeadDetail(user, groups[3]?.[1]?.id ?? '')).deletedAt).toBeNull();
      expect((await readLeadDetail(user, groups[2]?.[1]?.id ?? '')).deletedAt).not.toBeNull();
      expect(await wrongCounts(other, user.user.organizationId)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

test('a merge of all goes on after its worker died, and can be canceled', async () => {
  const other = await startTestApp({ jobs: false });
  try {
    user = await signUp(other.url);
    for (let nth = 0; nth < NAMES.length; nth++) await makePerson(nth);
    expect(await scanned()).toBe(NAMES.length);
    const before = await everyTable(other.context.db.owner, user.user.organizationId);
    const scope = organizationScope(other.context.db.app, user.user.organizationId);
    const { id } = (await begin()).body;
    const now = async () => (await user.get<BulkOperation>(`/api/leads/bulk/${id}`)).body;
    const stop = new AbortController();
    const working = runOperation(other.context.db.locks, scope, id, { batch: 1, signal: stop.signal });
    await until('a group is merged', async () => (await now()).done > 0);
    stop.abort();
    await working;
    const between = await now();
    expect(between.status).toBe('processing');
    expect(await wrongCounts(other, user.user.organizationId)).toEqual([]);
    await runOperation(other.context.db.locks, scope, id, { batch: 1 });
    expect(await now()).toMatchObject({ status: 'completed', changed: NAMES.length });
    const jobs = await startJobs(other.context);
    expect(await runUndoCall(user, id)).toMatchObject({ changed: NAMES.length });
    await jobs.stop();
    expect(await scanned()).toBe(NAMES.length);
    expect(await everyTable(other.context.db.owner, user.user.organizationId)).toEqual(before);

    const second = (await begin()).body.id;
    const partly = new AbortController();
    const again = runOperation(other.context.db.locks, scope, second, { batch: 1, signal: partly.signal });
    const state = async () => (await user.get<BulkOperation>(`/api/leads/bulk/${second}`)).body;
    await until('a group is merged', async () => (await state()).done > 0);
    partly.abort();
    await again;
    const canceled = await call<BulkOperation>(user, 'POST', `/api/leads/bulk/${second}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect((await call(user, 'POST', `/api/leads/bulk/${second}/cancel`)).status).toBe(409);
    await runOperation(other.context.db.locks, scope, second);
    const { changed } = await state();
    expect(await leadsOf(user)).toHaveLength(NAMES.length * 2 - changed);
    const more = await startJobs(other.context);
    expect(await runUndoCall(user, second)).toMatchObject({ changed });
    await more.stop();
    expect(await scanned()).toBe(NAMES.length);
    expect(await everyTable(other.context.db.owner, user.user.organizationId)).toEqual(before);
  } finally {
    await other.close();
  }
});

test('only merges of duplicates can be canceled, by their organization', async () => {
  const lead = await makeLead(user, { email: 'kim@corp.example' });
  const { id } = await runBulkCall(user, { ids: [lead.id] }, { type: 'delete' });
  const answers = [
    await call(user, 'POST', `/api/leads/bulk/${id}/cancel`),
    await call(await signUp(app.url), 'POST', `/api/leads/bulk/${id}/cancel`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 404]);
});
