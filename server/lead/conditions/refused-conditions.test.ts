import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONDITION_VALUES_MAX, CONDITIONS_MAX } from '#contract/lead-conditions.ts';
import type { Lead } from '#contract/leads.ts';
import type { SavedView } from '#contract/views.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { tokenFor } from '#tests/support/programs.ts';

// Errors of conditions, and the other takers: exports, bulk operations, views and programs.

let app: TestApp;
let user: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  stranger = await signUp(app.url);
  await user.post('/api/custom-fields', { name: 'Score', type: 'number', required: false });
  for (const [n, city] of ['Berlin', 'Bergen', 'Oslo'].entries()) {
    await makeLead(user, { email: `lead${n}@x.example`, city, customData: { Score: n } });
  }
});
afterAll(() => app.close());

const many = (count: number, one: unknown) => JSON.stringify(Array.from({ length: count }, () => one));

test.each<[where: string, message: string]>([
  ['city', 'where is a JSON list of conditions such as ["city","contains","ber"]'],
  ['{"city":"Berlin"}', 'where is a JSON list of conditions such as ["city","contains","ber"]'],
  ['["city"]', 'Condition 1 of where: write a list of a field, an operator and its values'],
  ['[["city","is",["x"]]]', 'Condition 1 of where: write a list of a field, an operator and its values'],
  ['[["city","is","x"],["citty","is","x"]]', 'Condition 2 of where: there is no field citty'],
  ['[["custom:Nope","is","x"]]', 'Condition 1 of where: there is no field custom:Nope'],
  ['[["__proto__","is","x"]]', 'Condition 1 of where: there is no field __proto__'],
  ['[["isSold","contains","t"]]', 'Condition 1 of where: isSold takes is, not contains'],
  [
    '[["depositAmount","lastDays",7]]',
    'Condition 1 of where: depositAmount takes is, isNot, between, isEmpty, isNotEmpty, not lastDays',
  ],
  [
    '[["city","constructor","x"]]',
    'Condition 1 of where: city takes is, isNot, anyOf, contains, startsWith, isEmpty, isNotEmpty, not constructor',
  ],
  ['[["city","is"]]', 'Condition 1 of where: is takes one value'],
  ['[["city","is","a","b"]]', 'Condition 1 of where: is takes one value'],
  ['[["city","is","  "]]', 'Condition 1 of where: a value is empty'],
  ['[["city","anyOf"]]', 'Condition 1 of where: anyOf needs a value'],
  ['[["city","isEmpty","x"]]', 'Condition 1 of where: isEmpty takes no value'],
  [
    '[["createdAt","between","2026-01-01"]]',
    'Condition 1 of where: between takes two values; leave one empty for no limit',
  ],
  ['[["createdAt","between","",""]]', 'Condition 1 of where: between needs at least one value'],
  ['[["createdAt","is","2026-02-30"]]', 'Condition 1 of where: 2026-02-30 is not a date such as 2026-01-31'],
  ['[["createdAt","is","0000-01-01"]]', 'Condition 1 of where: 0000-01-01 is not a date such as 2026-01-31'],
  ['[["createdAt","lastDays","0"]]', 'Condition 1 of where: write 1 to 3650 days'],
  ['[["createdAt","lastDays","9999"]]', 'Condition 1 of where: write 1 to 3650 days'],
  ['[["depositAmount","is","much"]]', 'Condition 1 of where: much is not a number such as 12.5'],
  ['[["custom:Score","between","1e9",""]]', 'Condition 1 of where: 1e9 is not a number such as 12.5'],
  ['[["isSold","is","maybe"]]', 'Condition 1 of where: use true or false, not maybe'],
  ['[["import","is","mine"]]', 'Condition 1 of where: mine is not an ID'],
  [many(CONDITIONS_MAX + 1, ['city', 'is', 'x']), `where takes at most ${CONDITIONS_MAX} conditions`],
  [
    JSON.stringify([['city', 'anyOf', ...Array.from({ length: CONDITION_VALUES_MAX + 1 }, () => 'x')]]),
    `Condition 1 of where: anyOf takes at most ${CONDITION_VALUES_MAX} values`,
  ],
  ...['[["any"]]', '[["any",[]]]', '[["any","city"]]'].map((where): [string, string] => [
    where,
    'Condition 1 of where: write "any" and lists of conditions, such as ["any",[["city","is","Bonn"]],[["city","isEmpty"]]]',
  ]),
  ['[["any",[["citty","is","x"]]]]', 'Condition 1 of where: there is no field citty'],
  [
    '[["any",[["any",[["city","is","x"]]]]]]',
    'Condition 1 of where: write a list of a field, an operator and its values',
  ],
  [
    JSON.stringify([['any', Array.from({ length: CONDITIONS_MAX + 1 }, () => ['city', 'is', 'x'])]]),
    `where takes at most ${CONDITIONS_MAX} conditions`,
  ],
  [`[["city","is","${'x'.repeat(501)}"]]`, 'Condition 1 of where: a value is longer than 500 characters'],
])('refuses %s', async (where, message) => {
  for (const path of ['/api/leads', '/api/leads/count', '/api/leads/export']) {
    const { status, body } = await user.get(`${path}?${new URLSearchParams({ where })}`);
    expect([path, status, body]).toMatchObject([path, 400, { field: 'where', message }]);
  }
  const bulk = { selection: { filter: { where } }, action: { type: 'addTags', tags: ['x'] } };
  expect(await user.post('/api/leads/bulk', bulk)).toMatchObject({ status: 400, body: { message } });
});

