import { request } from 'node:http';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { csv } from '#tests/support/files/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { uploadFile } from '#tests/support/imports.ts';

let app: TestApp;
let user: SignedIn;
let runs: MockInstance<TestApp['context']['threads']['run']>;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => {
  runs = vi.spyOn(app.context.threads, 'run');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await emptyTables(app.context.db.owner, 'uploads');
});

const ROWS = 40_000;
/** More than one group of chunks. The last row shows whether the server read the whole file. */
const TABLE = [
  ['E-mail', 'Note'],
  ...Array.from({ length: ROWS }, (_, n) => [`lead-${n}@example.com`, `row ${n} `.padEnd(140, 'x')]),
];

function named(name: string, content: Uint8Array): File {
  return fileOf(name, new Uint8Array(content));
}

/** Returns how often the server read the file while it arrived, and how often once it was whole. */
function readings(): [number, number] {
  const runsOf = (name: string): number =>
    runs.mock.calls.filter(([task]) => task.module.endsWith(`/${name}`)).length;
  return [runsOf('inspect-arriving.thread.ts'), runsOf('inspect-upload.ts')];
}

async function uploadsLeft(): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ left: number }>(
    'SELECT (SELECT count(*) FROM uploads) + (SELECT count(*) FROM upload_chunks) AS left',
  );
  return rows[0]?.left ?? -1;
}

describe('a large text is read while it arrives:', () => {
  test('UTF-8', async () => {
    const upload = await uploadFile(user, named('leads.csv', csv(TABLE)));
    expect(upload).toMatchObject({ encoding: 'utf-8', columns: ['E-mail', 'Note'], totalRows: ROWS });
    expect(upload.preview).toHaveLength(100);
    expect(readings()).toEqual([1, 0]);
  });

  test('Windows-1252 that shows at its beginning', async () => {
    const table = [['E-mail', 'Größe'], ...TABLE.slice(1)];
    const upload = await uploadFile(user, named('leads.csv', csv(table, { encoding: 'windows-1252' })));
    expect(upload).toMatchObject({ encoding: 'windows-1252', columns: ['E-mail', 'Größe'], totalRows: ROWS });
    expect(readings()).toEqual([1, 0]);
  });

  test.each(['utf-16le', 'utf-8'] as const)('%s that its first bytes tell', async (encoding) => {
    const upload = await uploadFile(user, named('leads.csv', csv(TABLE, { encoding, mark: true })));
    expect(upload).toMatchObject({ encoding, columns: ['E-mail', 'Note'], totalRows: ROWS });
    expect(readings()).toEqual([1, 0]);
  });

  test('two at once, one of them when it is whole', async () => {
    const files = ['a.csv', 'b.csv'].map((name) => named(name, csv(TABLE)));
    const uploads = await Promise.all(files.map((file) => uploadFile(user, file)));
    expect(uploads.map(({ totalRows }) => totalRows)).toEqual([ROWS, ROWS]);
    expect(readings()[0]).toBeGreaterThan(0);
  });

  test('the same file as often as it is sent', async () => {
    for (let times = 0; times < 3; times++) {
      expect(await uploadFile(user, named('leads.csv', csv(TABLE)))).toMatchObject({ totalRows: ROWS });
    }
    expect(readings()).toEqual([3, 0]);
  });
});

describe('what was read early counts for nothing', () => {
  test('when the last row shows another encoding', async () => {
    // Enough rows for the server to store the first chunks and start reading before the last row arrives.
    const rows = TABLE.slice(1);
    const table = [...TABLE, ...rows, ...rows, ...rows, ['last@example.com', 'Müller']];
    const upload = await uploadFile(user, named('leads.csv', csv(table, { encoding: 'windows-1252' })));
    expect(upload).toMatchObject({ encoding: 'windows-1252', totalRows: 4 * ROWS + 1 });
    expect(readings()).toEqual([1, 1]);
  });

  test('when the file is broken off, and nothing of it is kept', async () => {
    const url = new URL('/api/upload', app.url);
    const sent = request(url, {
      method: 'POST',
      headers: {
        cookie: String(user.cookie),
        origin: app.url,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    sent.on('error', () => undefined);
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    sent.write(csv(TABLE));
    await expect.poll(readings).toEqual([1, 0]);
    sent.destroy();
    await expect(runs.mock.results[0]?.value).rejects.toThrow();
    await expect.poll(uploadsLeft).toBe(0);
    // The next one is read early again.
    await uploadFile(user, named('leads.csv', csv(TABLE)));
    expect(readings()).toEqual([2, 0]);
  });
});

test('what is wrong near the end of a large text is told, and nothing of it is kept', async () => {
  const content = Buffer.concat([
    csv(TABLE),
    Buffer.from('x@example.com,"never closed\r\nmore\r\nand more\r\n'),
  ]);
  const body = formWith([['file', named('leads.csv', content)]]);
  const response = await user.send('/api/upload', { method: 'POST', body });
  const { message } = (await response.json()) as ErrorReply;
  expect([response.status, message]).toEqual([400, expect.stringContaining('a quote that is never closed')]);
  expect(await uploadsLeft()).toBe(0);
  expect(readings()).toEqual([1, 0]);
});

test('a large workbook is read when it is whole', async () => {
  // Poorly compressible, so that the file is larger than a group of chunks.
  const noise = Array.from({ length: 120_000 }, (_, n) => [
    `${Math.sin(n)}`,
    `${Math.cos(n)}`,
    `${Math.tan(n)}`,
  ]);
  const content = xlsx({ sheets: [{ name: 'Leads', rows: [['a', 'b', 'c'], ...noise] }] });
  expect(content.length).toBeGreaterThan(5 * 1024 * 1024);
  expect(await uploadFile(user, named('leads.xlsx', content))).toMatchObject({ totalRows: 120_000 });
  expect(readings()).toEqual([0, 1]);
});
