import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await user.post('/api/custom-fields', { name: 'Score', type: 'number' });
  const leads = [
    { firstName: 'zoe', depositAmount: '9.50', tags: ['b', 'a'], customData: { Score: 10 } },
    { firstName: 'Émile', depositAmount: '100', tags: ['a'], customData: { Score: 9 } },
    { firstName: 'adam', tags: [], customData: {} },
    { depositAmount: '-1' },
    { firstName: 'ZOÉ', tags: ['C'], customData: { Score: -1.5 } },
  ];
  for (const [nth, lead] of leads.entries()) await makeLead(user, { ...lead, email: `${nth}@mail.test` });
});

afterAll(() => app.close());

async function sorted(query: string): Promise<string[]> {
  const { status, body } = await user.get<{ leads: Lead[]; total: number | null }>(`/api/leads?${query}`);
  expect(status).toBe(200);
  return body.leads.map((lead) => (lead.email ?? '').slice(0, 1));
}

test.each([
  ['', '43210'],
  ['sort=&order=', '43210'],
  ['sort=firstName', '21403'],
  ['sort=firstName&order=desc', '40123'],
  ['sort=depositAmount&order=asc', '30142'],
  ['sort=depositAmount&order=desc', '10342'],
  ['sort=tags', '10432'],
  ['sort=custom:Score', '41032'],
  ['sort=custom:Score&order=desc&count=false', '01432'],
  ['sort=createdAt', '01234'],
  ['sort=updatedAt&order=desc', '43210'],
  ['sort=id', '01234'],
  ['sort=id&order=desc&offset=1&limit=2', '32'],
  ['sort=firstName&offset=1&limit=3', '140'],
  ['sort=firstName&search=zo', '40'],
])('%s shows leads in the order %s', async (query, order) => {
  expect((await sorted(query)).join('')).toBe(order);
});

test.each(["a$'b", 'US$$', "it's", '$&'])('a custom field may be called %s', async (name) => {
  const other = await signUp(app.url);
  await other.post('/api/custom-fields', { name, type: 'text' });
  for (const value of ['b', 'c', 'a']) {
    await makeLead(other, { email: `${value}@mail.test`, customData: { [name]: value } });
  }
  const query = new URLSearchParams({ sort: `custom:${name}` });
  const { body } = await other.get<{ leads: Lead[] }>(`/api/leads?${query}`);
  expect(body.leads.map(({ customData }) => customData[name])).toEqual(['a', 'b', 'c']);
});

test('tells the number of all matches, unless that is not asked for', async () => {
  const total = async (query: string) =>
    (await user.get<{ total: number | null }>(`/api/leads?sort=email&limit=1&${query}`)).body.total;
  expect(await total('')).toBe(5);
  expect(await total('search=zo')).toBe(2);
  expect(await total('count=false')).toBe(null);
});

test.each([
  ['sort=height', 'sort', "Leads can't be sorted by height"],
  ['sort=custom:Height', 'sort', 'There is no custom field named Height'],
  ['sort=custom_data', 'sort', "Leads can't be sorted by custom_data"],
  ['sort=constructor', 'sort', "Leads can't be sorted by constructor"],
  ['sort=email&order=up', 'order', ''],
  ['order=asc', 'order', 'order needs a field to sort by (sort)'],
  ['sort=email&sort=phone', 'sort', ''],
])('%s is refused', async (query, field, message) => {
  const { status, body } = await user.get<{ message: string }>(`/api/leads?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ field });
  expect(body.message).toContain(message);
});

test('a custom field of another organization is none', async () => {
  const other = await signUp(app.url);
  expect((await other.get('/api/leads?sort=custom:Score')).status).toBe(400);
  expect((await other.get<{ total: number }>('/api/leads?sort=email')).body.total).toBe(0);
});
