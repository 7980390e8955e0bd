import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportStats } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { accounted, csvFile, importLeads, leadCounts, leadsOf } from '#tests/support/imports.ts';
import { changeStored, emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that update leads: which lead a row matches, and how it changes the lead.

let app: TestApp;
let user: SignedIn;
/** Ada, Bob and Cyd, reset for every test. */
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

const PHONES = { ada: '+447400123451', bob: '+447400123452', free: '+447400123459' };

beforeEach(async () => {
  await importLeads(
    user,
    csvFile([
      ['email', 'phone', 'first', 'city', 'tags'],
      ['ada@example.com', PHONES.ada, 'Ada', 'London', 'vip'],
      ['bob@example.com', PHONES.bob, 'Bob', '', ''],
      ['', '12345', 'Cyd', '', ''],
    ]),
    { fieldMapping: { email: 'email', phone: 'phone', first: 'firstName', city: 'city', tags: 'tags' } },
  );
  leads = await leadsOf(user);
});

afterEach(async () => {
  expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: 3, stored: 3 });
  await emptyLeads(app.context.db.owner, 'imports', 'uploads', 'custom_fields');
});

type MatchField = 'email' | 'phone' | 'id';

/** Runs an update whose columns are named after the lead fields they map to. */
async function update(
  matchField: MatchField,
  rows: string[][],
  more: { options?: Record<string, unknown>; manualTags?: string[] } = {},
): Promise<{ importId: string; stats: ImportStats }> {
  const outcome = await importLeads(user, csvFile(rows), {
    fieldMapping: Object.fromEntries((rows[0] ?? []).map((field) => [field, field])),
    importMode: { mode: 'update', matchField },
    ...more,
  });
  expect(accounted(outcome.stats)).toBe(outcome.stats.totalRows);
  expect(outcome.stats.totalRows).toBe(rows.length - 1);
  return outcome;
}

async function problems(importId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    'SELECT row_number, outcome, code, field, message FROM import_problems WHERE import_id = $1 ORDER BY row_number',
    [importId],
  );
  return rows;
}

describe('a row finds its lead', () => {
  test('by email, whatever its case', async () => {
    const { stats } = await update('email', [
      ['email', 'city'],
      [' ADA@example.com ', 'Paris'],
      ['nobody@example.com', 'Paris'],
      ['', 'Paris'],
    ]);
    expect(stats).toMatchObject({ updated: 1, skipped: 2, errors: 0, imported: 0 });
    expect((await leadsOf(user)).map(({ city }) => city)).toEqual(['Paris', null, null]);
  });

  test('by a phone, however it is written, also by the digits of an invalid one', async () => {
    const { importId, stats } = await update('phone', [
      ['phone', 'city'],
      ['0044 7400 123451', 'Paris'],
      ['123-45', 'Rome'],
      ['123-46', 'Oslo'],
    ]);
    expect(stats).toMatchObject({ updated: 2, skipped: 1 });
    expect((await leadsOf(user)).map(({ city }) => city)).toEqual(['Paris', null, 'Rome']);
    expect(await problems(importId)).toMatchObject([{ row_number: 4, outcome: 'skipped', code: 'no_match' }]);
  });

  test('by a national phone with the country of its row', async () => {
    const { stats } = await update('phone', [
      ['phone', 'country', 'city'],
      ['07400 123452', 'UK', 'Paris'],
    ]);
    expect(stats.updated).toBe(1);
    expect((await leadsOf(user))[1]).toMatchObject({ city: 'Paris', country: 'United Kingdom' });
  });

  test('by id, which has to be one', async () => {
    const { importId, stats } = await update('id', [
      ['id', 'city', 'email'],
      [leads[2]?.id.toUpperCase() ?? '', 'Paris', 'cyd@example.com'],
      ['00000000-0000-7000-8000-000000000000', 'Paris', ''],
      ['nonsense', 'Paris', ''],
    ]);
    expect(stats).toMatchObject({ updated: 1, skipped: 1, errors: 1 });
    expect((await leadsOf(user))[2]).toMatchObject({ city: 'Paris', email: 'cyd@example.com' });
    expect(await problems(importId)).toMatchObject([
      { row_number: 3, code: 'no_match' },
      { row_number: 4, code: 'invalid_id', outcome: 'error' },
    ]);
  });

  test('and never one of another organization, nor one in the bin', async () => {
    const other = await signUp(app.url);
    const theirs = await importLeads(other, csvFile([['email'], ['theirs@example.com']]), {
      fieldMapping: { email: 'email' },
    });
    expect(theirs.stats.imported).toBe(1);
    const [lead] = await leadsOf(other);
    const byId = await update('id', [
      ['id', 'city'],
      [lead?.id ?? '', 'Paris'],
    ]);
    const byEmail = await update('email', [
      ['email', 'city'],
      ['theirs@example.com', 'Paris'],
    ]);
    expect([byId.stats.skipped, byEmail.stats.skipped]).toEqual([1, 1]);

    const { owner } = app.context.db;
    await changeStored(owner, 'deleted_at = now()', "email = 'ada@example.com'");
    const binned = await update('email', [
      ['email', 'city'],
      ['ada@example.com', 'Paris'],
    ]);
    expect(binned.stats.skipped).toBe(1);
    await changeStored(owner, 'deleted_at = NULL');
  });
});

