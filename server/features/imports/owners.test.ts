import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, postImport } from '#tests/support/imports.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  colleague = await addColleague(app, user, 'sam');
});
afterAll(() => app.close());

const fileOf = (...names: string[]) => csvFile([['Email'], ...names.map((name) => [`${name}@x.test`])]);
const planWith = (owners: string[], mode: 'create' | 'createOrUpdate' = 'create') => ({
  fieldMapping: { Email: 'email' },
  importMode: { mode, ...(mode === 'createOrUpdate' && { matchField: 'email' }) },
  options: { owners },
});
const ownersBy = async () =>
  Object.fromEntries((await leadsOf(user)).map(({ email, owner }) => [email?.[0], owner?.id ?? null]));

test('new leads are given the chosen owners in turn, leads that exist keep theirs', async () => {
  const owners = [user.user.id, colleague.user.id];
  await importLeads(user, fileOf('a', 'b', 'c', 'd'), planWith(owners));
  const given = await ownersBy();
  expect(owners.map((id) => Object.values(given).filter((owner) => owner === id).length)).toEqual([2, 2]);
  const [lead] = (await leadsOf(user)).filter(({ email }) => email === 'a@x.test');
  await call(user, 'PATCH', `/api/leads/${lead?.id}`, { ownerId: null });
  await importLeads(user, fileOf('a', 'e'), planWith([colleague.user.id], 'createOrUpdate'));
  expect(await ownersBy()).toEqual({ ...given, a: null, e: colleague.user.id });
});

test('users of another organization are refused before anything is stored', async () => {
  const stranger = await signUp(app.url);
  const refused = await postImport(user, fileOf('f'), planWith([stranger.user.id]));
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'An owner must be a user of your organization' },
  ]);
  expect(await ownersBy()).not.toHaveProperty('f');
});