test('refuses a list that is too long for an address', async () => {
  const where = `[["city","is","${'x'.repeat(2_000)}"]]`;
  expect((await user.get(`/api/leads?${new URLSearchParams({ where })}`)).status).toBe(400);
});

test('is for users, and each organization finds its own leads', async () => {
  const query = new URLSearchParams({ where: '[["city","startsWith","ber"]]' });
  expect((await app.anonymous.get(`/api/leads?${query}`)).status).toBe(401);
  expect((await stranger.get(`/api/leads?${query}`)).body).toEqual({ leads: [], total: 0 });
  const score = new URLSearchParams({ where: '[["custom:Score","is","1"]]' });
  expect((await stranger.get(`/api/leads?${score}`)).status).toBe(400);
  expect((await user.get(`/api/leads?${score}`)).body).toMatchObject({ total: 1 });
});

test('conditions select what is exported, changed and saved as a view', async () => {
  const where = '[["city","contains","BER"]]';
  const exported = await user.send(`/api/leads/export?${new URLSearchParams({ where, limit: 'all' })}`, {});
  expect((await exported.text()).trim().split('\n')).toHaveLength(3);
  const tagged = await runBulkCall(user, { filter: { where } }, { type: 'addTags', tags: ['north'] });
  expect(tagged.changed).toBe(2);
  const view = await user.post<SavedView>('/api/views', {
    name: 'North',
    filter: { where, customer: 'C-1' },
  });
  expect(view).toMatchObject({ status: 201, body: { filter: { where, customer: 'C-1' } } });
});

test('programs filter by conditions too', async () => {
  const token = await tokenFor(user);
  const list = async (query: Record<string, string>) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await user.send(`/api/v1/leads?${new URLSearchParams(query)}`, { headers });
    return [answer.status, await answer.json()] as [number, { leads: Lead[]; message?: string }];
  };
  const [, { leads }] = await list({ where: '[["custom:Score","between","1",""]]' });
  expect(leads.map(({ city }) => city)).toEqual(['Oslo', 'Bergen']);
  const [status, { message }] = await list({ where: '[["nope","is","1"]]' });
  expect([status, message]).toEqual([400, 'Condition 1 of where: there is no field nope']);
});

test('the values of a field are suggested, most frequent first', async () => {
  await makeLead(user, { email: 'more@x.example', city: 'Oslo' });
  const values = (field: string, client = user) =>
    client.get(`/api/leads/field-values?${new URLSearchParams({ field })}`);
  expect((await values('city')).body).toEqual(['Oslo', 'Bergen', 'Berlin']);
  expect((await values('tags')).body).toEqual(['north']);
  expect((await values('status')).body).toEqual(['new', 'contacted', 'qualified', 'converted']);
  expect((await values('city', stranger)).body).toEqual([]);
  for (const field of ['isSold', 'nope', 'custom:Nope', 'custom:Score', '']) {
    expect([field, (await values(field)).status]).toEqual([field, 400]);
  }
  expect((await app.anonymous.get('/api/leads/field-values?field=city')).status).toBe(401);
});
