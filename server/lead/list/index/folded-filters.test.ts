import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { compactSegments } from '#tests/support/segments.ts';

// Search and filters ignore case and accents in every language, whichever way leads came and however they are found.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await user.post('/api/custom-fields', { name: 'Note', type: 'text' });
  const rows = NAMES.map(([first, last], n) => [
    first,
    last,
    `mail${n}@mail.test`,
    ...Array(5).fill(VALUES[n] ?? ''),
  ]);
  await importLeads(
    user,
    csvFile([['First', 'Last', 'Email', 'Brand', 'Source', 'Status', 'Tags', 'Note'], ...rows]),
    {
      fieldMapping: {
        First: 'firstName',
        Last: 'lastName',
        Email: 'email',
        Brand: 'brand',
        Source: 'source',
        Status: 'status',
        Tags: 'tags',
        Note: 'custom:Note',
      },
    },
  );
});

afterAll(() => app.close());

/** First and last names; the file has them as they are. */
const NAMES: [string, string][] = [
  ['José', 'Núñez'],
  ['Jose\u0301', 'Garci\u0301a'],
  ['Γιώργος', 'Παπαδόπουλος'],
  ['ΓΙΩΡΓΟΣ', 'ΣΕΦΕΡΗΣ'],
  ['İstanbul', 'Ilıca'],
  ['Isparta', 'Işık'],
  ['Straße', 'Groß'],
  ['ＡＤＡ', 'ﬁnch'],
  ['Łukasz', 'Ørsted'],
  ['Алёна', 'Ёлкина'],
  ['がく', 'ｶﾞｸ'],
  ['김', '각'],
  ['हिन्दी', 'कि'],
  ['אַבְרָהָם', 'أَحْمَد'],
  ['Ada', 'King Lovelace'],
];
/** Values of every text filter, some of them spellings of one. */
const VALUES = [
  'Café',
  'CAFE\u0301',
  'cafe',
  'ΟΔΟΣ',
  'οδός',
  'İzmir',
  'IZMIR',
  'ızmir',
  'Weiß',
  'WEISS',
  'ガス',
  'カス',
  'Ünïcödé ﷽',
  'Plain',
  'PLAIN',
];
const FIELDS = ['brand', 'source', 'status', 'tags'] as const;

/** Returns the numbers of the leads in the file, in its order, that a query finds; list, total and count agree. */
async function found(query: Record<string, string>): Promise<number[]> {
  const search = new URLSearchParams(query);
  const { body } = await user.get<{ leads: Lead[]; total: number }>(`/api/leads?${search}&limit=200`);
  const counted = await user.get<{ total: number }>(`/api/leads/count?${search}`);
  expect([body.total, counted.body.total]).toEqual([body.leads.length, body.leads.length]);
  return body.leads.map(({ email }) => Number(email?.match(/^mail(\d+)@/)?.[1])).sort((a, b) => a - b);
}

