import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { listDuplicates } from '#contract/duplicates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

async function found(query = ''): Promise<ReplyOf<typeof listDuplicates>> {
  const { status, body } = await user.get<ReplyOf<typeof listDuplicates>>(`/api/duplicates${query}`);
  expect(status).toBe(200);
  return body;
}

const merge = (body: Record<string, unknown>) => call<Lead>(user, 'POST', '/api/duplicates/merge', body);

test('several leads are merged at once, and undone at once', async () => {
  const leads = [];
  for (let n = 0; n < 3; n++)
    leads.push(await makeLead(user, { email: `kim+${n}@corp.example`, tags: [`t${n}`] }));
  const ids = leads.map(({ id }) => id);
  const { status, body } = await merge({ keepId: ids[0], leadIds: ids });
  expect([status, body.tags]).toEqual([200, ['t0', 't1', 't2']]);
  expect((await leadsOf(user)).map(({ id }) => id)).toEqual([ids[0]]);
  const { undoId } = body as Lead & { undoId: string };
  expect((await call(user, 'POST', `/api/duplicates/merges/${undoId}/undo`)).status).toBe(200);
  const back = await leadsOf(user);
  expect(back.map(({ id, tags }) => [id, tags]).sort()).toEqual(
    leads.map(({ id, tags }) => [id, tags]).sort(),
  );
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

describe('the undo of a merge', () => {
  /** All rows of both leads, but for when they changed. */
  async function stored(...ids: string[]): Promise<unknown> {
    const { owner } = app.context.db;
    const read = (sql: string) => owner.query(sql, [ids]).then(({ rows }) => rows);
    return {
      leads: await read(
        `SELECT to_jsonb(l) - 'updated_at' AS row FROM leads l WHERE id = ANY($1) ORDER BY id`,
      ),
      notes: await read('SELECT * FROM lead_notes WHERE lead_id = ANY($1) ORDER BY lead_id, id'),
      events: await read(
        "SELECT * FROM lead_events WHERE lead_id = ANY($1) AND kind NOT IN ('created', 'merged', 'deleted', 'unmerged') ORDER BY lead_id, id",
      ),
      sales: await read('SELECT * FROM lead_sales WHERE lead_id = ANY($1) ORDER BY lead_id, id'),
    };
  }

  async function twoLeads(): Promise<[Lead, Lead]> {
    const keep = await makeLead(user, { email: 'kim@corp.example', city: 'Oslo', tags: ['a'], hlr: 'dead' });
    const other = await makeLead(user, {
      email: 'kim+1@corp.example',
      phone: '+4930901830',
      tags: ['b'],
      hlr: 'active',
    });
    for (const lead of [keep, other])
      await call(user, 'POST', `/api/leads/${lead.id}/notes`, { text: lead.email });
    await runBulkCall(
      user,
      { ids: [other.id] },
      { type: 'markSold', customerNumber: 'C7', price: '4.25', currency: 'EUR' },
    );
    return [keep, other];
  }

  test('puts back both leads with their notes, sales and timelines', async () => {
    const [keep, other] = await twoLeads();
    const before = await stored(keep.id, other.id);
    const { body } = await merge({ keepId: keep.id, leadIds: [other.id], take: ['email', 'hlr', 'status'] });
    const { undoId } = body as Lead & { undoId: string };
    const undone = await call<Lead>(user, 'POST', `/api/duplicates/merges/${undoId}/undo`);
    expect(undone).toMatchObject({
      status: 200,
      body: { id: keep.id, email: 'kim@corp.example', isSold: false },
    });
    expect(await stored(keep.id, other.id)).toEqual(before);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
    expect((await found()).total).toBe(1);
    const kinds = async (id: string) => (await readLeadDetail(user, id)).events.map(({ kind }) => kind);
    expect(await kinds(keep.id)).toEqual(['unmerged', 'merged', 'created']);
    expect(await kinds(other.id)).toEqual(['unmerged', 'deleted', 'sold', 'created']);
    const [sale] = (await user.get<{ id: string }[]>('/api/leads/bulk')).body;
    expect(await runUndoCall(user, sale?.id ?? '')).toMatchObject({ changed: 1 });
    const audit = await auditOf(app, user.user.organizationId, 'update_lead');
    expect(audit).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ unmerged: other.id }) }),
    );
    const again = await call(user, 'POST', `/api/duplicates/merges/${undoId}/undo`);
    expect(again.status).toBe(404);
  });

  test('is refused once a lead was changed, its identity taken, or by strangers, and changes nothing', async () => {
    const [keep, other] = await twoLeads();
    const { undoId } = (await merge({ keepId: keep.id, leadIds: [other.id] })).body as Lead & {
      undoId: string;
    };
    const undo = (by = user) => call(by, 'POST', `/api/duplicates/merges/${undoId}/undo`);
    expect((await undo(await signUp(app.url))).status).toBe(404);
    await call(user, 'PATCH', `/api/leads/${keep.id}`, { city: 'Rome' });
    const changed = await stored(keep.id, other.id);
    expect(await undo()).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('was changed since the merge') } },
    });
    expect(await stored(keep.id, other.id)).toEqual(changed);
    const [one, two] = [
      await makeLead(user, { email: 'jo@x.example' }),
      await makeLead(user, { email: 'jo+1@x.example' }),
    ];
    const second = (await merge({ keepId: one.id, leadIds: [two.id] })).body as Lead & { undoId: string };
    await makeLead(user, { email: 'jo+1@x.example' });
    expect((await call(user, 'POST', `/api/duplicates/merges/${second.undoId}/undo`)).status).toBe(409);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });
});

