import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { REPORT_COLUMNS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import {
  accounted,
  csvFile,
  importLeads,
  leadCounts,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that create leads: values that PostgreSQL rejects.

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

async function addField(name: string, type: string, required = false): Promise<void> {
  await app.context.db.owner.query(
    'INSERT INTO custom_fields (organization_id, id, name, type, required) VALUES ($1, gen_random_uuid(), $2, $3, $4)',
    [user.user.organizationId, name, type, required],
  );
}

describe('values that break careless writers', () => {
  test('are stored as they are', async () => {
    await addField('Notes', 'text');
    const nasty = [
      'a\tb',
      'line\nbreak',
      'back\\slash',
      '\\Nx',
      '\\.',
      '"quotes"',
      "O'Brien",
      '{a,b}',
      '😀',
      'NULLS',
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
    expect(leads.map(({ tags }) => tags)).toEqual(rows.map(([, , tag]) => [tag?.replace(/^"(.*)"$/, '$1')]));
    expect(leads.map(({ customData }) => customData['Notes'])).toEqual(nasty);
  });

  test('are stored without what the database cannot hold', async () => {
    await addField('Notes', 'text');
    // Filler rows first: a file that starts with NUL bytes wouldn't be recognized as text.
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

  test('make no trouble in a plan', async () => {
    await importLeads(
      user,
      csvFile([
        ['email', 'phone'],
        ['a@example.com', ''],
      ]),
      {
        ...CONTACT,
        manualTags: ['a\0b', 'x\ud83dy'],
        nameSplitConfig: { column: 'no\0ne', enabled: false },
      },
    );
    expect(await leadsOf(user)).toMatchObject([{ tags: ['ab', 'x\ufffdy'] }]);
  });

  test('make no trouble as column names', async () => {
    // Keys that every object inherits, `__proto__` among them.
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    const names = ['email', 'date', ...inherited, '😀'.repeat(10), 'a\tb', ''];
    const rows = [names, ['a@example.com', 'no date', ...names.slice(2).map((_, n) => `cell ${n}`)]];
    const { uploadId, columns, preview } = await uploadFile(user, csvFile(rows));
    const renamed = inherited.map((name) => (name === '__proto__' ? '__proto__ (2)' : name));
    expect(columns).toEqual(['email', 'date', ...renamed, '😀'.repeat(10), 'a b', `Column ${names.length}`]);
    expect(Object.values(preview[0] ?? {})).toEqual(rows[1]);

    const fieldMapping = {
      email: 'email',
      date: 'depositDate',
      '__proto__ (2)': 'firstName',
      constructor: 'lastName',
    };
    const { importId } = await importLeads(user, uploadId, { fieldMapping });
    const cellOf = (name: string) => rows[1]?.[names.indexOf(name)];
    expect(await leadsOf(user)).toMatchObject([
      { email: 'a@example.com', firstName: cellOf('__proto__'), lastName: cellOf('constructor') },
    ]);
    const report = withoutQuotes(await (await user.send(`/api/imports/${importId}/report.csv`, {})).text());
    expect(report.split('\r\n')[0]).toBe([...REPORT_COLUMNS, ...columns].join(','));
    expect(report).toContain(rows[1]?.slice(2).join(',') ?? '');

    // The suggestion for the next file of these columns.
    const { rememberedMapping } = await uploadFile(user, csvFile(rows));
    expect(rememberedMapping?.fieldMapping).toEqual(fieldMapping);
  });
});
