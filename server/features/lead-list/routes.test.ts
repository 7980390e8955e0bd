import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

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

test('tells all there is to know of a lead', async () => {
  const { leads } = await page('?limit=1');
  expect(leads).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstName: 'Lead 44',
      lastName: null,
      email: 'lead-44@example.com',
      phone: null,
      numberValid: false,
      carrier: null,
      country: null,
      city: null,
      address: null,
      postcode: null,
      ip: null,
      brand: null,
      currency: null,
      depositAmount: null,
      depositDate: null,
      source: null,
      card: null,
      affiliate: null,
      landingPage: null,
      agent: null,
      depositer: null,
      brandAgent: null,
      hlr: null,
      whatsapp: null,
      status: 'new',
      isSold: false,
      customerNumber: null,
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
  await owner.query("UPDATE leads SET deleted_at = now() WHERE email = 'lead-44@example.com'");
  const { leads } = await page('?limit=1');
  expect(leads[0]?.email).toBe('lead-43@example.com');
  await owner.query('UPDATE leads SET deleted_at = NULL');
});