describe.each([
  ['new leads', 0],
  ['leads in segments', 4],
])('%s', (_, segmentLeads) => {
  beforeAll(async () => {
    if (segmentLeads > 0) await compactSegments(scopeOf(app.context, user.user.organizationId), segmentLeads);
  });

  test.each<[string, number[]]>([
    ['jose', [0, 1]],
    ['JOSÉ', [0, 1]],
    ['Jose\u0301 Garcia', [1]],
    ['ΓΙΩΡΓΟΣ', [2, 3]],
    ['γιωργος', [2, 3]],
    ['παπαδοπουλοσ', [2]],
    ['istanbul', [4]],
    ['ISTANBUL', [4]],
    ['ilica', [4]],
    ['ısparta ışik', [5]],
    ['strasse', [6]],
    ['GROẞ', [6]],
    ['ada', [7, 14]],
    ['FINCH', [7]],
    ['lukasz orsted', [8]],
    ['АЛЕНА елкина', [9]],
    ['ガク', [10]],
    ['か', []],
    ['가', []],
    ['각', [11]],
    ['हिन्दी', [12]],
    ['हन्द', []],
    ['אברהם', [13]],
    ['احمد', [13]],
    ['king\u00a0lovelace', [14]],
    ['\u0301', NAMES.map((_name, n) => n)],
  ])('search %s', async (term, expected) => {
    expect(await found({ search: term })).toEqual(expected);
  });

  test('a search finds each stored name itself, in capitals, decomposed and without accents', async () => {
    for (const [n, [first, last]] of NAMES.entries()) {
      const name = `${first} ${last}`;
      for (const term of [
        name,
        name.toUpperCase(),
        name.toLowerCase(),
        name.normalize('NFD'),
        name.normalize('NFC'),
      ]) {
        expect(await found({ search: term }), term).toContain(n);
      }
    }
  });

  test.each(FIELDS)('the filter by %s finds every value that it offers, in any spelling', async (field) => {
    const { body } = await user.get<Record<string, string[]>>('/api/leads/filter-values');
    const offered =
      body[{ brand: 'brands', source: 'sources', status: 'statuses', tags: 'tags' }[field]] ?? [];
    expect(offered.length).toBeGreaterThan(12);
    for (const value of offered) {
      expect((await found({ [field]: value })).length, value).toBeGreaterThan(0);
    }
    await expectSpellings((value) => ({ [field]: value }));
  });

  test('the filter by a custom field takes any spelling', async () => {
    await expectSpellings((value) => ({ custom: JSON.stringify({ Note: value }) }));
  });
});

/** Expects that the spellings of one value find the same leads. */
async function expectSpellings(query: (value: string) => Record<string, string>): Promise<void> {
  for (const [spellings, expected] of [
    [
      ['café', 'CAFE', 'Cafe\u0301'],
      [0, 1, 2],
    ],
    [
      ['οδος', 'ΟΔΌΣ', 'οδοσ'],
      [3, 4],
    ],
    [
      ['izmir', 'İZMİR', 'Izmir'],
      [5, 6, 7],
    ],
    [
      ['weiss', 'WEIẞ', 'weiß'],
      [8, 9],
    ],
    [['ガス', 'ｶﾞｽ'], [10]],
    [['カス'], [11]],
    [['unicode ﷽'], [12]],
    [['plain'], [13, 14]],
    [['caf', 'weis', 'none'], []],
  ] as const) {
    for (const value of spellings) expect(await found(query(value)), value).toEqual(expected);
  }
}

test('a country is found in any spelling', async () => {
  const lead = await makeLead(user, { email: 'country@mail.test', country: "Côte d'Ivoire" });
  for (const country of [lead.country ?? '', "COTE D'IVOIRE", 'CI']) {
    const { body } = await user.get<{ leads: Lead[] }>(`/api/leads?${new URLSearchParams({ country })}`);
    expect(
      body.leads.map(({ id }) => id),
      country,
    ).toEqual([lead.id]);
  }
  await call(user, 'DELETE', `/api/leads/${lead.id}`);
});

