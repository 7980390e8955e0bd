import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';
import { countryStats } from './country-stats.ts';

const CALLS = ['stats', 'countries', 'brands', 'tags', 'statuses'];

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  const mapping = { e: 'email', p: 'phone', c: 'country', b: 'brand', t: 'tags', s: 'status' };
  await importLeads(
    user,
    csvFile([
      ['e', 'p', 'c', 'b', 't', 's'],
      ['a@example.com', '+447911123456', 'UK', 'Acme', 'vip, hot', 'Qualified'],
      ['b@example.com', '', 'United Kingdom', 'Acme', 'vip', ''],
      ['c@example.com', '12345', 'Atlantis', 'Zeta', '', 'Contacted'],
      ['d@example.com', '', '', '', '', 'lost'],
    ]),
    { fieldMapping: mapping },
  );
  await importLeads(user, csvFile([['e'], ['e@example.com'], ['a@example.com']]), {
    fieldMapping: { e: 'email' },
  });
});
afterAll(() => app.close());

async function dashboard(call: string, client = user): Promise<unknown> {
  const { status, body } = await client.get(`/api/dashboard/${call}`);
  expect(status).toBe(200);
  return body;
}

test('the five numbers', async () => {
  expect(await dashboard('stats')).toEqual({
    totalLeads: 5,
    validNumbers: 1,
    totalImports: 2,
    undoneImports: 0,
    newLeads: 2,
    qualifiedLeads: 1,
  });
});

test('countries with their codes, leads without one under Unknown', async () => {
  expect(await dashboard('countries')).toEqual([
    { country: 'United Kingdom', iso: 'GB', totalLeads: 2, validNumbers: 1, qualifiedLeads: 1 },
    { country: 'Unknown', iso: null, totalLeads: 2, validNumbers: 0, qualifiedLeads: 0 },
    { country: 'Atlantis', iso: null, totalLeads: 1, validNumbers: 0, qualifiedLeads: 0 },
  ]);
});

test('leads whose file says Unknown are among those without a country', () => {
  const row = (value: string, total: number) => ({ value, total, valid: 1, qualified: 0 });
  expect(countryStats([row('Unknown', 3), row('France', 4), row('', 2)])).toEqual([
    { country: 'Unknown', iso: null, totalLeads: 5, validNumbers: 2, qualifiedLeads: 0 },
    { country: 'France', iso: 'FR', totalLeads: 4, validNumbers: 1, qualifiedLeads: 0 },
  ]);
});

test('brands, tags and statuses, most first', async () => {
  expect(await dashboard('brands')).toEqual([
    { brand: 'Acme', totalLeads: 2 },
    { brand: 'Zeta', totalLeads: 1 },
  ]);
  expect(await dashboard('tags')).toEqual([
    { tag: 'vip', totalLeads: 2 },
    { tag: 'hot', totalLeads: 1 },
  ]);
  expect(await dashboard('statuses')).toEqual([
    { status: 'new', totalLeads: 2 },
    { status: 'contacted', totalLeads: 1 },
    { status: 'lost', totalLeads: 1 },
    { status: 'qualified', totalLeads: 1 },
  ]);
});

test('totals leave out undone imports and say how many there are', async () => {
  const other = await signUp(app.url);
  const mapping = { fieldMapping: { e: 'email' } };
  await importLeads(other, csvFile([['e'], ['kept@example.com']]), mapping);
  const { importId } = await importLeads(other, csvFile([['e'], ['undone@example.com']]), mapping);
  await undoneImport(other, importId);
  expect(await dashboard('stats', other)).toMatchObject({ totalLeads: 1, totalImports: 1, undoneImports: 1 });
});

describe.each(CALLS)('%s', (call) => {
  test('needs a session', async () => {
    expect((await app.anonymous.get(`/api/dashboard/${call}`)).status).toBe(401);
  });

  test('tells another organization nothing', async () => {
    const body = await dashboard(call, await signUp(app.url));
    const nothing = call === 'stats' ? Object.values(body as object).every((value) => value === 0) : body;
    expect(nothing).toEqual(call === 'stats' ? true : []);
  });
});
