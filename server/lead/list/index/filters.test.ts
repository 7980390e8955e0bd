import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { tokenFor } from '#tests/support/programs.ts';
import { compactSegments } from '#tests/support/segments.ts';

// Every filter, alone and together, against a plain reading of the rules over all leads.

let app: TestApp;
let user: SignedIn;
let all: Lead[];

const HEADER = [
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Country',
  'Brand',
  'Source',
  'Status',
  'HLR Status',
];
const MORE = ['WhatsApp Status', 'Tags', 'Deposit Amount', 'Deposit Date'];
const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

function rowOf(n: number): string[] {
  return [
    pick(['Ada', 'Grace', 'José', ''], n),
    pick(['Lovelace', 'Hopper', 'O_Neil', "100% D'Arc"], n >> 1),
    n % 9 === 0 ? '' : `user${n}@${pick(['example.com', 'mail.example'], n)}`,
    n % 5 === 0 && n % 9 !== 0 ? '' : pick([`+4915123${100_000 + n}`, `0${n}`], n % 7 === 0 ? 1 : 0),
    pick(['Germany', 'France', 'Atlantis', ''], n),
    pick(['Acme', 'ACME', 'Globex', ''], n >> 2),
    pick(['fair', 'web'], n >> 3),
    pick(['new', 'contacted', 'Hot'], n),
    pick(['', 'Active', 'dead', 'YES'], n),
    pick(['', 'no', 'live'], n),
    pick(['', 'vip', 'VIP; cold', 'cold, warm'], n),
    n % 3 === 0 ? '' : String((n * 37) % 900),
    n % 4 === 0 ? '' : `2026-0${1 + (n % 9)}-1${n % 9}`,
  ];
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  const mapping = {
    'First Name': 'firstName',
    'Last Name': 'lastName',
    Email: 'email',
    Phone: 'phone',
    Country: 'country',
    Brand: 'brand',
    Source: 'source',
    Status: 'status',
    'HLR Status': 'hlr',
    'WhatsApp Status': 'whatsapp',
    Tags: 'tags',
    'Deposit Amount': 'depositAmount',
    'Deposit Date': 'depositDate',
  };
  const rows = Array.from({ length: 180 }, (_, n) => rowOf(n + 1));
  await importLeads(user, csvFile([[...HEADER, ...MORE], ...rows]), {
    fieldMapping: mapping,
    options: { countryFromPhone: false },
  });
  all = (await user.get<{ leads: Lead[] }>('/api/leads?limit=200')).body.leads;
});

afterAll(() => app.close());

const QUALIFIED = ['active', 'qualified', 'valid', 'live', 'reachable', 'yes'];
const same = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
const classOf = (status: string | null): string =>
  status === null ? 'unchecked' : QUALIFIED.includes(status.toLowerCase()) ? 'qualified' : 'unqualified';

