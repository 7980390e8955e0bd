import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { type Upload, uploadReply } from '#contract/uploads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { csv } from '#tests/support/files/csv.ts';
import {
  encryptedWorkbook,
  externalEntities,
  png,
  truncated,
  zipBomb,
} from '#tests/support/files/hostile.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { uploadFile } from '#tests/support/imports.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(() => emptyTables(app.context.db.owner, 'uploads'));

const TABLE = [
  ['E-mail', 'Phone', 'Full Name'],
  ['ada@example.com', '+447400123456', 'Ada Lovelace'],
  ['', '', ''],
  ['grace@example.com', '', 'Grace Hopper'],
];

/** The File constructor requires Uint8Arrays over plain ArrayBuffers. */
function named(name: string, content: Uint8Array | string): File {
  return fileOf(name, typeof content === 'string' ? content : new Uint8Array(content));
}

async function send(parts: [string, string | File][]): Promise<{ status: number; body: ErrorReply }> {
  const response = await user.send('/api/upload', { method: 'POST', body: formWith(parts) });
  return { status: response.status, body: (await response.json()) as ErrorReply };
}

async function stored(): Promise<{ uploads: number; chunks: number }> {
  const { rows } = await app.context.db.owner.query<{ uploads: number; chunks: number }>(
    'SELECT (SELECT count(*) FROM uploads) AS uploads, (SELECT count(*) FROM upload_chunks) AS chunks',
  );
  return rows[0] ?? { uploads: -1, chunks: -1 };
}

const NOTHING = { uploads: 0, chunks: 0 };

describe('a file that can be read', () => {
  const workbook = { sheets: [{ name: 'Leads', rows: TABLE }] };
  const inExcel = { delimiter: null, encoding: null, sheets: ['Leads'], sheet: 'Leads' };
  const inText = { kind: 'csv', delimiter: ',', encoding: 'utf-8', sheets: [], sheet: null };

  test.each([
    ['leads.csv', csv(TABLE), inText],
    [
      'LEADS.CSV',
      csv(TABLE, { delimiter: ';', encoding: 'utf-16le', mark: true }),
      { ...inText, delimiter: ';', encoding: 'utf-16le' },
    ],
    ['leads.xlsx', xlsx(workbook), { kind: 'xlsx', ...inExcel }],
    ['leads.xls', xls(workbook.sheets), { kind: 'xls', ...inExcel }],
    // The content decides, because people rename files.
    ['really-xlsx.csv', xlsx(workbook), { kind: 'xlsx', ...inExcel }],
    ['really-csv.xls', csv(TABLE), inText],
  ])('%s is answered with all that is known of it', async (name, content, format) => {
    const response = await user.send('/api/upload', {
      method: 'POST',
      body: formWith([['file', named(name, content)]]),
    });
    expect(response.status).toBe(200);
    const body = uploadReply.strict().parse(await response.json());
    expect(body).toEqual({
      uploadId: body.uploadId,
      filename: name,
      size: content.length,
      ...format,
      headerRow: 1,
      firstRows: [
        { number: 1, cells: ['E-mail', 'Phone', 'Full Name'] },
        { number: 2, cells: ['ada@example.com', '+447400123456', 'Ada Lovelace'] },
        { number: 4, cells: ['grace@example.com', '', 'Grace Hopper'] },
      ],
      columns: ['E-mail', 'Phone', 'Full Name'],
      preview: [
        { 'E-mail': 'ada@example.com', Phone: '+447400123456', 'Full Name': 'Ada Lovelace' },
        { 'E-mail': 'grace@example.com', Phone: '', 'Full Name': 'Grace Hopper' },
      ],
      totalRows: 2,
      suggestedMapping: expect.objectContaining({ 'E-mail': 'email', Phone: 'phone' }),
      nameColumn: 'Full Name',
      rememberedMapping: null,
      importedBefore: [],
    });
    expect(await stored()).toEqual({ uploads: 1, chunks: 1 });
  });

  test('offers no name to be split where none has a second word', async () => {
    const { nameColumn } = await uploadFile(
      user,
      named(
        'leads.csv',
        csv([
          ['email', 'name'],
          ['a@x.example', 'Ada'],
        ]),
      ),
    );
    expect(nameColumn).toBeNull();
  });

  test('is kept byte for byte, in chunks of 1 MB', async () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => [`lead-${n}@example.com`, 'x'.repeat(60)]);
    const content = csv([['email', 'note'], ...rows]);
    await uploadFile(user, named('leads.csv', content));

    const { rows: chunks } = await app.context.db.owner.query<{ bytes: Buffer }>(
      'SELECT bytes FROM upload_chunks ORDER BY n',
    );
    expect(chunks.slice(0, -1).every(({ bytes }) => bytes.length === 1024 * 1024)).toBe(true);
    expect(chunks.length).toBe(Math.ceil(content.length / 1024 / 1024));
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(content)).toBe(true);
    const { rows: uploads } = await app.context.db.owner.query<{ same: boolean; size: number }>(
      'SELECT sha256 = sha256($1) AS same, size FROM uploads',
      [content],
    );
    expect(uploads).toEqual([{ same: true, size: content.length }]);
  });

  test('suggests custom fields by their names', async () => {
    await app.context.db.owner.query(
      "INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, gen_random_uuid(), 'Shoe Size', 'number')",
      [user.user.organizationId],
    );
    const { suggestedMapping }: Upload = await uploadFile(
      user,
      named('leads.csv', 'email,shoe size\na@example.com,42\n'),
    );
    expect(suggestedMapping).toEqual({ email: 'email', 'shoe size': 'custom:Shoe Size' });
    await emptyTables(app.context.db.owner, 'custom_fields');
  });

  test('loses the path that some browsers send before its name', async () => {
    const { filename } = await uploadFile(user, named('C:\\Users\\ada\\leads.csv', csv(TABLE)));
    expect(filename).toBe('leads.csv');
  });

  test('keeps its name in any script', async () => {
    const { filename } = await uploadFile(user, named('наши лиды – März.csv', csv(TABLE)));
    expect(filename).toBe('наши лиды – März.csv');
  });
});

