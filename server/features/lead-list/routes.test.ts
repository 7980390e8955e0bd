import { afterAll, beforeAll, expect, test } from 'vitest';
import { byKey, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { changeStored } from '#tests/support/stored-leads.ts';

let app: TestApp;
let user: SignedIn;
let importId: string;

interface Page {
  leads: Lead[];
  total: number;
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  const rows = Array.from({ length: 45 }, (_, n) => [`lead-${n}@example.com`, `Lead ${n}`]);
  ({ importId } = await importLeads(user, csvFile([['email', 'first'], ...rows]), {
    fieldMapping: { email: 'email', first: 'firstName' },
  }));
});

afterAll(() => app.close());

async function page(query: string): Promise<Page> {
  const { status, body } = await user.get<Page>(`/api/leads${query}`);
  expect(status).toBe(200);
  return body;
}

test('shows twenty leads, newest first, and the number of all', async () => {
  const { leads, total } = await page('');
  expect(total).toBe(45);
  expect(leads.map((lead) => lead.firstName)).toEqual(Array.from({ length: 20 }, (_, n) => `Lead ${44 - n}`));
});

test('pages without a gap', async () => {
  const pages = await Promise.all(['?offset=0', '?offset=20', '?offset=40', '?offset=60'].map(page));
  expect(pages.map(({ leads }) => leads.length)).toEqual([20, 20, 5, 0]);
  expect(new Set(pages.flatMap(({ leads }) => leads.map(({ id }) => id))).size).toBe(45);
});

test('names the first leads of a list, in its order', async () => {
  const first = async (query: string): Promise<string[]> => {
    const { status, body } = await user.get<{ ids: string[] }>(`/api/leads/first?${query}`);
    expect(status).toBe(200);
    return body.ids;
  };
  const idsOf = ({ leads }: Page): string[] => leads.map(({ id }) => id);
  expect(await first('first=30')).toEqual(idsOf(await page('?limit=30')));
  const sorted = 'sort=firstName&order=desc&search=lead-1';
  expect(await first(`first=5&${sorted}`)).toEqual(idsOf(await page(`?limit=5&${sorted}`)));
  expect(await first('first=10000')).toHaveLength(45);
  const stranger = await signUp(app.url);
  expect((await stranger.get('/api/leads/first?first=5')).body).toEqual({ ids: [] });
  for (const query of ['', 'first=0', 'first=10001', 'first=many', 'first=5&order=asc', 'first=5&sort=no']) {
    expect((await user.get(`/api/leads/first?${query}`)).status).toBe(400);
  }
  expect((await app.anonymous.get('/api/leads/first?first=5')).status).toBe(401);
});

test('tells all there is to know of a lead', async () => {
  const { leads } = await page('?limit=1');
  const { ownerId, dueOn, dueNote, ...empty } = byKey(LEAD_FIELDS, () => null);
  expect(leads).toEqual([
    {
      ...empty,
      ...{ owner: ownerId, nextStep: dueOn ?? dueNote },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstName: 'Lead 44',
      email: 'lead-44@example.com',
      numberValid: false,
      status: 'new',
      isSold: false,
      suppressed: false,
      consent: { email: null, phone: null, post: null, sms: null, whatsapp: null },
      tags: [],
      customData: {},
      importId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
});

test.each(['limit=0', 'limit=201', 'limit=x', 'offset=-1', 'offset=1.5', 'unknown=1'])(
  'refuses %s',
  async (query) => {
    expect((await user.get(`/api/leads?${query}`)).status).toBe(400);
  },
);

test('finds no lead in the bin', async () => {
  const { owner } = app.context.db;
  await changeStored(owner, 'deleted_at = now()', "email = 'lead-44@example.com'");
  const { leads } = await page('?limit=1');
  expect(leads[0]?.email).toBe('lead-43@example.com');
  await changeStored(owner, 'deleted_at = NULL');
});