/** Each rule as the product states it, as plainly as it can be written. */
const RULES: Record<string, (lead: Lead, value: string) => boolean> = {
  search: (lead, value) => {
    const name = `${lead.firstName ?? ''} ${lead.lastName ?? ''}`;
    const texts = [name, lead.email ?? ''].map((text) => text.toLowerCase());
    const digits = (lead.phone ?? '').replace(/\D/g, '');
    // Digits that follow each other are one number.
    const words = value.replace(/(?<=[\d)]) (?=[\d(])/g, '').split(/[ ,]+/);
    return words.every((word) => {
      const typed = /^[\d()+./–-]+$/.test(word)
        ? word.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '')
        : '';
      const asked = typed.replace(/^0(?=[1-9]\d{2,})/, '');
      return (
        [...texts, digits].some((text) => text.includes(word.toLowerCase())) ||
        (asked !== '' && digits.includes(asked)) ||
        (/^\d+$/.test(word) && asked !== typed && texts.some((text) => text.includes(asked)))
      );
    });
  },
  country: (lead, value) => same(lead.country, value),
  brand: (lead, value) => same(lead.brand, value),
  source: (lead, value) => same(lead.source, value),
  status: (lead, value) => same(lead.status, value),
  hlrStatus: (lead, value) => classOf(lead.hlr) === value,
  whatsappHlr: (lead, value) => classOf(lead.whatsapp) === value,
  isSold: (lead, value) => String(lead.isSold) === value,
  phoneValid: (lead, value) => lead.phone !== null && lead.numberValid === (value === 'valid'),
  hasEmail: (lead, value) => String(lead.email !== null) === value,
  tags: (lead, value) => value.split(',').some((tag) => lead.tags.some((held) => same(held, tag.trim()))),
  depositDateFrom: (lead, value) => lead.depositDate !== null && lead.depositDate >= value,
  depositDateTo: (lead, value) => lead.depositDate !== null && lead.depositDate <= value,
  depositAmount: (lead, value) => {
    const [from, to] = value.split('-').map(Number);
    const amount = Number(lead.depositAmount);
    return lead.depositAmount !== null && amount >= (from ?? 0) && (to === undefined || amount <= to);
  },
};

const VALUES: Record<string, string[]> = {
  search: [
    'ada',
    'GRACE hop',
    'Grace Hopper',
    'user12@mail.ex',
    'elaceov',
    '15123100',
    'user1',
    '@mail',
    '15123 100',
    '015123100',
    '0151 23',
    '01512/310-0',
    '+49 (0)1512 3100',
    '0049 1512 3100',
    '015',
    'hopper grace',
    'Hopper,  José',
    'ELACE mail.ex ada',
    '0151 23100 hopper',
    'o_neil 0151/23',
    '0151–23 user1',
    'ada nobody',
    '+49',
    '_',
    '%',
    "d'arc",
    'nobody',
    '1',
  ],
  country: ['germany', 'FRANCE', 'Atlantis', 'Nowhere'],
  brand: ['acme', 'Globex'],
  source: ['FAIR', 'web'],
  status: ['NEW', 'hot', 'converted'],
  hlrStatus: ['qualified', 'unqualified', 'unchecked'],
  whatsappHlr: ['qualified', 'unqualified', 'unchecked'],
  isSold: ['true', 'false'],
  phoneValid: ['valid', 'invalid'],
  hasEmail: ['true', 'false'],
  tags: ['vip', 'Cold', 'vip, warm', 'none such'],
  // PostgreSQL has no year 0.
  depositDateFrom: ['2026-03-12', '2026-05-01', '0001-01-01'],
  depositDateTo: ['2026-06-15', '2026-02-11', '0001-01-01'],
  depositAmount: ['100', '200-400.50', '899', '0', '105', '110-119.99', '350-350', '400-200', '99.5-1000'],
};

function expected(filter: Record<string, string>): string[] {
  const matches = (lead: Lead): boolean =>
    Object.entries(filter).every(([key, value]) => RULES[key]?.(lead, value) ?? false);
  return all.filter(matches).map((lead) => lead.id);
}

async function check(filter: Record<string, string>): Promise<void> {
  const query = new URLSearchParams({ ...filter, limit: '200' });
  const { status, body } = await user.get<{ leads: Lead[]; total: number }>(`/api/leads?${query}`);
  expect(status).toBe(200);
  const ids = expected(filter);
  expect(body.leads.map((lead) => lead.id)).toEqual(ids);
  expect(body.total).toBe(ids.length);
  const counted = await user.get(`/api/leads/count?${new URLSearchParams(filter)}`);
  expect(counted.body).toEqual({ total: ids.length });
}

