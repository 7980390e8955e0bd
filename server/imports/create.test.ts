import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import {
  accounted,
  csvFile,
  importLeads,
  importParts,
  leadCounts,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';

// Imports that create leads: what becomes of each row.

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
  await app.context.db.owner.query('TRUNCATE leads, lead_counts, imports, uploads, custom_fields CASCADE');
});

const CONTACT: PlanFields = { fieldMapping: { email: 'email', phone: 'phone' } };

/** The report of an import, in file order. */
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

describe('every row is accounted for', () => {
  test('with its outcome, its reason and its place in the file', async () => {
    await importLeads(user, csvFile([['email'], ['known@example.com']]), {
      fieldMapping: { email: 'email' },
    });
    const { importId, stats } = await importLeads(
      user,
      csvFile([
        ['email', 'phone', 'amount'],
        ['ada@example.com', '+447400123456', '1.234,50'],
        ['', '', ''],
        ['KNOWN@example.com', '', ''],
        ['not an address', '+447400123457', ''],
        ['', '', '12'],
        ['', '12345', 'plenty'],
        ['Ada@Example.com ', '', ''],
        ['other@example.com', '+44 7400 123456', ''],
      ]),
      { fieldMapping: { email: 'email', phone: 'phone', amount: 'depositAmount' } },
    );

    expect(stats).toEqual({
      totalRows: 7,
      imported: 2,
      duplicates: 3,
      errors: 2,
      updated: 0,
      skipped: 0,
      invalidPhones: 1,
    });
    expect(accounted(stats)).toBe(stats.totalRows);
    expect(await problems(importId)).toMatchObject([
      { row_number: 4, outcome: 'duplicate', value: 'known@example.com' },
      {
        row_number: 5,
        outcome: 'error',
        code: 'invalid_email',
        column_name: 'email',
        value: 'not an address',
      },
      { row_number: 6, outcome: 'error', code: 'no_contact', field: null },
      { row_number: 7, outcome: 'warning', code: 'invalid_amount', field: 'depositAmount', value: 'plenty' },
      { row_number: 8, outcome: 'duplicate', value: 'ada@example.com' },
      { row_number: 9, outcome: 'duplicate', value: 'other@example.com' },
    ]);
    expect(await leadsOf(user)).toMatchObject([
      { email: 'known@example.com' },
      { email: 'ada@example.com', phone: '+447400123456', numberValid: true, depositAmount: '1234.50' },
      { email: null, phone: '12345', numberValid: false, depositAmount: null },
    ]);
  });

  test('in a file without rows', async () => {
    const { stats } = await importLeads(user, csvFile([['email', 'phone']]), CONTACT);
    expect(stats).toMatchObject({ totalRows: 0, imported: 0, errors: 0 });
  });

  test('over many batches, where a later one repeats an earlier one', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => [`lead-${n % 11_000}@example.com`, '']);
    const { importId, stats } = await importLeads(user, csvFile([['email', 'phone'], ...rows]), CONTACT);
    expect(stats).toMatchObject({ totalRows: 12_000, imported: 11_000, duplicates: 1_000 });
    const report = await problems(importId);
    expect(report.map((one) => one['row_number'])).toEqual(
      Array.from({ length: 1_000 }, (_, n) => 11_002 + n),
    );
  });

  test('when the same file comes again: all are duplicates', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => [`lead-${n}@example.com`, '']);
    const file = csvFile([['email', 'phone'], ...rows, ['broken', '']]);
    const first = await importLeads(user, file, CONTACT);
    const second = await importLeads(user, file, CONTACT);
    expect(first.stats).toMatchObject({ imported: 100, duplicates: 0, errors: 1 });
    expect(second.stats).toMatchObject({ imported: 0, duplicates: 100, errors: 1 });
  });

  test('when two imports of the same file run at once: each lead is there once', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => [`lead-${n}@example.com`, `+4474001${10_000 + n}`]);
    const forward = csvFile([['email', 'phone'], ...rows]);
    const backward = csvFile([['email', 'phone'], ...rows.toReversed()]);
    const both = await Promise.all([
      importLeads(user, forward, CONTACT),
      importLeads(user, backward, CONTACT),
    ]);

    for (const { stats } of both) {
      expect(stats.imported + stats.duplicates).toBe(12_000);
      expect(accounted(stats)).toBe(12_000);
    }
    expect(both.reduce((sum, { stats }) => sum + stats.imported, 0)).toBe(12_000);
    expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: 12_000, stored: 12_000 });
  });
});

describe('duplicates', () => {
  test('go by valid phones, not by invalid ones, and not over organizations', async () => {
    const other = await signUp(app.url);
    const file = csvFile([
      ['email', 'phone'],
      ['', '+447400123456'],
      ['', '0044 7400 123456'],
      ['', '123'],
      ['', '123'],
    ]);
    const mine = await importLeads(user, file, CONTACT);
    const theirs = await importLeads(other, file, CONTACT);
    for (const { stats } of [mine, theirs]) {
      expect(stats).toMatchObject({ imported: 3, duplicates: 1, invalidPhones: 2 });
    }
  });

  test('do not count leads in the bin', async () => {
    const file = csvFile([
      ['email', 'phone'],
      ['ada@example.com', '+447400123456'],
    ]);
    await importLeads(user, file, CONTACT);
    const { owner } = app.context.db;
    await owner.query('UPDATE leads SET deleted_at = now()');
    await owner.query('UPDATE lead_counts SET leads = 0');
    expect((await importLeads(user, file, CONTACT)).stats).toMatchObject({ imported: 1, duplicates: 0 });
  });
});

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

