import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenedFile } from '#contract/queued-files.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, leadsOf } from '#tests/support/imports.ts';
import { endedQueue, queuedFileNamed, queueFiles } from '#tests/support/queue.ts';

// The way to read a queued file: sheet, encoding, delimiter and header row.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
});

const read = (id: string | undefined, reading: Record<string, unknown>, client = user) =>
  call<OpenedFile & { message?: string }>(client, 'POST', `/api/import-queue/${id}/reading`, reading);

const BOOK = fileOf(
  'book.xlsx',
  new Uint8Array(
    xlsx({
      sheets: [
        {
          name: 'Cover',
          rows: [
            ['Report', 'of'],
            ['May', '2030'],
          ],
        },
        {
          name: 'Leads',
          rows: [
            ['Email', 'City'],
            ['ada@mail.example', 'Brno'],
            ['kurt@mail.example', 'Wien'],
          ],
        },
      ],
    }),
  ),
);

/** Starts the import of every file as it is mapped now. */
const start = () => call(user, 'PATCH', '/api/import-queue', { mapping: 'each' });

test('another sheet is read, mapped and imported', async () => {
  const [id] = await queueFiles(user, BOOK);
  expect((await user.get<OpenedFile>(`/api/import-queue/${id}`)).body.upload).toMatchObject({
    sheet: 'Leads',
  });
  expect((await read(id, { sheet: 'Cover' })).body.upload).toMatchObject({ sheet: 'Cover' });
  const before = await queuedFileNamed(user, 'book.xlsx');
  const { status, body } = await read(id, { sheet: 'Leads' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    file: { mapped: 2, stats: { totalRows: 2 }, leftOut: { count: 0 } },
    upload: { sheet: 'Leads', columns: ['Email', 'City'] },
    plan: { fieldMapping: { Email: 'email', City: 'city' }, options: { sheet: 'Leads' } },
  });
  expect(body.file.group).not.toBe(before.group);
  const again = await user.get<OpenedFile>(`/api/import-queue/${id}`);
  expect(again.body.upload).toMatchObject({ sheet: 'Leads', totalRows: 2 });
  await start();
  expect((await endedQueue(user))[0]).toMatchObject({ state: 'completed', stats: { imported: 2 } });
  expect((await leadsOf(user)).map(({ city }) => city)).toEqual(['Brno', 'Wien']);
});

test('another encoding, delimiter and header row are read, and columns that are found again keep their fields', async () => {
  const text = 'Email;Ort\nada@mail.example;Köln, Rhein\nkurt@mail.example;Graz\n';
  const [id] = await queueFiles(user, fileOf('latin.csv', new Uint8Array(Buffer.from(text, 'latin1'))));
  const fieldMapping = { Email: 'email', Ort: 'address' };
  await user.post('/api/import-queue/mapping', { ids: [id], fieldMapping, confirm: false });
  const other = await read(id, { encoding: 'koi8-r', delimiter: ';' });
  expect(other.body).toMatchObject({
    upload: { encoding: 'koi8-r', delimiter: ';', headerRow: 1 },
    plan: { fieldMapping, options: { encoding: 'koi8-r', delimiter: ';', headerRow: null } },
  });
  const commas = await read(id, { delimiter: ',' });
  expect(commas.body).toMatchObject({ upload: { columns: ['Email;Ort', expect.anything()] } });
  const below = await read(id, { headerRow: 2 });
  expect(below.body).toMatchObject({
    file: { stats: { totalRows: 1 } },
    upload: { columns: ['ada@mail.example', 'Köln, Rhein'], headerRow: 2 },
  });
  const none = await read(id, { headerRow: 0 });
  expect(none.body).toMatchObject({
    file: { stats: { totalRows: 3 } },
    upload: { columns: ['Column 1', 'Column 2'], headerRow: 0 },
    plan: { options: { headerRow: 0 } },
  });
});

test('a file that failed is read another way and tried again', async () => {
  const rows = [
    ['Email', 'City'],
    ['ada@mail.example', 'Brno'],
  ];
  const [id] = await queueFiles(user, csvFile(rows, 'read.csv'));
  expect((await read(id, { headerRow: 2 })).body.plan.fieldMapping).toEqual({});
  await start();
  const [failed] = await endedQueue(user);
  expect(failed?.failure?.message).toContain('None of its columns could be matched');
  expect((await read(id, { headerRow: 1 })).body).toMatchObject({ file: { state: 'error', mapped: 2 } });
  expect((await user.post(`/api/import-queue/${id}/retry`)).status).toBe(200);
  expect((await endedQueue(user))[0]).toMatchObject({ state: 'completed', stats: { imported: 1 } });
});

describe('refused are', () => {
  test.each([
    ['a sheet that there is not', { sheet: 'Nope' }, 400, 'The file has no sheet "Nope"'],
    ['an encoding of a workbook', { encoding: 'latin1' }, 400, 'A workbook has no encoding to choose'],
    ['a delimiter that is none', { delimiter: 'x' }, 400, 'delimiter'],
    ['nothing', {}, 400, 'sheet'],
    ['another member', { sheet: 'Leads', rows: 1 }, 400, 'rows'],
  ])('%s', async (_what, reading, expected, message) => {
    const [id] = await queueFiles(user, BOOK);
    const { status, body } = await read(id, reading);
    expect([status, JSON.stringify(body)]).toEqual([
      expected,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
  });

  test('a file whose import has started, that was not sent, or of another user', async () => {
    const [id] = await queueFiles(user, BOOK);
    const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
    for (const other of [colleague, await signUp(app.url)]) {
      expect((await read(id, { sheet: 'Leads' }, other)).status).toBe(404);
    }
    expect((await read(id, { sheet: 'Leads' }, app.anonymous as SignedIn)).status).toBe(401);
    const { body } = await user.post<{ id: string }[]>('/api/import-queue', {
      files: [{ filename: 'later.csv', size: 1 }],
    });
    expect((await read(body[0]?.id, { headerRow: 1 })).status).toBe(409);
    await call(user, 'DELETE', `/api/import-queue/${body[0]?.id}`);
    await read(id, { sheet: 'Leads' });
    await start();
    await endedQueue(user);
    expect(await read(id, { sheet: 'Cover' })).toMatchObject({
      status: 409,
      body: { message: 'The import of this file has already started' },
    });
  });
});
