import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import type { Upload } from '#contract/uploads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { csv } from '#tests/support/files/csv.ts';
import {
  HEADERLESS,
  linkedInConnections,
  openDocument,
  russianList,
  titledWorkbook,
} from '#tests/support/files/odd-readings.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { checkUpload, importLeads, leadsOf, postImport, uploadFile } from '#tests/support/imports.ts';

// How a file is read: as detected, as demanded with the upload, and as changed afterwards.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

const named = (name: string, content: Uint8Array) => fileOf(name, new Uint8Array(content));
type Answer = Upload & ErrorReply;

async function send(file: File, fields: [string, string][]): Promise<{ status: number; body: Answer }> {
  const body = formWith([...fields, ['file', file]]);
  const response = await user.send('/api/upload', { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Answer };
}
const read = (uploadId: string, body: object) => user.post<Answer>(`/api/uploads/${uploadId}/sheet`, body);

const RUSSIAN = csv(
  [
    ['Email', 'Имя', 'Город'],
    ['a@example.com', 'Пётр', 'Москва'],
    ['b@example.com', 'Анна', 'Казань'],
  ],
  { delimiter: ';', encoding: 'windows-1251' },
);

describe('an upload says how it was read:', () => {
  test("LinkedIn's file, below its note", async () => {
    const upload = await uploadFile(user, named('Connections.csv', linkedInConnections()));
    expect(upload).toMatchObject({
      ...{ encoding: 'utf-8', delimiter: ',', headerRow: 4, totalRows: 2 },
      suggestedMapping: { 'First Name': 'firstName', 'Last Name': 'lastName', 'Email Address': 'email' },
    });
    expect(upload.columns.slice(0, 2)).toEqual(['First Name', 'Last Name']);
    expect(upload.preview[0]).toMatchObject({ 'First Name': 'Frank', 'Email Address': 'frank@example.com' });
    expect(upload.firstRows.map(({ number }) => number)).toEqual([1, 2, 4, 5, 6]);
    expect(upload.firstRows[0]?.cells).toEqual(['Notes:']);
  });

  test('a workbook below its title', async () => {
    const upload = await uploadFile(user, named('titled.xlsx', titledWorkbook()));
    expect(upload).toMatchObject({ headerRow: 3, totalRows: 3, columns: ['First Name', 'Email', 'Phone'] });
  });

  test('Windows-1251', async () => {
    const upload = await uploadFile(user, named('windows-1251.csv', russianList()));
    expect(upload).toMatchObject({ encoding: 'windows-1251', delimiter: ';', headerRow: 1 });
    expect(upload.preview).toEqual([{ Email: 'a@example.com', Name: 'Петр' }]);
  });

  test('no header, and its first row is imported', async () => {
    const upload = await uploadFile(user, named('list.csv', csv(HEADERLESS)));
    expect(upload).toMatchObject({
      headerRow: 0,
      totalRows: 3,
      columns: ['Column 1', 'Column 2', 'Column 3'],
    });
    expect(upload.suggestedMapping).toEqual({ 'Column 2': 'email', 'Column 3': 'phone' });
    const fieldMapping = { 'Column 1': 'firstName', ...upload.suggestedMapping };
    expect((await importLeads(user, upload.uploadId, { fieldMapping })).stats.imported).toBe(3);
    const names = (await leadsOf(user)).map(({ firstName }) => firstName);
    expect(names.sort()).toEqual(['Ada', 'Bob', 'Cy']);
    // Numbered columns are the same in any such file, so that nothing is remembered for them.
    const next = await uploadFile(user, named('other.csv', csv(HEADERLESS)));
    expect(next.rememberedMapping).toBeNull();
  });

  test('groups above the header and repeats below are no leads', async () => {
    const header = ['Vorname', 'Nachname', 'E-Mail', 'Telefon'];
    const leads = Array.from({ length: 90 }, (_, n) => [`V${n}`, `N${n}`, `l${n}@example.com`, '']);
    const pages = leads.flatMap((lead, n) => (n % 30 === 0 ? [header, lead] : [lead]));
    const table = [['Person', 'Person', 'Kontakt', 'Kontakt'], ...pages];
    const upload = await uploadFile(user, named('pages.csv', csv(table)));
    expect(upload).toMatchObject({ headerRow: 2, totalRows: 90, columns: header });
    const events = await checkUpload(user, upload.uploadId, { fieldMapping: upload.suggestedMapping });
    expect(events.at(-1)).toMatchObject({ forecast: { totalRows: 90, checked: 90 } });
    const { stats } = await importLeads(user, upload.uploadId, { fieldMapping: upload.suggestedMapping });
    expect(stats).toMatchObject({ totalRows: 90, imported: 90, errors: 0 });
    const { body } = await read(upload.uploadId, { headerRow: 1 });
    expect(body).toMatchObject({ headerRow: 1, totalRows: 93 });
  });

  test('a code page of DOS, and another by hand', async () => {
    const table = [
      ['Email', 'Last Name'],
      ['a@example.com', 'Müller'],
      ['b@example.com', 'Sørensen'],
    ];
    const bytes = csv(table, { encoding: 'ibm850', delimiter: ';' });
    const upload = await uploadFile(user, named('dos.csv', bytes));
    expect(upload).toMatchObject({ encoding: 'ibm850', totalRows: 2 });
    expect(upload.preview.map((row) => row['Last Name'])).toEqual(['Müller', 'Sørensen']);
    const { body } = await read(upload.uploadId, { encoding: 'cp437' });
    expect(body).toMatchObject({ encoding: 'ibm437' });
    expect(body.preview.map((row) => row['Last Name'])).toEqual(['Müller', 'S¢rensen']);
  });

  test('a large file in another encoding, read while it arrives', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => [
      `lead-${n}@example.com`,
      `Пётр Иванов ${n}`.padEnd(80, 'я'),
    ]);
    const bytes = csv([['Email', 'Имя'], ...rows], { encoding: 'windows-1251' });
    expect(bytes.length).toBeGreaterThan(5 * 1024 * 1024);
    const upload = await uploadFile(user, named('large.csv', bytes));
    expect(upload).toMatchObject({ encoding: 'windows-1251', totalRows: 60_000, columns: ['Email', 'Имя'] });
  });
});