describe.each([
  ['new leads', 0],
  ['leads in segments', 50],
])('%s', (_, segmentLeads) => {
  beforeAll(async () => {
    if (segmentLeads > 0) await compactSegments(scopeOf(app.context, user.user.organizationId), segmentLeads);
  });

  const single = Object.entries(VALUES).flatMap(([key, values]) =>
    values.map((value) => [key, value] as const),
  );
  test.each(single)('%s %s', async (key, value) => {
    await check({ [key]: value });
  });

  test('any filters together find what each of them allows', async () => {
    const filters = fc.record(
      Object.fromEntries(Object.entries(VALUES).map(([key, values]) => [key, fc.constantFrom(...values)])),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, (filter) => check(filter as Record<string, string>)),
      { numRuns: 60 },
    );
  });
});

test('`all` and nothing leave a filter off', async () => {
  const { body } = await user.get<{ total: number }>(
    '/api/leads?country=all&brand=&isSold=all&hlrStatus=all',
  );
  expect(body.total).toBe(all.length);
});

test('an empty limit or offset counts as absent', async () => {
  const { body } = await user.get<{ leads: Lead[] }>('/api/leads?limit=&offset=');
  expect(body.leads).toEqual(all.slice(0, 20));
  for (const path of ['/api/audit-logs', '/api/duplicates']) {
    expect((await user.get(`${path}?limit=&offset=`)).status).toBe(200);
  }
  const exported = await user.send('/api/leads/export?limit=', {});
  expect([exported.status, exported.headers.get('x-exported-count')]).toEqual([200, String(all.length)]);
  const program = await tokenFor(user);
  const listed = await user.send('/api/v1/leads?limit=', { headers: { authorization: `Bearer ${program}` } });
  expect(((await listed.json()) as { leads: Lead[] }).leads).toHaveLength(100);
});

test('every page by offset is a slice of the whole list', async () => {
  for (const filter of ['', 'country=Germany&', 'hlrStatus=unchecked&', 'search=user&']) {
    const { body: whole } = await user.get<{ leads: Lead[] }>(`/api/leads?${filter}limit=200`);
    const ids = whole.leads.map((lead) => lead.id);
    for (const offset of [0, 7, Math.floor(ids.length / 2), ids.length - 3, ids.length, ids.length + 50]) {
      const { body } = await user.get<{ leads: Lead[]; total: number }>(
        `/api/leads?${filter}limit=20&offset=${offset}`,
      );
      expect(body.leads.map((lead) => lead.id)).toEqual(ids.slice(offset, offset + 20));
      expect(body.total).toBe(ids.length);
    }
  }
});

test('rows may be asked for without their number', async () => {
  const { body } = await user.get<{ leads: Lead[]; total: null }>('/api/leads?count=false&country=France');
  expect(body.total).toBeNull();
  expect(body.leads.length).toBeGreaterThan(0);
});

test.each([
  'colour=red',
  'hlrStatus=maybe',
  'depositDateFrom=yesterday',
  'depositAmount=much',
  'limit=201',
  'offset=-1',
  'custom=[1]',
  'custom={"Nope":"1"}',
])('refuses %s', async (query) => {
  expect((await user.get(`/api/leads?${encodeURI(query)}`)).status).toBe(400);
});

test('another organization finds none of them', async () => {
  const other = await signUp(app.url);
  const { body } = await other.get('/api/leads?country=Germany&search=user');
  expect(body).toEqual({ leads: [], total: 0 });
  expect((await other.get('/api/leads/countries')).body).toEqual([]);
});

test('the values that filters offer are those that leads have', async () => {
  expect((await user.get('/api/leads/countries')).body).toEqual(['Atlantis', 'France', 'Germany']);
  const { body } = await user.get<{ brands: string[]; tags: string[] }>('/api/leads/filter-values');
  expect(body.brands.toSorted()).toEqual(['ACME', 'Acme', 'Globex']);
  expect(body.tags.toSorted()).toEqual(['VIP', 'cold', 'vip', 'warm']);
});

test.each(['/api/leads/count', '/api/leads/countries', '/api/leads/filter-values'])(
  '%s is for users',
  async (path) => {
    expect((await app.anonymous.get(path)).status).toBe(401);
  },
);
