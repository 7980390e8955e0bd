import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { compactSegments } from '#tests/support/segments.ts';

// Pages of more leads than are read at once: each strategy gives a slice of the same list.

const LEADS = 5_500;
/** The first of the file, so the oldest. */
const OLDEST = 150;

let app: TestApp;
let user: SignedIn;
let all: Lead[];

const COLUMNS = ['email', 'lastName', 'country', 'brand', 'status', 'depositAmount', 'tags'];

function rowOf(n: number): string[] {
  const country = ['Germany', 'France', 'Peru'][n % 3] ?? '';
  const status = n < OLDEST ? 'lost' : n % 50 === 0 ? 'odd' : 'new';
  return [
    `lead${n}@mail.test`,
    n % 4 === 0 ? 'Schmidt' : 'Rossi',
    country,
    n % 2 === 0 ? 'Acme' : 'Globex',
    status,
    String(n),
    n % 10 === 0 ? 'vip' : '',
  ];
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await importLeads(user, csvFile([COLUMNS, ...Array.from({ length: LEADS }, (_, n) => rowOf(n))]), {
    fieldMapping: Object.fromEntries(COLUMNS.map((column) => [column, column])),
  });
  // As soon after by itself.
  await app.context.db.owner.query('ANALYZE leads, lead_search');
  all = [];
  while (all.length < LEADS) {
    const page = await pageOf(`offset=${all.length}&limit=200`);
    expect(page.total).toBe(LEADS);
    expect(page.leads.length).toBeGreaterThan(0);
    all.push(...page.leads);
  }
});

afterAll(() => app.close());

async function pageOf(query: string): Promise<{ leads: Lead[]; total: number | null }> {
  return (await user.get<{ leads: Lead[]; total: number | null }>(`/api/leads?${query}`)).body;
}

const FILTERS: Record<string, (lead: Lead) => boolean> = {
  '': () => true,
  'status=lost': (lead) => lead.status === 'lost',
  'status=odd': (lead) => lead.status === 'odd',
  'status=new': (lead) => lead.status === 'new',
  'country=Peru': (lead) => lead.country === 'Peru',
  'brand=Acme&status=new': (lead) => lead.brand === 'Acme' && lead.status === 'new',
  'brand=Acme&status=lost': (lead) => lead.brand === 'Acme' && lead.status === 'lost',
  'isSold=false&hlrStatus=unchecked': () => true,
  'depositAmount=1000': (lead) => Number(lead.depositAmount) >= 1000,
  'depositAmount=95-104': (lead) => Number(lead.depositAmount) >= 95 && Number(lead.depositAmount) <= 104,
  'tags=vip': (lead) => lead.tags.includes('vip'),
  'search=schmidt': (lead) => lead.lastName === 'Schmidt',
  'search=lead14@': (lead) => lead.email === 'lead14@mail.test',
  'search=schmidt&status=new': (lead) => lead.lastName === 'Schmidt' && lead.status === 'new',
  'search=schmidt&status=odd': (lead) => lead.lastName === 'Schmidt' && lead.status === 'odd',
  'search=rossi&status=lost': (lead) => lead.lastName === 'Rossi' && lead.status === 'lost',
};

async function checkPages(filter: string, matches: (lead: Lead) => boolean): Promise<void> {
  const ids = all.filter(matches).map((lead) => lead.id);
  const offsets = [0, 7, Math.floor(ids.length / 2), Math.max(0, ids.length - 3), ids.length + 5];
  for (const offset of offsets) {
    for (const count of ['true', 'false']) {
      const page = await pageOf(`${filter}&offset=${offset}&limit=20&count=${count}`);
      expect(page.leads.map((lead) => lead.id)).toEqual(ids.slice(offset, offset + 20));
      expect(page.total).toBe(count === 'true' ? ids.length : null);
    }
  }
}

test.each(Object.entries(FILTERS))('pages of %s', checkPages);

describe('in segments', () => {
  beforeAll(() => compactSegments(scopeOf(app.context, user.user.organizationId), 400));

  test.each(Object.entries(FILTERS))('pages of %s', checkPages);

  test('an export of few leads among many holds them all', async () => {
    const response = await user.send('/api/leads/export?limit=all&depositAmount=95-104', {});
    const { columns, cells } = await readTable(Buffer.from(await response.arrayBuffer()));
    const at = columns.indexOf('Email');
    expect(cells.map((row) => row[at])).toEqual(
      Array.from({ length: 10 }, (_, n) => `lead${104 - n}@mail.test`),
    );
  });

  test('a bulk change of few leads among many changes them all', async () => {
    const few = { depositAmount: '95-104', brand: 'Acme' };
    expect(await runBulkCall(user, { filter: few }, { type: 'status', status: 'contacted' })).toMatchObject({
      changed: 5,
    });
    const seen = await pageOf('status=contacted');
    expect(seen.leads.map((lead) => lead.email)).toEqual(
      [104, 102, 100, 98, 96].map((n) => `lead${n}@mail.test`),
    );
    expect((await pageOf('status=lost&search=lead10')).total).toBe(8);
  });
});

test('the list holds the leads of the file, the last first', () => {
  expect(all.map((lead) => lead.email)).toEqual(
    Array.from({ length: LEADS }, (_, n) => `lead${LEADS - 1 - n}@mail.test`),
  );
});