describe('fields of the upload', () => {
  test('say how to read the file, which holds for the import too', async () => {
    const fields: [string, string][] = [
      ['encoding', 'cp1251'],
      ['delimiter', ';'],
      ['headerRow', '2'],
    ];
    const { status, body } = await send(named('leads.csv', RUSSIAN), fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ encoding: 'windows-1251', delimiter: ';', headerRow: 2, totalRows: 1 });
    expect(body.columns).toEqual(['a@example.com', 'Пётр', 'Москва']);
    const plan = { fieldMapping: { 'a@example.com': 'email', Москва: 'city' } };
    await importLeads(user, body.uploadId, plan);
    expect((await leadsOf(user)).map(({ email, city }) => [email, city])).toEqual([
      ['b@example.com', 'Казань'],
    ]);
  });

  test.each<[[string, string], string]>([
    [['encoding', 'klingon'], 'There is no encoding "klingon"'],
    [['delimiter', '/'], 'The delimiter must be a comma, semicolon, tab or pipe'],
    [['headerRow', 'four'], 'headerRow must be the number of a row, or 0 for none'],
    [
      ['headerRow', '9'],
      'Row 9 is too far down. The column names must be in one of the first 25 filled rows.',
    ],
    [['sheet', 'May'], 'The file has no sheet "May"'],
  ])('that make no sense are refused: %j', async (field, message) => {
    const { status, body } = await send(named('leads.csv', RUSSIAN), [field]);
    expect({ status, field: body.field, message: body.message }).toEqual({
      status: 400,
      field: field[0],
      message,
    });
    const { rows } = await app.context.db.owner.query('SELECT FROM uploads WHERE organization_id = $1', [
      user.user.organizationId,
    ]);
    expect(rows).toHaveLength(0);
  });

  test('for a workbook know neither encoding nor delimiter', async () => {
    const { status, body } = await send(named('leads.xlsx', titledWorkbook()), [['encoding', 'utf-8']]);
    expect([status, body.field, body.message]).toEqual([
      400,
      'encoding',
      'A workbook has no encoding to choose',
    ]);
  });
});

