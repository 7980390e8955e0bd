import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import {
  checkUpload,
  csvFile,
  importLeads,
  leadsOf,
  type PlanFields,
  postImport,
  uploadFile,
} from '#tests/support/imports.ts';

// Column tools and value maps over HTTP: preview, check, import and saved mapping see the same columns.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

const ROWS = [
  ['Contact', 'Mail', 'State', 'Area', 'Number'],
  ['Ada Byron', 'ada@tools.example', 'Neu', '20', '7946 0018'],
  ['', '', '', '', ''],
  ['Grace Brewster Hopper', 'grace@tools.example', '', '', ''],
  ['Kurt', 'nobody', 'weg', '', ''],
];

const PLAN: PlanFields = {
  fieldMapping: {
    Given: 'firstName',
    Family: 'lastName',
    Mail: 'email',
    State: 'status',
    Full: 'phone',
    Campaign: 'brand',
  },
  columnTools: [
    { tool: 'split', column: 'Contact', separator: ' ', into: ['Given', 'Family'] },
    { tool: 'merge', columns: ['Area', 'Number'], separator: ' ', into: 'Full' },
    { tool: 'replace', column: 'Full', find: '20 ', replacement: '+44 20 ' },
    { tool: 'default', column: 'State', value: 'weg' },
    { tool: 'constant', into: 'Campaign', value: 'Acme' },
  ],
  valueMaps: { State: { neu: 'new', Weg: 'lost' } },
};

test('preview, check and import agree, and rows keep their numbers', async () => {
  const { uploadId } = await uploadFile(user, csvFile(ROWS));
  const preview = await user.post<{ rows: { number: number; values: Record<string, string> }[] }>(
    '/api/imports/preview',
    { uploadId, ...PLAN },
  );
  expect(preview.status).toBe(200);
  expect(
    preview.body.rows.map(({ number, values }) => [number, values['lastName'], values['status']]),
  ).toEqual([
    [2, 'Byron', 'new'],
    [4, 'Brewster Hopper', 'lost'],
    [5, undefined, 'lost'],
  ]);
  expect((await checkUpload(user, uploadId, PLAN)).at(-1)).toMatchObject({
    forecast: { totalRows: 3, imported: 2, errors: 1, validPhones: 1 },
  });
  const { importId, stats } = await importLeads(user, uploadId, PLAN);
  expect(stats).toMatchObject({ totalRows: 3, imported: 2, errors: 1 });
  expect(await leadsOf(user)).toMatchObject([
    { firstName: 'Ada', lastName: 'Byron', status: 'new', phone: '+442079460018', brand: 'Acme' },
    { firstName: 'Grace', lastName: 'Brewster Hopper', status: 'lost', phone: null, brand: 'Acme' },
  ]);
  // The report has the file's own columns and cells, so that fixed rows go through the same tools again.
  const report = withoutQuotes(await (await user.send(`/api/imports/${importId}/report.csv`, {})).text());
  expect(report.split('\r\n')).toEqual([
    'Import Row,Import Outcome,Import Reason,Import Value,Contact,Mail,State,Area,Number',
    '5,error,Mail: Not a valid email address,nobody,Kurt,nobody,weg,,',
    '',
  ]);
});

test('the mapping of the same columns is remembered with its tools and value maps', async () => {
  const renamed = ROWS.map((row, index) => (index === 0 ? row.map((name) => name.toUpperCase()) : row));
  const { rememberedMapping } = await uploadFile(user, csvFile(renamed));
  expect(rememberedMapping).toMatchObject({
    fieldMapping: { Given: 'firstName', MAIL: 'email', Full: 'phone' },
    columnTools: [
      { tool: 'split', column: 'CONTACT' },
      { tool: 'merge', columns: ['AREA', 'NUMBER'] },
      { tool: 'replace', column: 'Full' },
      { tool: 'default', column: 'STATE' },
      { tool: 'constant' },
    ],
    valueMaps: { STATE: { neu: 'new', Weg: 'lost' } },
  } satisfies Partial<Upload['rememberedMapping']> | Record<string, unknown>);
});

const MAPPING = { fieldMapping: { Mail: 'email' } };

test.each<[string, Record<string, unknown>, RegExp, string]>([
  [
    'an unknown column',
    { columnTools: [{ tool: 'default', column: 'Nope', value: 'x' }] },
    /^Column tool 1 \(Fill blanks\): there is no column "Nope"$/,
    'columnTools',
  ],
  [
    'a name that the file has',
    { columnTools: [{ tool: 'constant', into: 'mail', value: 'x' }] },
    /there's already a column "mail"/,
    'columnTools',
  ],
  [
    'a long name',
    { columnTools: [{ tool: 'constant', into: 'x'.repeat(101), value: 'x' }] },
    /100/,
    'columnTools',
  ],
  [
    'too many tools',
    { columnTools: Array.from({ length: 51 }, () => ({ tool: 'default', column: 'Mail', value: 'x' })) },
    /at most 50 column tools/,
    'columnTools',
  ],
  ['an unknown tool', { columnTools: [{ tool: 'regex', column: 'Mail' }] }, /./, 'columnTools'],
  ['a value map of no column', { valueMaps: { Nope: { a: 'b' } } }, /no column "Nope"/, 'valueMaps'],
  [
    'a value map with too many values',
    { valueMaps: { State: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`v${n}`, 'x'])) } },
    /At most 500 values/,
    'valueMaps',
  ],
  [
    'a target without a column',
    { fieldMapping: { Given: 'firstName' } },
    /no column "Given"/,
    'fieldMapping',
  ],
])('refuses %s wherever a plan is sent', async (_what, change, message, field) => {
  const { uploadId } = await uploadFile(user, csvFile(ROWS));
  const plan = { ...MAPPING, ...change };
  for (const path of ['/api/imports/preview', '/api/imports/check']) {
    const { status, body } = await user.post<{ message: string; field: string }>(path, { uploadId, ...plan });
    expect([path, status]).toEqual([path, 400]);
    expect(body.message).toMatch(message);
    expect(body.field.startsWith(field)).toBe(true);
  }
  const response = await postImport(user, uploadId, plan as PlanFields);
  expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(field)]);
});
