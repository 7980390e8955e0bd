import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import {
  csvFile,
  importLeads,
  importParts,
  leadCounts,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that create leads: how files, options and fields affect the values.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(async () => {
  const { counted, stored } = await leadCounts(app, user.user.organizationId);
  expect(counted).toBe(stored);
  await emptyLeads(app.context.db.owner, 'imports', 'uploads', 'custom_fields');
});

const CONTACT: PlanFields = { fieldMapping: { email: 'email', phone: 'phone' } };

/** Returns the report of an import in file order. */
async function problems(importId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    `SELECT row_number, outcome, code, field, column_name, value FROM import_problems
     WHERE import_id = $1 ORDER BY row_number, ordinal`,
    [importId],
  );
  return rows;
}

async function addField(name: string, type: string, required = false): Promise<void> {
  await app.context.db.owner.query(
    'INSERT INTO custom_fields (organization_id, id, name, type, required) VALUES ($1, gen_random_uuid(), $2, $3, $4)',
    [user.user.organizationId, name, type, required],
  );
}

describe('options', () => {
  test('a default country reads national numbers and fills empty countries', async () => {
    const { stats } = await importLeads(
      user,
      csvFile([
        ['phone', 'country'],
        ['(212) 555-2368', ''],
        ['020 7946 0958', 'U.K.'],
        ['+49 30 901820', ''],
      ]),
      { fieldMapping: { phone: 'phone', country: 'country' }, options: { defaultCountry: 'US' } },
    );
    expect(stats).toMatchObject({ imported: 3, invalidPhones: 0 });
    expect(await leadsOf(user)).toMatchObject([
      { phone: '+12125552368', country: 'United States' },
      { phone: '+442079460958', country: 'United Kingdom' },
      { phone: '+4930901820', country: 'Germany' },
    ]);
  });

  test.each([
    [true, 'Germany'],
    [false, null],
  ])('with countryFromPhone %s an empty country becomes %s', async (countryFromPhone, country) => {
    await importLeads(user, csvFile([['phone'], ['+49 30 901820']]), {
      fieldMapping: { phone: 'phone' },
      options: { countryFromPhone },
    });
    expect(await leadsOf(user)).toMatchObject([{ country }]);
  });

  test('manual tags join those of the row', async () => {
    await importLeads(
      user,
      csvFile([
        ['email', 'tags'],
        ['a@example.com', 'vip; hot'],
        ['b@example.com', ''],
      ]),
      {
        fieldMapping: { email: 'email', tags: 'tags' },
        manualTags: ['Summer', 'VIP', ' '],
      },
    );
    expect((await leadsOf(user)).map(({ tags }) => tags)).toEqual([
      ['vip', 'hot', 'Summer'],
      ['Summer', 'VIP'],
    ]);
  });

  test.each([
    [true, { firstName: 'Ludwig', lastName: 'van Beethoven' }],
    [false, { firstName: null, lastName: null }],
  ])('name splitting that is %s', async (enabled, names) => {
    await importLeads(
      user,
      csvFile([
        ['email', 'name'],
        ['a@example.com', 'Ludwig van Beethoven'],
      ]),
      {
        fieldMapping: { email: 'email' },
        nameSplitConfig: { column: 'name', enabled },
      },
    );
    expect(await leadsOf(user)).toMatchObject([names]);
  });

  test('another sheet than the first can be chosen', async () => {
    const sheets = [
      { name: 'Notes', rows: [['text'], ['nothing']] },
      {
        name: 'Leads',
        rows: [
          ['email', 'phone'],
          ['a@example.com', '+447400123456'],
        ],
      },
    ];
    const { stats } = await importLeads(user, fileOf('leads.xlsx', new Uint8Array(xlsx({ sheets }))), {
      ...CONTACT,
      options: { sheet: 'Leads' },
    });
    expect(stats).toMatchObject({ totalRows: 1, imported: 1 });
  });
});