describe('another reading of an upload', () => {
  test('by header row', async () => {
    const { uploadId } = await uploadFile(user, named('titled.xlsx', titledWorkbook()));
    const none = await read(uploadId, { headerRow: 0 });
    expect(none.body).toMatchObject({
      headerRow: 0,
      totalRows: 5,
      columns: ['Column 1', 'Column 2', 'Column 3'],
    });
    const title = await read(uploadId, { headerRow: 1 });
    expect(title.body).toMatchObject({
      columns: ['Leads of March 2024', 'Column 2', 'Column 3'],
      totalRows: 4,
    });
    expect((await read(uploadId, { headerRow: null })).body).toMatchObject({ headerRow: 3, totalRows: 3 });
    const empty = await read(uploadId, { headerRow: 2 });
    expect([empty.status, empty.body.field, empty.body.message]).toEqual([
      ...[400, 'headerRow'],
      'Row 2 is empty. Choose a row with column names.',
    ]);
  });

  test('by encoding and delimiter', async () => {
    const { uploadId } = await uploadFile(user, named('leads.csv', RUSSIAN));
    const greek = (await read(uploadId, { encoding: 'windows-1253' })).body;
    expect(greek).toMatchObject({ encoding: 'windows-1253', delimiter: ';', totalRows: 2 });
    expect(greek.columns[2]).not.toBe('Город');
    const commas = (await read(uploadId, { delimiter: ',' })).body;
    expect(commas).toMatchObject({ encoding: 'windows-1251', delimiter: ',', columns: ['Email;Имя;Город'] });
    expect((await read(uploadId, { encoding: 'windows-1251' })).body.columns).toEqual([
      'Email',
      'Имя',
      'Город',
    ]);
    // A second request finds what the first one read.
    expect((await read(uploadId, { encoding: 'windows-1253' })).body).toEqual(greek);
  });

  test('keeps the encoding that came with the upload', async () => {
    const { body } = await send(named('leads.csv', RUSSIAN), [['encoding', 'koi8-r']]);
    const commas = (await read(body.uploadId, { delimiter: ',' })).body;
    expect(commas).toMatchObject({ encoding: 'koi8-r', delimiter: ',' });
    expect((await read(body.uploadId, { headerRow: 1 })).body.columns).toEqual(body.columns);
  });

  test('needs a choice, and one that fits', async () => {
    const { uploadId } = await uploadFile(user, named('leads.csv', RUSSIAN));
    for (const [body, field] of [
      [{}, 'sheet'],
      [{ encoding: 'nope' }, 'encoding'],
      [{ delimiter: '.' }, 'delimiter'],
      [{ headerRow: -1 }, 'headerRow'],
      [{ headerRow: 1.5 }, 'headerRow'],
      [{ headerRow: 4_000_000 }, 'headerRow'],
      [{ sheet: 'May' }, 'sheet'],
      [{ color: 'red' }, undefined],
    ] as const) {
      const refused = await read(uploadId, body);
      expect(refused.status).toBe(400);
      if (field !== undefined) expect(refused.body.field).toBe(field);
    }
    const stranger = await signUp(app.url);
    expect((await stranger.post(`/api/uploads/${uploadId}/sheet`, { headerRow: 0 })).status).toBe(404);
  });
});