describe('values that break careless writers', () => {
  test('are stored as they are', async () => {
    await addField('Notes', 'text');
    const nasty = [
      'a\tb',
      'line\nbreak',
      'back\\slash',
      '\\N',
      '\\.',
      '"quotes"',
      "O'Brien",
      '{a,b}',
      '😀',
      'NULL',
      '$1',
    ];
    const rows = nasty.map((text, n) => [
      `lead-${n}@example.com`,
      text,
      text.replaceAll(/[,;|]/g, ' '),
      text,
    ]);
    const { stats } = await importLeads(user, csvFile([['email', 'name', 'tags', 'notes'], ...rows]), {
      fieldMapping: { email: 'email', name: 'firstName', tags: 'tags', notes: 'custom:Notes' },
    });
    expect(stats.imported).toBe(nasty.length);
    const leads = await leadsOf(user);
    expect(leads.map(({ firstName }) => firstName)).toEqual(nasty);
    expect(leads.map(({ tags }) => tags)).toEqual(rows.map(([, , tag]) => [tag]));
    expect(leads.map(({ customData }) => customData['Notes'])).toEqual(nasty);
  });

  test('are stored without what the database cannot hold', async () => {
    await addField('Notes', 'text');
    // A file that begins so would not be taken for text.
    const filler = Array.from({ length: 6_000 }, (_, n) => [`lead-${n}@example.com`, 'x'.repeat(40), '', '']);
    const file = csvFile([
      ['email', 'first', 'notes', 'amount'],
      ...filler,
      ['a@example.com', 'A\0da', 'no\0te', 'no\0amount'],
      ['\0b\0@example.com\0', '\0', '\0', '\0'],
      ['no\0address', '', '', ''],
    ]);
    const { stats } = await importLeads(user, file, {
      fieldMapping: { email: 'email', first: 'firstName', notes: 'custom:Notes', amount: 'depositAmount' },
    });
    expect(accounted(stats)).toBe(filler.length + 3);
    const { body } = await user.get<{ leads: Lead[] }>('/api/leads?limit=2');
    expect(body.leads.find(({ email }) => email === 'a@example.com')).toMatchObject({
      firstName: 'Ada',
      customData: { Notes: 'note' },
    });
  });

  test('are stored when a workbook holds half characters', async () => {
    await addField('Notes', 'text');
    const half = (text: string) => text.replace('HALF', '&#xD83D;');
    const table = [
      ['email', 'notes'],
      ['a@example.com', 'x HALF y'],
    ];
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${table
      .flat()
      .map((text) => `<si><t>${half(text)}</t></si>`)
      .join('')}</sst>`;
    const file = xlsx({ sheets: [{ name: 'Leads', rows: table }], stringsXml: strings });
    const { stats } = await importLeads(user, fileOf('leads.xlsx', new Uint8Array(file)), {
      fieldMapping: { email: 'email', notes: 'custom:Notes' },
    });
    expect(stats.imported).toBe(1);
  });

  test('make no trouble as column names', async () => {
    const names = ['email', '__proto__', 'constructor', '😀'.repeat(10), 'a\tb', ''];
    const { importId } = await importLeads(
      user,
      csvFile([names, ['a@example.com', 'first', 'last', 'c', 'd', 'e']]),
      { fieldMapping: { email: 'email', constructor: 'lastName' } },
    );
    expect(importId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await leadsOf(user)).toMatchObject([{ email: 'a@example.com', lastName: 'last' }]);
  });
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

test('the history shows imports newest first, with all there is to know', async () => {
  await importLeads(
    user,
    csvFile(
      [
        ['email', 'phone'],
        ['a@example.com', ''],
      ],
      'first.csv',
    ),
    CONTACT,
  );
  const { importId } = await importLeads(
    user,
    csvFile(
      [
        ['email', 'phone'],
        ['a@example.com', ''],
        ['b@example.com', '1'],
      ],
      'second.csv',
    ),
    CONTACT,
  );
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(body.map(({ filename }) => filename)).toEqual(['second.csv', 'first.csv']);
  expect(body[0]).toEqual({
    id: importId,
    filename: 'second.csv',
    status: 'completed',
    totalRows: 2,
    imported: 1,
    updated: 0,
    duplicates: 1,
    skipped: 0,
    errors: 0,
    unprocessed: 0,
    invalidPhones: 1,
    duration: expect.stringMatching(/^\d\.\ds$/),
    failure: null,
    createdBy: user.user.username,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('the audit trail tells of an import with its counts', async () => {
  await app.context.db.owner.query('TRUNCATE audit_logs');
  await importLeads(
    user,
    csvFile([
      ['email', 'phone'],
      ['a@example.com', ''],
      ['b', ''],
    ]),
    CONTACT,
  );
  const { rows } = await app.context.db.owner.query(
    'SELECT user_id, username, resource, details FROM audit_logs WHERE action = $1',
    ['import_leads'],
  );
  expect(rows).toEqual([
    {
      user_id: user.user.id,
      username: user.user.username,
      resource: 'leads.csv',
      details: {
        totalRows: 2,
        imported: 1,
        updated: 0,
        duplicates: 0,
        skipped: 0,
        errors: 1,
        unprocessed: 0,
        invalidPhones: 0,
      },
    },
  ]);
});
