import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicError } from '#contract/public-errors.ts';
import type { PublicLead } from '#contract/public-lead.ts';
import { lockLead } from '#server/lead/edits/reads.ts';
import { changeLeads, ONE_LEAD } from '#server/lead/store/store.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

// A program that keeps a copy in step asks for what changed since it last asked, and must never miss a change.

let app: TestApp;
let admin: SignedIn;
let program: Program;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 10_000 } });
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
  program = programOf(app.url, await tokenFor(admin));
});

interface Listed {
  leads: PublicLead[];
  nextCursor: string | null;
}

const LONG_AGO = '2020-01-01T00:00:00Z';

async function changedSince(since: string, limit = 1000): Promise<PublicLead[]> {
  const seen: PublicLead[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      updatedSince: since,
      limit: String(limit),
      ...(cursor !== null && { cursor }),
    });
    const { status, body } = await program.call<Listed>('GET', `/leads?${query}`);
    expect(status).toBe(200);
    seen.push(...body.leads);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return seen;
}

/** Asks until `count` leads are there: a change is listed about a second after its commit. */
async function settled(since: string, count: number, limit?: number): Promise<PublicLead[]> {
  const leads = await changedSince(since, limit);
  return leads.length >= count ? leads : settled(since, count, limit);
}

test('lists each changed lead once, the longest unchanged first, in pages', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await makeLead(admin, { email: `c${n}@example.com` })).id);
  // Many leads changed at one time are told apart by their ids.
  await runBulkCall(admin, { ids: ids.slice(0, 4) }, { type: 'addTags', tags: ['vip'] });
  const order = [...ids.slice(4), ...ids.slice(0, 4).toSorted()];
  const leads = await settled(LONG_AGO, 7, 2);
  expect(leads.map(({ id }) => id)).toEqual(order);
  const times = leads.map(({ updatedAt }) => updatedAt);
  expect(times).toEqual(times.toSorted());
  expect((await changedSince(LONG_AGO, 3)).map(({ id }) => id)).toEqual(order);
  const since = leads[3]?.updatedAt ?? '';
  expect((await changedSince(since)).map(({ id }) => id)).toEqual(order.slice(3));
  expect(await changedSince('2100-01-01T00:00:00Z')).toEqual([]);
});

test('a lead that changes between two pages comes again at the end, with its new values', async () => {
  const { id } = await makeLead(admin, { email: 'first@example.com' });
  await makeLead(admin, { email: 'second@example.com' });
  await settled(LONG_AGO, 2);
  const page = await program.call<Listed>('GET', `/leads?updatedSince=${LONG_AGO}&limit=1`);
  expect(page.body.leads.map((lead) => lead.id)).toEqual([id]);
  await call(admin, 'PATCH', `/api/leads/${id}`, { city: 'Bonn' });
  const rest = async (): Promise<PublicLead[]> => {
    const path = `/leads?updatedSince=${LONG_AGO}&cursor=${page.body.nextCursor}`;
    const { leads } = (await program.call<Listed>('GET', path)).body;
    return leads.length < 2 ? rest() : leads;
  };
  expect((await rest()).map(({ email, city }) => [email, city])).toEqual([
    ['second@example.com', null],
    ['first@example.com', 'Bonn'],
  ]);
});

test('nothing passes a change that began earlier and is not committed yet', async () => {
  const { id } = await makeLead(admin, { email: 'early@example.com' });
  const scope = organizationScope(app.context.db.app, admin.user.organizationId);
  let commit = (): void => undefined;
  const began = Promise.withResolvers<void>();
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const slow = scope.transaction(async (tx) => {
    // Has a time, but has written nothing yet.
    await tx.query('SELECT now()');
    began.resolve();
    await held;
    await lockLead(tx, id);
    await changeLeads(tx, { source: ONE_LEAD, set: ["city = 'Bonn'"] }, [tx.organizationId, id]);
  });
  await began.promise;
  const { id: later } = await makeLead(admin, { email: 'later@example.com' });
  await app.context.db.owner.query('SELECT pg_sleep(1.2)');
  expect((await changedSince(LONG_AGO)).map((lead) => lead.id)).toEqual([id]);
  commit();
  await slow;
  expect((await settled(LONG_AGO, 2)).map((lead) => [lead.id, lead.city])).toEqual([
    [id, 'Bonn'],
    [later, null],
  ]);
});

