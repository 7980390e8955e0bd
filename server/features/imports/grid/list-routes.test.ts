import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import type { GridRow } from '#contract/import-fixing.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkUpload, csvFile, uploadFile } from '#tests/support/imports.ts';

// Lists of a grid that stay as they are while rows change: numbers of rows, rows by number, counts of equal cells.

let app: TestApp;
let user: SignedIn;
let grid: string;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(async () => {
  const rows = [
    ['ada@mail.example', 'x'],
    ['N/A', 'x'],
    ['alan@', 'X'],
    ['kurt@', 'x'],
  ];
  const { uploadId } = await uploadFile(user, csvFile([['email', 'note'], ...rows]));
  await checkUpload(user, uploadId, CHECKED);
  grid = `/api/import-grids/${uploadId}`;
});

const CHECKED = { fieldMapping: { email: 'email' }, grid: true as const };

const numbers = async (query = '') =>
  (await user.get<{ numbers: number[] }>(`${grid}/numbers${query}`)).body.numbers;
const rowsOf = (rows: unknown) => user.post<{ rows: GridRow[] }>(`${grid}/rows`, { rows });
const count = (query: string) => user.get<{ cells: number } & ErrorReply>(`${grid}/count?${query}`);

describe('numbers', () => {
  test('are those of the filter, in file order', async () => {
    expect(await numbers('?show=open')).toEqual([3, 4, 5]);
    expect(await numbers('?show=open&code=invalid_email')).toEqual([4, 5]);
    expect(await numbers('?show=open&text=ALAN')).toEqual([4]);
    expect(await numbers('?show=all')).toEqual([2, 3, 4, 5]);
    expect(await numbers('?show=dropped')).toEqual([]);
  });

  test('leave out a row that was fixed', async () => {
    const edits = [{ row: 4, column: 'email', value: 'alan@mail.example' }];
    expect((await user.post(`${grid}/edit`, { edits })).status).toBe(200);
    expect(await numbers('?show=open')).toEqual([3, 5]);
  });
});

describe('rows', () => {
  test('are found by number, also those without problems', async () => {
    const { body } = await rowsOf([5, 2, 2, 99]);
    expect(body.rows.map(({ row, cells, outcome }) => [row, cells[0], outcome])).toEqual([
      [2, 'ada@mail.example', 'imported'],
      [5, 'kurt@', 'error'],
    ]);
  });

  test('are asked for a page at a time', async () => {
    expect((await rowsOf([])).status).toBe(400);
    expect((await rowsOf(Array.from({ length: 201 }, (_, index) => index + 2))).status).toBe(400);
    expect((await rowsOf([0])).status).toBe(400);
  });
});

describe('equal cells', () => {
  test('are counted in the whole file, exactly, without one row', async () => {
    expect((await count('column=note&value=x')).body.cells).toBe(3);
    expect((await count('column=note&value=x&except=2')).body.cells).toBe(2);
    expect((await count('column=email&value=')).body.cells).toBe(0);
  });

  test('need a column of the file', async () => {
    const { status, body } = await count('column=nothing&value=x');
    expect([status, body.field]).toEqual([400, 'column']);
  });
});

test('a file has to be checked first', async () => {
  const { uploadId } = await uploadFile(user, csvFile([['email'], ['ada@mail.example']]));
  expect((await user.get(`/api/import-grids/${uploadId}/numbers`)).status).toBe(409);
});

test('other organizations find nothing', async () => {
  const stranger = await signUp(app.url);
  expect((await stranger.get(`${grid}/numbers`)).status).toBe(404);
  expect((await stranger.get(`${grid}/count?column=email&value=`)).status).toBe(404);
  expect((await stranger.post(`${grid}/rows`, { rows: [2] })).status).toBe(404);
});
