import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, postImport } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';

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

test('a column of names gives owners, in any case; unknown names are a warning and leave it to the plan', async () => {
  const names = ['SAM', ` ${user.user.username} `, 'Nobody Known', ''];
  const rows = names.map((name, n) => [`g${n}@x.test`, name]);
  const { importId } = await importLeads(user, csvFile([['Email', 'Owner'], ...rows]), {
    ...planWith([colleague.user.id]),
    fieldMapping: { Email: 'email', Owner: 'ownerId' },
  });
  const [sam, own] = [colleague.user.id, user.user.id];
  const given = (await leadsOf(user)).filter(({ email }) => email?.startsWith('g'));
  expect(Object.fromEntries(given.map(({ email, owner }) => [email, owner?.id]))).toEqual({
    'g0@x.test': sam,
    'g1@x.test': own,
    'g2@x.test': sam,
    'g3@x.test': sam,
  });
  const report = await (await user.send(`/api/imports/${importId}/report.csv`, {})).text();
  expect(report).toContain('No user of your organization has this name; left empty');
  expect(report).toContain('Nobody Known');
});

test('a list of names assigns leads that exist, and its undo gives them back', async () => {
  const before = await ownersBy();
  const rows = ['b', 'c', 'd'].map((name) => [`${name}@x.test`, 'sam']);
  const { importId } = await importLeads(user, csvFile([['Email', 'Owner'], ...rows]), {
    fieldMapping: { Email: 'email', Owner: 'ownerId' },
    importMode: { mode: 'update', matchField: 'email' },
  });
  const sam = colleague.user.id;
  expect(await ownersBy()).toEqual({ ...before, b: sam, c: sam, d: sam });
  await undoneImport(user, importId);
  expect(await ownersBy()).toEqual(before);
});