describe('a file that cannot be read is refused with the reason, and nothing of it is kept:', () => {
  const workbook = xlsx({ sheets: [{ name: 'Leads', rows: TABLE }] });
  test.each<[string, string, Uint8Array | string, RegExp]>([
    ['an empty file', 'leads.csv', '', /empty/i],
    ['nothing but blanks', 'leads.csv', '\n \n\n', /empty/i],
    ['a picture', 'photo.csv', png(), /PNG image/],
    ['a picture that is called a workbook', 'photo.xlsx', png(), /PNG image/],
    ['half a workbook', 'leads.xlsx', truncated(workbook), /incomplete|truncated|damaged|cut|broken/i],
    ['an encrypted workbook', 'leads.xlsx', encryptedWorkbook(), /password|encrypted/i],
    ['a bomb', 'leads.xlsx', zipBomb(60), /unpacks to far more data than allowed/],
  ])('%s', async (_case, name, content, reason) => {
    const { status, body } = await send([['file', named(name, content)]]);
    expect(status).toBe(400);
    expect(body.message).toMatch(reason);
    expect(body).toMatchObject({ field: 'file' });
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stored()).toEqual(NOTHING);
  });

  test('external entities name no file of ours', async () => {
    const { status, body } = await send([['file', named('leads.xlsx', externalEntities())]]);
    expect(JSON.stringify(body)).not.toContain('root:');
    if (status !== 200) expect([status, await stored()]).toEqual([400, NOTHING]);
  });
});

describe('a form that is not as asked for leaves nothing behind:', () => {
  const good = named('leads.csv', csv(TABLE));
  test.each<[string, [string, string | File][], string]>([
    ['another extension', [['file', named('leads.txt', csv(TABLE))]], 'file'],
    ['no extension', [['file', named('csv', csv(TABLE))]], 'file'],
    ['no file', [['file', 'just text']], 'file'],
    [
      'two files',
      [
        ['file', good],
        ['file', good],
      ],
      'file',
    ],
    ['a file in another part', [['document', good]], 'document'],
    [
      'a part that nobody knows, before the file',
      [
        ['extra', '1'],
        ['file', good],
      ],
      'extra',
    ],
    [
      'a part that nobody knows, after the file',
      [
        ['file', good],
        ['extra', '1'],
      ],
      'extra',
    ],
  ])('%s', async (_case, parts, field) => {
    const { status, body } = await send(parts);
    expect([status, body.field]).toEqual([400, field]);
    expect(await stored()).toEqual(NOTHING);
  });

  test('an empty form', async () => {
    const response = await user.send('/api/upload', {
      method: 'POST',
      body: '--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response.status).toBe(400);
  });

  test.each([
    [
      'a form that ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\na@b.co',
    ],
    ['a form without a boundary', 'multipart/form-data', 'email'],
  ])('%s', async (_case, type, body) => {
    const response = await user.send('/api/upload', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect(await stored()).toEqual(NOTHING);
  });

  test.each(['application/json', 'text/csv', 'application/x-www-form-urlencoded'])(
    'a body of type %s is not taken',
    async (type) => {
      const response = await user.send('/api/upload', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': type },
      });
      expect(response.status).toBe(415);
      expect(await stored()).toEqual(NOTHING);
    },
  );
});
