import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { compactChanges, makeFullSegments } from '#tests/support/segments.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  colleague = await addColleague(app, user, `sam-${crypto.randomUUID()}`);
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const patch = (id: string, body: unknown, client = user) =>
  call<LeadDetail & Record<string, unknown>>(client, 'PATCH', `/api/leads/${id}`, body);
const logCall = (id: string, body: unknown) =>
  call<LeadDetail & Record<string, unknown>>(user, 'POST', `/api/leads/${id}/call-outcome`, body);

describe('owner and next step of a lead', () => {
  test('are answered, listed, told of in the timeline and audited', async () => {
    const { id } = await makeLead(user, { email: 'ada@example.com' });
    expect(await readLeadDetail(user, id)).toMatchObject({ owner: null, nextStep: null });
    const { username } = colleague.user;
    const step = { dueOn: '2026-03-01', note: 'Send the offer' };
    const { status, body } = await patch(id, { ownerId: colleague.user.id, nextStep: step });
    expect([status, body.owner, body.nextStep]).toEqual([200, { id: colleague.user.id, username }, step]);
    const listed = await user.get<{ leads: Lead[] }>('/api/leads');
    expect(listed.body.leads[0]).toMatchObject({ owner: { username }, nextStep: step });
    expect(body.events[0]?.changes).toEqual([
      { field: 'dueOn', before: null, after: '2026-03-01' },
      { field: 'dueNote', before: null, after: 'Send the offer' },
      { field: 'ownerId', before: null, after: username },
    ]);
    expect(await auditOf(app, user.user.organizationId, 'update_lead')).toMatchObject([
      { resource: id, details: { fields: 'owner_id, due_on, due_note' } },
    ]);
    const cleared = await patch(id, { ownerId: null, nextStep: null });
    expect(cleared.body).toMatchObject({ owner: null, nextStep: null });
  });

  test('refuse users of another organization and days that are none', async () => {
    const stranger = await signUp(app.url);
    const { id } = await makeLead(user, { email: 'ada@example.com' });
    const refused = await patch(id, { ownerId: stranger.user.id });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { field: 'ownerId', message: 'An owner must be a user of your organization' },
    ]);
    const noDay = await patch(id, { nextStep: { dueOn: '2026-02-30' } });
    expect([noDay.status, noDay.body['field']]).toEqual([400, 'nextStep.dueOn']);
    expect((await patch(id, { ownerId: null }, stranger)).status).toBe(404);
  });

  test('a deleted user owns nothing', async () => {
    const { id } = await makeLead(user, { email: 'ada@example.com' });
    await patch(id, { ownerId: colleague.user.id });
    expect((await call(user, 'DELETE', `/api/users/${colleague.user.id}`)).status).toBe(200);
    const { owner, events } = await readLeadDetail(user, id);
    expect([owner, events[0]?.changes[0]?.after]).toEqual([null, 'a deleted user']);
    expect(await emailsBy('owner=none')).toEqual(['ada@example.com']);
    expect(await emailsBy(`owner=${colleague.user.id}`)).toEqual([]);
  });
});

