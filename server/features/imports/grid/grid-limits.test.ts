import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_CELL_CHARACTERS } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { eventsOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, gridPage } from '#tests/support/grids.ts';
import { csvFile, uploadFile } from '#tests/support/imports.ts';

// No change makes a cell larger than a cell may be, and a page of long rows comes in parts.

const PLAN = { fieldMapping: { email: 'email' } };
const LONG_ROWS = 150;

const longRows = () =>
  Array.from({ length: LONG_ROWS }, (_, n) => [
    `lead-${n}@example.com`,
    '\\'.repeat(MAX_CELL_CHARACTERS - 1),
  ]);
const wanted = Array.from({ length: LONG_ROWS }, (_, n) => n + 2);

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

async function checkedFile(rows: string[][]): Promise<string> {
  const { uploadId } = await uploadFile(user, csvFile([['email', 'note'], ...rows]));
  await checkGrid(user, uploadId, PLAN);
  return uploadId;
}

test('a replacement that makes a cell too long: is refused with the reason, and changes no cell', async () => {
  const uploadId = await checkedFile([
    ['a@example.com', 'xx'],
    ['b@example.com', 'x'.repeat(9_500)],
  ]);
  const body = {
    column: 'note',
    match: 'part',
    find: 'x',
    replacement: 'y'.repeat(10_000),
    filter: { show: 'all' },
  };
  const response = await user.send(`/api/import-grids/${uploadId}/replace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect((await eventsOf(response)).at(-1)).toMatchObject({
    type: 'error',
    message: expect.stringMatching(/^A cell would become longer than 32,767 characters: x+…$/),
  });
  const { rows } = await gridPage(user, uploadId, { show: 'all' });
  expect(rows.map(({ cells }) => cells[1]?.length)).toEqual([2, 9_500]);
});

test('an edit of many long rows: changes them all, and answers with a page', async () => {
  const uploadId = await checkedFile(longRows());
  const edits = wanted.map((row) => ({ row, column: 'email', value: `changed-${row}@example.com` }));
  const { status, body } = await call<{ rows: unknown[]; changed: number }>(
    user,
    'POST',
    `/api/import-grids/${uploadId}/edit`,
    { edits },
  );
  expect([status, body.changed]).toEqual([200, LONG_ROWS]);
  expect(body.rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(body).length).toBeLessThan(6_000_000);
});

test('a page of long rows: comes in parts of a few megabytes, and lacks no row', async () => {
  const uploadId = await checkedFile(longRows());
  const seen: number[] = [];
  for (let left = wanted; left.length > 0; ) {
    const { status, body } = await call<{ rows: { row: number; cells: string[] }[]; next: number | null }>(
      user,
      'POST',
      `/api/import-grids/${uploadId}/rows`,
      { rows: left },
    );
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(6_000_000);
    seen.push(...body.rows.map(({ row }) => row));
    const { next } = body;
    left = next === null ? [] : left.filter((row) => row >= next);
  }
  expect(seen).toEqual(wanted);
});