test('every lead field takes its value', async () => {
  const values: [string, string, unknown][] = [
    ['firstName', 'Ada', 'Ada'],
    ['lastName', 'Lovelace', 'Lovelace'],
    ['email', ' Ada@Example.com', 'ada@example.com'],
    ['phone', '020 7946 0958', '+442079460958'],
    ['carrier', 'BT', 'BT'],
    ['country', 'gb', 'United Kingdom'],
    ['city', 'London', 'London'],
    ['address', '12 St James Sq', '12 St James Sq'],
    ['postcode', 'SW1Y 4JH', 'SW1Y 4JH'],
    ['ip', '2001:DB8::1', '2001:db8::1'],
    ['brand', 'Acme', 'Acme'],
    ['currency', 'GBP', 'GBP'],
    ['depositAmount', '£1,234.5', '1234.50'],
    ['depositDate', '31/12/2024', '2024-12-31'],
    ['source', 'web', 'web'],
    ['card', 'visa', 'visa'],
    ['affiliate', 'aff-1', 'aff-1'],
    ['landingPage', '/start', '/start'],
    ['agent', 'Bob', 'Bob'],
    ['depositer', 'yes', 'yes'],
    ['brandAgent', 'Eve', 'Eve'],
    ['numberHlrStatus', 'active', undefined],
    ['whatsappHlr', 'valid', undefined],
    ['status', 'QUALIFIED', 'qualified'],
    ['customerNumber', 'C-1', 'C-1'],
    ['tags', 'a|b', ['a', 'b']],
  ];
  const fields = values.map(([field]) => field);
  await importLeads(user, csvFile([fields, values.map(([, text]) => text)]), {
    fieldMapping: Object.fromEntries(fields.map((field) => [field, field])),
  });
  const stored = values
    .filter(([, , value]) => value !== undefined)
    .map(([field, , value]) => [field, value]);
  expect(await leadsOf(user)).toMatchObject([
    { ...Object.fromEntries(stored), hlr: 'active', whatsapp: 'valid', numberValid: true, isSold: false },
  ]);
  const { rows } = await app.context.db.owner.query(
    'SELECT hlr_source, whatsapp_source, hlr_checked_at IS NOT NULL AS checked FROM leads',
  );
  expect(rows).toEqual([{ hlr_source: 'import', whatsapp_source: 'import', checked: true }]);
});

test('custom fields are read by their types, and a required one must be there', async () => {
  await addField('Notes', 'text', true);
  await addField('Age', 'number');
  await addField('Born', 'date');
  await addField('Member', 'boolean');
  const { importId, stats } = await importLeads(
    user,
    csvFile([
      ['email', 'notes', 'age', 'born', 'member'],
      ['a@example.com', 'first', '42', '1982-05-04', 'Yes'],
      ['b@example.com', '', '42', '', ''],
      ['c@example.com', 'third', 'old', 'once', 'perhaps'],
    ]),
    {
      fieldMapping: {
        email: 'email',
        notes: 'custom:Notes',
        age: 'custom:Age',
        born: 'custom:Born',
        member: 'custom:Member',
      },
    },
  );
  expect(stats).toMatchObject({ imported: 2, errors: 1 });
  expect((await leadsOf(user)).map(({ customData }) => customData)).toEqual([
    { Notes: 'first', Age: 42, Born: '1982-05-04', Member: true },
    { Notes: 'third' },
  ]);
  expect(
    (await problems(importId)).map(({ row_number, outcome, field }) => [row_number, outcome, field]),
  ).toEqual([
    [3, 'error', 'custom:Notes'],
    [4, 'warning', 'custom:Age'],
    [4, 'warning', 'custom:Born'],
    [4, 'warning', 'custom:Member'],
  ]);
});

describe('the file', () => {
  const sheets = [
    {
      name: 'Leads',
      rows: [
        ['email', 'phone'],
        ['a@example.com', '+447400123456'],
      ],
    },
  ];
  test.each([
    ['leads.csv', csvFile(sheets[0]?.rows ?? [])],
    ['leads.xlsx', fileOf('leads.xlsx', new Uint8Array(xlsx({ sheets })))],
    ['leads.xls', fileOf('leads.xls', new Uint8Array(xls(sheets)))],
  ])('of the kind of %s becomes leads', async (_name, file) => {
    expect((await importLeads(user, file, CONTACT)).stats).toMatchObject({ totalRows: 1, imported: 1 });
    expect(await leadsOf(user)).toMatchObject([{ email: 'a@example.com', phone: '+447400123456' }]);
  });

  test('may have been uploaded before, and serves as often as wanted', async () => {
    const { uploadId } = await uploadFile(
      user,
      csvFile([
        ['email', 'phone'],
        ['a@example.com', ''],
      ]),
    );
    expect((await importLeads(user, uploadId, CONTACT)).stats.imported).toBe(1);
    expect((await importLeads(user, uploadId, CONTACT)).stats.duplicates).toBe(1);
  });

  test('may come before, after and between the fields', async () => {
    const parts = importParts(
      csvFile([
        ['email', 'phone'],
        ['a@example.com', ''],
      ]),
      {
        ...CONTACT,
        manualTags: ['x'],
      },
    );
    const orders = [
      parts,
      parts.toReversed(),
      [...parts.slice(1, 2), ...parts.slice(0, 1), ...parts.slice(2)],
    ];
    for (const order of orders) {
      const response = await user.send('/api/import-stream', { method: 'POST', body: formWith(order) });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('"type":"complete"');
    }
    expect(await leadsOf(user)).toMatchObject([{ email: 'a@example.com', tags: ['x'] }]);
  });
});