async function emailsBy(query: string, client = user): Promise<(string | null)[]> {
  const { status, body } = await client.get<{ leads: Lead[]; total: number }>(`/api/leads?${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(body.total).toBe(body.leads.length);
  return body.leads.map(({ email }) => email).sort();
}

async function makeOwned(): Promise<void> {
  const me = user.user.id;
  for (const [email, ownerId, days] of [
    ['a@x.test', me, -2],
    ['b@x.test', me, 0],
    ['c@x.test', colleague.user.id, -1],
    ['d@x.test', null, 3],
    ['e@x.test', null, null],
    ['f@x.test', colleague.user.id, null],
  ] as const) {
    const { id } = await makeLead(user, { email, city: 'Ulm' });
    await patch(id, { ownerId, ...(days !== null && { nextStep: { dueOn: day(days) } }) });
  }
}

const where = (...conditions: string[][]) => `where=${encodeURIComponent(JSON.stringify(conditions))}`;

const FILTERS: [() => string, string][] = [
  [() => 'owner=me', 'ab'],
  [() => 'owner=none', 'de'],
  [() => `owner=${colleague.user.id}`, 'cf'],
  [() => 'owner=me,none', 'abde'],
  [() => 'due=today', 'abc'],
  [() => 'due=overdue', 'ac'],
  [() => 'due=upcoming', 'd'],
  [() => 'due=none', 'ef'],
  [() => 'owner=me,none&due=today&hasEmail=true', 'ab'],
  [() => 'owner=none&due=none&search=x.test', 'e'],
  [() => `${where(['city', 'is', 'ulm'])}&owner=me`, 'ab'],
  [() => where(['ownerId', 'is', 'me']), 'ab'],
  [() => where(['ownerId', 'isNot', colleague.user.id]), 'abde'],
  [() => where(['ownerId', 'isEmpty']), 'de'],
  [() => where(['ownerId', 'isNotEmpty'], ['dueOn', 'isNotEmpty']), 'abc'],
  [() => where(['dueOn', 'is', 'overdue']), 'ac'],
  [() => where(['dueOn', 'between', day(0), '']), 'bd'],
  [() => where(['dueOn', 'isEmpty']), 'ef'],
];

test('filters by owner and next step are exact with and without segments, and after changes', async () => {
  await makeOwned();
  const scope = scopeOf(app.context, user.user.organizationId);
  const check = async (emails = (letters: string) => letters) => {
    for (const [query, letters] of FILTERS) {
      const expected = [...emails(letters)].sort().map((letter) => `${letter}@x.test`);
      expect([query(), await emailsBy(query())]).toEqual([query(), expected]);
    }
  };
  await check();
  await makeFullSegments(scope, 3);
  await check();
  await compactChanges(scope);
  await check();
  const leads = (await user.get<{ leads: Lead[] }>('/api/leads')).body.leads;
  const idOf = (letter: string) => leads.find(({ email }) => email === `${letter}@x.test`)?.id ?? '';
  // The leads swap all that is asked for, so each filter finds the other.
  await patch(idOf('a'), { ownerId: colleague.user.id, nextStep: null });
  await patch(idOf('f'), { ownerId: user.user.id, nextStep: { dueOn: day(-2) } });
  const swapped = (letters: string) => letters.replaceAll(/[af]/g, (letter) => (letter === 'a' ? 'f' : 'a'));
  await check(swapped);
  await compactChanges(scope);
  await check(swapped);
});

test('the list sorts by due date, counts its own views, and exports owner and next step', async () => {
  await makeOwned();
  const sorted = await user.get<{ leads: Lead[] }>('/api/leads?sort=dueOn&due=today');
  expect(sorted.body.leads.map(({ email }) => email?.[0])).toEqual(['a', 'c', 'b']);
  expect((await user.get('/api/leads?sort=ownerId')).status).toBe(400);
  expect((await user.get('/api/views/counts')).body).toMatchObject({ all: 6, mine: 2, due: 2 });
  const { status } = await user.get('/api/leads?owner=nobody');
  expect(status).toBe(400);
  const columns = 'columns=["email","ownerId","dueOn","dueNote"]';
  const file = await user.send(`/api/leads/export?format=csv&limit=all&owner=me&due=overdue&${columns}`, {});
  expect(await file.text()).toContain(`"a@x.test","${user.user.username}","${day(-2)}",`);
});

describe('a call outcome', () => {
  test.each([
    ['reached', 'Reached', 'contacted', null],
    ['noAnswer', 'No answer', 'new', { dueOn: day(1), note: 'Call again' }],
    ['wrongNumber', 'Wrong number', 'new', null],
  ])(
    '%s adds a note, sets the status that fits and the next step',
    async (outcome, note, status, nextStep) => {
      const { id } = await makeLead(user, { email: 'ada@example.com' });
      await patch(id, { nextStep: { dueOn: day(0), note: 'Call' } });
      const logged = await logCall(id, { outcome });
      expect([logged.status, logged.body]).toMatchObject([
        200,
        { status, nextStep, notes: [{ text: note }] },
      ]);
    },
  );

  test('callBack needs a day, and keeps a status that tells more', async () => {
    const { id } = await makeLead(user, { email: 'ada@example.com', status: 'qualified' });
    expect((await logCall(id, { outcome: 'callBack' })).body['field']).toBe('nextStep');
    const nextStep = { dueOn: day(5), note: 'after 5 pm' };
    const { body } = await logCall(id, { outcome: 'callBack', note: 'after 5 pm', nextStep });
    expect(body).toMatchObject({ status: 'qualified', nextStep, notes: [{ text: 'Call back: after 5 pm' }] });
  });

  test('prefers a status of its own name', async () => {
    await user.post('/api/lead-statuses', { name: 'No Answer', color: 'gray' });
    const { id } = await makeLead(user, { email: 'ada@example.com', status: 'qualified' });
    expect((await logCall(id, { outcome: 'noAnswer' })).body.status).toBe('No Answer');
  });

  test('is refused for leads in the bin and other outcomes, and changes nothing', async () => {
    const { id } = await makeLead(user, { email: 'ada@example.com' });
    expect((await logCall(id, { outcome: 'sold' })).body).toMatchObject({ field: 'outcome' });
    await call(user, 'DELETE', `/api/leads/${id}`);
    expect((await logCall(id, { outcome: 'reached' })).status).toBe(409);
    expect((await readLeadDetail(user, id)).notes).toEqual([]);
  });
});
