import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LeadNote } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';

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
  for (const name of 'abcde') await makeLead(user, { email: `${name}@x.test` });
});

const ownersOf = async () => (await leadsOf(user)).map(({ owner }) => owner?.id ?? null);

test('leads are shared out evenly, told of, and undone', async () => {
  const { id: first } = (await leadsOf(user))[0] ?? { id: '' };
  await call(user, 'PATCH', `/api/leads/${first}`, { ownerId: colleague.user.id });
  const before = await ownersOf();
  const owners = [user.user.id, colleague.user.id];
  const ended = await runBulkCall(user, { filter: { owner: 'me,none' } }, { type: 'assign', owners });
  expect(ended).toMatchObject({ action: 'assign', total: 4, changed: 4, refused: 0 });
  const after = await ownersOf();
  expect(owners.map((id) => after.filter((owner) => owner === id).length).sort()).toEqual([2, 3]);
  expect(await auditOf(app, user.user.organizationId, 'bulk_update')).toMatchObject([
    { details: { operation: 'assign', owners: `${user.user.username}, ${colleague.user.username}` } },
  ]);
  expect(await runUndoCall(user, ended.id)).toMatchObject({ changed: 4 });
  expect(await ownersOf()).toEqual(before);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

test('no owner is an owner to give, and leads that have it already are unchanged', async () => {
  await runBulkCall(user, { filter: {} }, { type: 'assign', owners: [user.user.id] });
  const again = await runBulkCall(user, { filter: {} }, { type: 'assign', owners: [user.user.id] });
  expect(again).toMatchObject({ changed: 0, unchanged: 5 });
  await runBulkCall(user, { filter: {} }, { type: 'assign', owners: [] });
  expect(new Set(await ownersOf())).toEqual(new Set([null]));
});

test('an owner of another organization is refused', async () => {
  const stranger = await signUp(app.url);
  const action = { type: 'assign', owners: [stranger.user.id] };
  const { status, body } = await user.post('/api/leads/bulk', { selection: { filter: {} }, action });
  expect([status, body]).toMatchObject([400, { field: 'action.owners' }]);
});

test('a note is added to every selected lead, and an undo removes it', async () => {
  const [first] = await leadsOf(user);
  const notes = async () => (await user.get<LeadNote[]>(`/api/leads/${first?.id}/notes`)).body;
  await user.post(`/api/leads/${first?.id}/notes`, { text: 'Earlier' });
  const ended = await runBulkCall(user, { filter: {} }, { type: 'note', text: 'Asked for a price' });
  expect(ended).toMatchObject({ action: 'note', changed: 5 });
  expect((await notes()).map(({ text, createdBy }) => [text, createdBy])).toEqual([
    ['Asked for a price', user.user.username],
    ['Earlier', user.user.username],
  ]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  await runUndoCall(user, ended.id);
  expect((await notes()).map(({ text }) => text)).toEqual(['Earlier']);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
});
