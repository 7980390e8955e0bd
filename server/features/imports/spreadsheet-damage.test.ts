import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportRecord, ReportRow, RowProblem } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { type FixtureCell, xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { EXAMPLE_NUMBERS } from '#tests/support/phone-texts.ts';
import { countryName } from '../../lead/countries/canonical-country.ts';

// Files damaged by a spreadsheet program: what the preview and the report show, and which values the leads get.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const COLUMNS = ['email', 'phone', 'country', 'postcode', 'card', 'depositAmount', 'depositDate'];
const MAPPING = Object.fromEntries(COLUMNS.map((column) => [column, column]));

/** Builds a workbook with the 1904 date system. */
function workbook(rows: FixtureCell[][]): File {
  const bytes = xlsx({ sheets: [{ name: 'Leads', rows: [COLUMNS, ...rows] }], date1904: true });
  return fileOf('leads.xlsx', new Uint8Array(bytes));
}

type Detail = ImportRecord & { firstProblems: ReportRow[] };

test('a workbook is fixed where that is certain; the rest is in preview and report', async () => {
  const file = workbook([
    ['a@example.com', 612345678, 'Italy', 144, '4111111111111110', 1.5, 43830],
    [
      'b@example.com',
      447911123456,
      null,
      1067,
      4111111111111110,
      { number: 44681, format: 'd-mmm' },
      '43830',
    ],
  ]);
  const { uploadId } = await uploadFile(user, file);
  const plan = { fieldMapping: MAPPING };
  const { body: preview } = await user.post<{
    rows: { values: Record<string, string>; problems: RowProblem[] }[];
  }>('/api/imports/preview', { uploadId, ...plan });
  const expected = [
    { phone: '+390612345678', postcode: '00144', card: '4111111111111110', depositDate: '2024-01-01' },
    { phone: '447911123456', postcode: '1067', card: '4111111111111110', depositDate: '2024-01-01' },
  ];
  expect(preview.rows.map(({ values }) => values)).toMatchObject(expected);
  const codes = ['excel_precision card', 'excel_date depositAmount', 'phone_prefix phone'];
  const said = (problems: RowProblem[] = []) => problems.map(({ code, field }) => `${code} ${field}`);
  expect(preview.rows.map(({ problems }) => said(problems))).toEqual([[], codes]);

  const { importId, stats } = await importLeads(user, uploadId, plan);
  expect(stats).toMatchObject({ imported: 2, errors: 0, invalidPhones: 1 });
  const leads = (await leadsOf(user)).sort((a, b) => ((a.email ?? '') < (b.email ?? '') ? -1 : 1));
  expect(leads).toMatchObject(expected);
  expect(leads.map(({ depositAmount, numberValid }) => [depositAmount, numberValid])).toEqual([
    ['1.50', true],
    [null, false],
  ]);
  const { body } = await user.get<Detail>(`/api/imports/${importId}`);
  expect(body.firstProblems.map(({ row, outcome }) => [row, outcome])).toEqual([[3, 'warning']]);
  expect(said(body.firstProblems[0]?.problems)).toEqual(codes);
  const report = await (await user.send(`/api/imports/${importId}/report.csv`, {})).text();
  expect(report).toContain('A spreadsheet turned this amount into a date');
  expect(report).toContain('2026-05-01');
});

test.each(['csv', 'xlsx'])(
  'an export of sound leads in %s imports again without a warning',
  async (format) => {
    // Some regions share their example number.
    const numbers = new Map(EXAMPLE_NUMBERS.map((number) => [number.number, number]));
    const rows = [...numbers.values()].map((number, n) => [
      `lead-${n}@example.com`,
      number.number,
      countryName(number.country ?? '') ?? '',
      ['00144', '01067', 'EC1Y 8SY', '1010', ''][n % 5] ?? '',
      ['4111111111111110', '0012', '1E5', 'C-1', '12e3'][n % 5] ?? '',
      ['1.50', '1234567.05', '', '-3.00', '45000.00'][n % 5] ?? '',
      ['2026-05-01', '', '1999-12-31'][n % 3] ?? '',
    ]);
    const { importId, stats } = await importLeads(user, csvFile([COLUMNS, ...rows]), {
      fieldMapping: MAPPING,
    });
    const { body: first } = await user.get<Detail>(`/api/imports/${importId}`);
    expect([stats.imported, first.problems]).toEqual([rows.length, 0]);

    const download = await user.send(`/api/leads/export?limit=all&format=${format}`, {});
    const out = fileOf(`export.${format}`, new Uint8Array(await download.arrayBuffer()));
    const other = await signUp(app.url);
    const upload = await uploadFile(other, out);
    const again = await importLeads(other, upload.uploadId, { fieldMapping: upload.suggestedMapping });
    const { body: second } = await other.get<Detail>(`/api/imports/${again.importId}`);
    expect([again.stats.imported, again.stats.invalidPhones, second.problems]).toEqual([rows.length, 0, 0]);
  },
);