describe('a merge', () => {
  test('fills what is empty, takes what is asked for, unites tags, and frees the identities', async () => {
    const keep = await makeLead(user, {
      email: 'kim@corp.example',
      city: 'Oslo',
      tags: ['a'],
      status: 'contacted',
    });
    const other = await makeLead(user, {
      email: 'kim+1@corp.example',
      phone: '+4930901830',
      city: 'Bergen',
      brand: 'Acme',
      tags: ['A', 'b'],
      status: 'qualified',
      hlr: 'active',
    });
    const { status, body } = await merge({ keepId: keep.id, leadIds: [other.id], take: ['email', 'city'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: keep.id,
      email: 'kim+1@corp.example',
      phone: '+4930901830',
      numberValid: true,
      city: 'Bergen',
      brand: 'Acme',
      tags: ['a', 'b'],
      status: 'contacted',
      hlr: 'active',
    });
    expect((await leadsOf(user)).map((lead) => lead.id)).toEqual([keep.id]);
    expect((await readLeadDetail(user, other.id)).deletedAt).not.toBeNull();
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await auditOf(app, user.user.organizationId, 'update_lead')).toEqual([
      expect.objectContaining({ resource: keep.id, details: expect.objectContaining({ merged: other.id }) }),
    ]);
    expect((await found()).total).toBe(0);
    const restored = await call(user, 'POST', `/api/leads/${other.id}/restore`);
    expect([restored.status, restored.body['existingLeadId']]).toEqual([409, keep.id]);
  });

  test('keeps notes, sales and timeline of both', async () => {
    await importLeads(user, csvFile([['email'], ['kim@corp.example'], ['kim+1@corp.example']], 'kim.csv'), {
      fieldMapping: { email: 'email' },
    });
    const [keep, other] = await leadsOf(user);
    const [keepId, mergeId] = [keep?.id ?? '', other?.id ?? ''];
    await call(user, 'POST', `/api/leads/${keepId}/notes`, { text: 'of the first' });
    await call(user, 'POST', `/api/leads/${mergeId}/notes`, { text: 'of the second' });
    await call(user, 'PATCH', `/api/leads/${mergeId}`, { city: 'Oslo' });
    await runBulkCall(user, { ids: [mergeId] }, { type: 'markSold', customerNumber: 'C7' });
    expect((await merge({ keepId, leadIds: [mergeId] })).status).toBe(200);
    const detail = await readLeadDetail(user, keepId);
    expect(detail).toMatchObject({ isSold: true, customerNumber: 'C7', city: 'Oslo' });
    expect(detail.notes.map((note) => note.text)).toEqual(['of the second', 'of the first']);
    expect(detail.events.map((event) => event.kind)).toEqual([
      'merged',
      'sold',
      'edit',
      'created',
      'created',
    ]);
    expect(detail.events[0]?.detail).toContain('kim+1@corp.example');
    expect(detail.events.at(-1)).toMatchObject({ detail: 'kim.csv', actor: user.user.username });
    const { rows } = await app.context.db.owner.query(
      'SELECT customer_number FROM lead_sales WHERE lead_id = $1 AND returned_at IS NULL',
      [keepId],
    );
    expect(rows).toEqual([{ customer_number: 'C7' }]);
    expect((await readLeadDetail(user, mergeId)).events.map((event) => event.kind)).toEqual([
      'deleted',
      'sold',
      'edit',
      'created',
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('leaves a sold lead its customer number, also where the other one is to be taken', async () => {
    const keep = await makeLead(user, { email: 'kim@corp.example' });
    const rows = [
      ['email', 'customerNumber'],
      ['kim+1@corp.example', 'X1'],
    ];
    await importLeads(user, csvFile(rows), {
      fieldMapping: { email: 'email', customerNumber: 'customerNumber' },
    });
    const other = (await leadsOf(user)).find(({ email }) => email === 'kim+1@corp.example') as Lead;
    await runBulkCall(user, { ids: [keep.id] }, { type: 'markSold', customerNumber: 'C7' });
    expect((await merge({ keepId: keep.id, leadIds: [other.id], take: ['customerNumber'] })).status).toBe(
      200,
    );
    expect(await readLeadDetail(user, keep.id)).toMatchObject({ isSold: true, customerNumber: 'C7' });
  });

  test('is refused with itself, a lead in the bin, an unknown one, a field that is none', async () => {
    const [a, b] = [
      await makeLead(user, { email: 'kim@corp.example' }),
      await makeLead(user, { email: 'kim+1@corp.example' }),
    ];
    const stranger = await signUp(app.url);
    const theirs = await makeLead(stranger, { email: 'x@corp.example' });
    const statuses = [
      await merge({ keepId: a.id, leadIds: [a.id] }),
      await merge({ keepId: a.id, leadIds: [theirs.id] }),
      await merge({ keepId: a.id, leadIds: [b.id], take: ['isSold'] }),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([400, 404, 400]);
    await call(user, 'DELETE', `/api/leads/${b.id}`);
    expect((await merge({ keepId: a.id, leadIds: [b.id] })).status).toBe(409);
    expect((await call(user, 'POST', '/api/duplicates/dismiss', { a: a.id, b: theirs.id })).status).toBe(404);
  });

  test('two at the same moment: one goes through', async () => {
    const [a, b] = [
      await makeLead(user, { email: 'kim@corp.example' }),
      await makeLead(user, { email: 'kim+1@corp.example' }),
    ];
    const answers = await Promise.all([
      merge({ keepId: a.id, leadIds: [b.id] }),
      merge({ keepId: b.id, leadIds: [a.id] }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await leadsOf(user)).toHaveLength(1);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });
});

test('anonymous callers get nowhere', async () => {
  expect((await app.anonymous.get('/api/duplicates')).status).toBe(401);
  expect((await app.anonymous.post('/api/duplicates/merge', {})).status).toBe(401);
  expect((await app.anonymous.post('/api/duplicates/dismiss', {})).status).toBe(401);
});

test('"not the same" holds through a merge of one of the two, and its undo takes that back', async () => {
  const leads: Lead[] = [];
  for (const tag of ['', '+1', '+2']) leads.push(await makeLead(user, { email: `kim${tag}@corp.example` }));
  const [keep, other, stranger] = leads.map(({ id }) => id);
  expect((await found()).clusters.map((cluster) => cluster.leads.length)).toEqual([3]);
  await call(user, 'POST', '/api/duplicates/dismiss', { a: other, b: stranger });
  const { undoId } = (await merge({ keepId: keep, leadIds: [other] })).body as Lead & { undoId: string };
  expect((await found()).total).toBe(0);
  await call(user, 'POST', `/api/duplicates/merges/${undoId}/undo`);
  const pairs = (await found()).clusters.flatMap((cluster) => cluster.pairs.map(({ a, b }) => [a, b]));
  expect(pairs.sort()).toEqual([
    [keep, other],
    [keep, stranger],
  ]);
});