test('takes the filters of the list, and shows nothing of others or from the bin', async () => {
  const { id } = await makeLead(admin, { email: 'a@example.com', brand: 'Acme' });
  await makeLead(admin, { email: 'b@example.com', brand: 'Bolt' });
  const gone = await makeLead(admin, { email: 'c@example.com', brand: 'Acme' });
  await makeLead(await signUp(app.url), { email: 'd@example.com', brand: 'Acme' });
  await settled(LONG_AGO, 3);
  expect((await program.call('DELETE', `/leads/${gone.id}`)).status).toBe(200);
  const { body } = await program.call<Listed>(
    'GET',
    `/leads?updatedSince=${LONG_AGO}&brand=acme&search=example`,
  );
  expect(body.leads.map((lead) => lead.id)).toEqual([id]);
});

test.each([
  ['updatedSince=yesterday', 'updatedSince'],
  ['updatedSince=0000-01-01T00:00:00Z', 'updatedSince'],
  [`updatedSince=${LONG_AGO}&cursor=nonsense`, 'cursor'],
  [`updatedSince=${LONG_AGO}&cursor=${Buffer.alloc(16, 1).toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from('2026-01-01T00:00:00Z x').toString('base64url')}`, 'cursor'],
])('answers 400 for %s, naming the field', async (query, field) => {
  const { status, body } = await program.call('GET', `/leads?${query}`);
  expect([status, publicError.parse(body).field]).toEqual([400, field]);
});

test('what a write answers as updatedAt is what the list has', async () => {
  const made = await program.call<{ lead: PublicLead }>('POST', '/leads', { email: 'one@example.com' });
  const batch = await program.call<{ results: { lead: PublicLead }[] }>('POST', '/leads/batch', {
    leads: Array.from({ length: 120 }, (_, n) => ({ email: `b${n}@example.com` })),
  });
  const times = new Map(
    [made.body.lead, ...batch.body.results.map(({ lead }) => lead)].map((lead) => [lead.id, lead.updatedAt]),
  );
  const patched = await program.call<{ updatedAt: string }>('PATCH', '/leads', {
    identifier: { email: 'one@example.com' },
    data: { city: 'Bonn' },
  });
  times.set(made.body.lead.id, patched.body.updatedAt);
  const { leads } = (await program.call<Listed>('GET', '/leads?limit=1000')).body;
  expect(new Map(leads.map(({ id, updatedAt }) => [id, updatedAt]))).toEqual(times);
});

test('one lead is read and moved to the bin by its id', async () => {
  const { id } = await makeLead(admin, { email: 'one@example.com', city: 'Bonn' });
  const read = await program.call<{ success: true; lead: PublicLead }>('GET', `/leads/${id}`);
  const [listed] = (await program.call<Listed>('GET', '/leads')).body.leads;
  expect([read.status, read.body]).toEqual([200, { success: true, lead: listed }]);
  const { status, body } = await program.call('DELETE', `/leads/${id}`);
  expect([status, body]).toEqual([200, { success: true, message: 'The lead was moved to the bin' }]);
  expect((await admin.get<{ deletedAt: string | null }>(`/api/leads/${id}`)).body.deletedAt).not.toBeNull();
  expect((await auditOf(app, admin.user.organizationId, 'delete_lead'))[0]).toMatchObject({
    resource: id,
    details: { via: 'api' },
  });
  for (const method of ['GET', 'DELETE'] as const) {
    const again = await program.call(method, `/leads/${id}`);
    expect([again.status, publicError.strict().parse(again.body).error]).toEqual([404, 'not_found']);
  }
});

test('neither reads nor deletes leads of others, nor without the permission', async () => {
  const { id } = await makeLead(await signUp(app.url), { email: 'other@example.com' });
  const reads = programOf(app.url, await tokenFor(admin, { scopes: 'read' }));
  const writes = programOf(app.url, await tokenFor(admin, { scopes: 'write' }));
  expect((await program.call('GET', `/leads/${id}`)).status).toBe(404);
  expect((await program.call('DELETE', `/leads/${id}`)).status).toBe(404);
  expect((await reads.call('DELETE', `/leads/${id}`)).status).toBe(403);
  expect((await writes.call('GET', `/leads/${id}`)).status).toBe(403);
  expect((await program.call('GET', '/leads/nonsense')).status).toBe(404);
});

test('a deletion with an Idempotency-Key is carried out once, for one lead', async () => {
  const { id } = await makeLead(admin, { email: 'one@example.com' });
  const { id: other } = await makeLead(admin, { email: 'two@example.com' });
  const key = { 'idempotency-key': 'gone-1' };
  const first = await program.call('DELETE', `/leads/${id}`, undefined, key);
  expect(first.status).toBe(200);
  expect(await program.call('DELETE', `/leads/${id}`, undefined, key)).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect((await program.call('DELETE', `/leads/${other}`, undefined, key)).status).toBe(422);
});