describe('a row changes', () => {
  test('only what it has a value for, and is skipped when that is nothing new', async () => {
    const { importId, stats } = await update('email', [
      ['email', 'firstName', 'city', 'brand'],
      ['ada@example.com', '', '', 'Acme'],
      ['bob@example.com', 'Bob', '', ''],
    ]);
    expect(stats).toMatchObject({ updated: 1, skipped: 1 });
    expect((await leadsOf(user))[0]).toMatchObject({ firstName: 'Ada', city: 'London', brand: 'Acme' });
    expect(await problems(importId)).toMatchObject([
      { row_number: 3, outcome: 'skipped', code: 'unchanged' },
    ]);
  });

  test.each([
    ['overwrite', { firstName: 'Augusta', city: 'Paris' }],
    ['fillEmpty', { firstName: 'Ada', city: 'London' }],
  ])('values that are there under the policy %s alone', async (updatePolicy, expected) => {
    await update(
      'email',
      [
        ['email', 'firstName', 'city', 'brand'],
        ['ada@example.com', 'Augusta', 'Paris', 'Acme'],
      ],
      { options: { updatePolicy } },
    );
    expect((await leadsOf(user))[0]).toMatchObject({ ...expected, brand: 'Acme' });
  });

  test('nothing by what is only derived', async () => {
    const { stats } = await update(
      'email',
      [
        ['email', 'phone'],
        ['bob@example.com', PHONES.free],
      ],
      { options: { defaultCountry: 'GB' } },
    );
    expect(stats.updated).toBe(1);
    const country = leads[1]?.country;
    expect((await leadsOf(user))[1]).toMatchObject({ phone: PHONES.free, numberValid: true, country });
  });

  test('tags by adding to them', async () => {
    await update(
      'email',
      [
        ['email', 'tags'],
        ['ada@example.com', 'VIP, hot'],
        ['bob@example.com', ''],
      ],
      { manualTags: ['again'] },
    );
    expect((await leadsOf(user)).map(({ tags }) => tags)).toEqual([['vip', 'hot', 'again'], ['again'], []]);
  });

  test('custom fields one by one', async () => {
    await app.context.db.owner.query(
      `INSERT INTO custom_fields (organization_id, id, name, type, required)
       SELECT $1, gen_random_uuid(), name, 'text', true FROM unnest('{A,B}'::text[]) AS name`,
      [user.user.organizationId],
    );
    for (const target of ['A', 'B']) {
      await importLeads(
        user,
        csvFile([
          ['email', 'x'],
          ['ada@example.com', target],
        ]),
        {
          fieldMapping: { email: 'email', x: `custom:${target}` },
          importMode: { mode: 'update', matchField: 'email' },
        },
      );
    }
    expect((await leadsOf(user))[0]?.customData).toEqual({ A: 'A', B: 'B' });
  });

  test('statuses together with when and whence they are known', async () => {
    await update('email', [
      ['email', 'hlr'],
      ['ada@example.com', 'active'],
    ]);
    const { rows } = await app.context.db.owner.query(
      'SELECT hlr, hlr_source, hlr_checked_at IS NOT NULL AS checked, whatsapp_source FROM leads WHERE email = $1',
      ['ada@example.com'],
    );
    expect(rows).toEqual([{ hlr: 'active', hlr_source: 'import', checked: true, whatsapp_source: null }]);
  });

  test('a phone that is not valid to another one, and counts it', async () => {
    const { stats } = await update('id', [
      ['id', 'phone'],
      [leads[2]?.id ?? '', '4.47E+11'],
    ]);
    expect(stats).toMatchObject({ updated: 1, invalidPhones: 1 });
    expect((await leadsOf(user))[2]).toMatchObject({ phone: '4.47E+11', numberValid: false });
  });
});

describe('the customer number of a sold lead', () => {
  beforeEach(async () => {
    await changeStored(
      app.context.db.owner,
      "is_sold = true, customer_number = 'C1'",
      "email LIKE 'ada@%'",
      [],
    );
  });
  afterEach(async () => {
    expect((await leadsOf(user)).find(({ email }) => email === 'ada@example.com')?.customerNumber).toBe('C1');
  });

  const rows = (city: string) => [
    ['email', 'customerNumber', 'city'],
    ['ada@example.com', 'C2', city],
    ['bob@example.com', 'C2', ''],
  ];

  test('is kept with a warning, the rest of the row is written', async () => {
    const { importId, stats } = await update('email', rows('Oslo'));
    expect(stats).toMatchObject({ updated: 2, skipped: 0 });
    expect(await problems(importId)).toEqual([
      {
        row_number: 2,
        outcome: 'warning',
        code: 'lead_sold',
        field: 'customerNumber',
        message: 'The lead is sold, so its customer number was kept',
      },
    ]);
    expect((await leadsOf(user)).map(({ city, customerNumber }) => [city, customerNumber])).toContainEqual([
      'Oslo',
      'C1',
    ]);
  });

  test('is told of a row that has nothing else and is skipped', async () => {
    const { importId, stats } = await update('email', rows(''));
    expect(stats).toMatchObject({ updated: 1, skipped: 1 });
    expect(await problems(importId)).toEqual([
      expect.objectContaining({ outcome: 'warning', code: 'lead_sold' }),
      expect.objectContaining({ outcome: 'skipped', code: 'unchanged' }),
    ]);
  });
});

test('an update never writes a word for nothing over a value', async () => {
  const { stats } = await update('email', [
    ['email', 'phone', 'city', 'firstName', 'tags'],
    ['ada@example.com', 'N/A', '-', '(null)', 'keine Angabe'],
  ]);
  expect(stats).toMatchObject({ updated: 0, skipped: 1 });
  expect((await leadsOf(user))[0]).toMatchObject({ phone: PHONES.ada, city: 'London', firstName: 'Ada' });
});