describe('the options of a plan', () => {
  const options = { encoding: 'windows-1251', delimiter: ';', headerRow: 0 };
  const fieldMapping = { 'Column 1': 'email', 'Column 3': 'city' };

  test('hold for preview, check, import and report alike', async () => {
    const { uploadId } = await uploadFile(user, named('leads.csv', RUSSIAN));
    const preview = await user.post<{ rows: { number: number; values: Record<string, string> }[] }>(
      '/api/imports/preview',
      { uploadId, fieldMapping, options },
    );
    expect(preview.body.rows.map(({ number, values }) => [number, values['city']])).toEqual([
      [1, 'Город'],
      [2, 'Москва'],
      [3, 'Казань'],
    ]);
    const check = (await checkUpload(user, uploadId, { fieldMapping, options })).at(-1);
    expect(check).toMatchObject({ type: 'complete', forecast: { totalRows: 3, imported: 2, errors: 1 } });
    const { importId, stats } = await importLeads(user, uploadId, { fieldMapping, options });
    expect(stats).toMatchObject({ totalRows: 3, imported: 2, errors: 1 });
    expect((await leadsOf(user)).map(({ city }) => city).sort()).toEqual(['Казань', 'Москва']);
    const report = withoutQuotes(
      await (await user.send(`/api/imports/${importId}/report.csv`, { method: 'GET' })).text(),
    );
    expect(report.split('\r\n')[1]).toMatch(/^1,error,.*,Email,Имя,Город$/);
  });

  test('are refused where they do not fit, naming the option', async () => {
    const { uploadId } = await uploadFile(user, named('leads.csv', RUSSIAN));
    for (const [wrong, field] of [
      [{ encoding: 'nope' }, 'options.encoding'],
      [{ headerRow: 50 }, 'options.headerRow'],
    ] as const) {
      const response = await postImport(user, uploadId, { fieldMapping: { Email: 'email' }, options: wrong });
      expect([response.status, ((await response.json()) as ErrorReply).field]).toEqual([400, field]);
    }
    // The columns are those of the reading.
    const response = await postImport(user, uploadId, { fieldMapping: { Email: 'email' }, options });
    expect([response.status, ((await response.json()) as ErrorReply).field]).toEqual([400, 'fieldMapping']);
  });

  test('hold for another sheet too, whose header is its own', async () => {
    const sheets = [
      { name: 'May', rows: [['Email'], ['a@example.com']] },
      {
        name: 'June',
        rows: [
          ['Leads of June'],
          [null],
          ['First Name', 'Email', 'City'],
          ['Ada', 'ada@example.com', 'London'],
        ],
      },
    ];
    const { uploadId } = await uploadFile(user, named('book.xlsx', xlsx({ sheets })));
    expect((await read(uploadId, { sheet: 'June' })).body).toMatchObject({ headerRow: 3, totalRows: 1 });
    await importLeads(user, uploadId, {
      fieldMapping: { Email: 'email', City: 'city' },
      options: { sheet: 'June' },
    });
    expect((await leadsOf(user)).map(({ email, city }) => [email, city])).toEqual([
      ['ada@example.com', 'London'],
    ]);
  });
});

test.each([
  ['LEADS.CSV', csv(HEADERLESS), 200, undefined],
  ['Leads.Xlsx', titledWorkbook(), 200, undefined],
  [
    'leads.xlsx',
    openDocument(),
    400,
    'This is an OpenDocument spreadsheet. Save it as .xlsx and upload it again.',
  ],
  [
    'leads.XLS',
    Buffer.from('<html><table><tr><td>Email</td></tr></table></html>'),
    400,
    'This is a web page (HTML). Open it in Excel or LibreOffice, save it as .xlsx and upload it again.',
  ],
])('%s is taken by its name in any case, and by its content', async (name, content, status, message) => {
  const answer = await send(named(name, content), []);
  expect([answer.status, answer.body.message]).toEqual([status, message]);
});