test('an edited, trashed and restored lead is found by its folded name', async () => {
  const lead = await makeLead(user, { email: 'mail99@mail.test', firstName: 'Zoë' });
  expect(await found({ search: 'zoe' })).toEqual([99]);
  await call(user, 'PATCH', `/api/leads/${lead.id}`, { lastName: 'Dvořák', customData: { Note: 'Čaj' } });
  expect(await found({ search: 'ZOE dvorak' })).toEqual([99]);
  expect(await found({ custom: '{"Note":"caj"}' })).toEqual([99]);
  await call(user, 'DELETE', `/api/leads/${lead.id}`);
  expect(await found({ search: 'dvorak' })).toEqual([]);
  expect(await found({ search: 'DVORAK', bin: 'true' })).toEqual([99]);
  expect(await found({ custom: '{"Note":"CAJ"}', bin: 'true' })).toEqual([99]);
  await user.post(`/api/leads/${lead.id}/restore`);
  await call(user, 'PATCH', `/api/leads/${lead.id}`, { firstName: 'Zoe', lastName: 'Dvorak' });
  expect(await found({ search: 'zoë dvořák' })).toEqual([99]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  await call(user, 'DELETE', `/api/leads/${lead.id}`);
});

test('names and other texts are stored composed (NFC)', async () => {
  const { body } = await user.get<{ leads: Lead[] }>('/api/leads?search=garcia');
  expect(body.leads).toMatchObject([{ firstName: 'José', lastName: 'García', brand: 'CAFÉ' }]);
  const lead = await makeLead(user, { email: 'nfc@mail.test', firstName: 'Zoe\u0308' });
  expect(lead.firstName).toBe('Zoë');
  await call(user, 'DELETE', `/api/leads/${lead.id}`);
});

test('a bulk operation changes the leads that the filtered list shows', async () => {
  for (const [filter, leads] of [
    [{ brand: 'café' }, 3],
    [{ tags: 'οδος, WEISS' }, 4],
    [{ custom: '{"Note":"izmir"}' }, 3],
    [{ search: 'JOSÉ' }, 2],
  ] as const) {
    const operation = await runBulkCall(user, { filter }, { type: 'addTags', tags: ['picked'] });
    expect(operation, JSON.stringify(filter)).toMatchObject({ changed: leads });
    await runBulkCall(user, { filter: {} }, { type: 'removeTags', tags: ['picked'] });
  }
});

test('a search for digits takes 00 for the + of a country code', async () => {
  const lead = await makeLead(user, { phone: '+442079460958', firstName: 'London' });
  for (const search of ['00442079', '0044 20 7946', '+44 20 7946', '442079460958', '(00) 44-20']) {
    const { body } = await user.get<{ leads: Lead[] }>(`/api/leads?${new URLSearchParams({ search })}`);
    expect(
      body.leads.map(({ id }) => id),
      search,
    ).toEqual([lead.id]);
  }
  expect(await readLeadDetail(user, lead.id)).toMatchObject({ phone: '+442079460958' });
});

test('a search finds every word as a part of a word in any order, and a number in any national spelling', async () => {
  const ids = async (search: string) => {
    const { body } = await user.get<{ leads: Lead[] }>(`/api/leads?${new URLSearchParams({ search })}`);
    return body.leads.map(({ id }) => id);
  };
  const mia = await makeLead(user, { firstName: 'Mia', lastName: 'Lüders', phone: '+49 171 9647340' });
  const words = [
    'lüders mia',
    'LUEDERS mia'.replace('UE', 'Ü'),
    'Lüders, Mia',
    'ders mi',
    'mia 0171 9647340',
  ];
  const german = [
    '0171 9647340',
    '01719647340',
    '0171/964 73 40',
    '0171-9647340',
    '0171 – 964',
    '(0171) 96',
    '0171 96',
  ];
  const abroad = ['+49 171 9647340', '0049 171 964', '+49 (0)171 964', '9647340 lüders', '47340'];
  for (const search of [...words, ...german, ...abroad]) expect(await ids(search), search).toEqual([mia.id]);
  for (const search of ['lüders max', '0171 9647341', 'mia 0172'])
    expect(await ids(search), search).toEqual([]);
  const others = {
    '+36301234567': ['06 30 123 4567', '06-30/123'],
    '+79123456789': ['8 (912) 345-67-89', '8 912 345 67 89', '912 345'],
    '+375291234567': ['8 029 123-45-67', '80291234567'],
    '+390612345678': ['06 1234 5678', '0612345678'],
  };
  for (const [phone, spellings] of Object.entries(others)) {
    const lead = await makeLead(user, { phone });
    for (const search of spellings) expect(await ids(search), search).toEqual([lead.id]);
  }
});
