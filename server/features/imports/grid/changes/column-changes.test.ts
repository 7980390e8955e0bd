import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTE_MAX } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, editGrid, gridOf } from '#tests/support/grids.ts';
import { csvFile, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

// A change of one column evaluates its rows by a few of their cells. It leaves what a fresh check of the changed file finds.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  await makeLead(user, { email: 'known@x.example' });
  await user.post('/api/custom-fields', { name: 'Score', type: 'number', required: true });
});

afterAll(() => app.close());

/** More rows than a change reads at once. */
const ROWS = 2_700;
const COLUMNS = ['Email', 'Phone', 'Country', 'Name', 'Score', 'Amount', 'Hobby', 'Remark'];
const PLAN: PlanFields = {
  fieldMapping: {
    ...{ Email: 'email', Phone: 'phone', Country: 'country', Name: 'firstName', Score: 'custom:Score' },
    ...{ Amount: 'depositAmount', Hobby: 'note', Remark: 'note' },
  },
  nameSplitConfig: { column: 'Name', enabled: true },
  options: { countryFromPhone: false },
};
const LONG_NAME = 'n'.repeat(1_100);
const LONG_NOTE = 'x'.repeat(NOTE_MAX - 20);

/** Columns, parts of their cells, and what to write in place of them. */
const CHANGES = [
  ['Phone', '00000', ''],
  ['Email', '@nowhere', '@x.example'],
  ['Country', 'Nowhere', 'GB'],
  ['Score', '?', ''],
  ['Name', 'n'.repeat(1_000), ''],
  ['Remark', 'remark', 'a longer remark'],
  ['Amount', 'many', '7'],
  ['Email', 'known@', ''],
  ['Email', 'c@', 'known@'],
  ['Phone', '12345', ''],
  ['Email', 'x.example', ''],
  ['Country', 'GB', 'FR'],
] as const;

/** Returns rows with and without problems in each of the columns, in many combinations. */
function dirtyRows(): string[][] {
  return Array.from({ length: ROWS }, (_, n) => [
    ['', `a${n}@x.example`, `b${n}@nowhere`, 'known@nowhere', 'c@nowhere'][n % 5] ?? '',
    ['', '07400 12345600000', `+4474001${String(23_000 + n)}00000`, '12345', 'known'][n % 7] ??
      '+447400123456',
    ['Nowhere', 'GB', '', 'DE'][n % 4] ?? '',
    n % 11 === 0 ? LONG_NAME : 'Ada King',
    n % 3 === 0 ? '?' : n % 13 === 0 ? '5?' : '5',
    n % 6 === 0 ? 'many' : '10',
    n % 700 === 0 ? LONG_NOTE : 'chess',
    'remark',
  ]);
}

async function checked(rows: readonly (readonly string[])[]): Promise<string> {
  const { uploadId } = await uploadFile(user, csvFile([COLUMNS, ...rows]));
  await checkGrid(user, uploadId, PLAN);
  return uploadId;
}

/** Returns what is stored of each row, its problems by name and in any order. */
async function storedRows(uploadId: string): Promise<unknown[]> {
  await until('the rows are counted', async () => (await gridOf(user, uploadId)).isCounted);
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    `SELECT r.row_number, r.own, r.outcome, r.phone, r.warned, r.email_hash, r.phone_hash, r.cells,
       ARRAY(SELECT concat_ws(' ', g.problems -> t ->> 'code', g.problems -> t ->> 'column') AS name
         FROM unnest(r.tags) AS t ORDER BY name) AS problems
     FROM import_grids g JOIN import_grid_rows r
       ON r.organization_id = g.organization_id AND r.upload_id = g.upload_id AND r.generation = g.generation
     WHERE g.upload_id = $1 ORDER BY r.row_number`,
    [uploadId],
  );
  return rows;
}

test('each change of a column leaves what a fresh check finds, and its undo what was before', async () => {
  const rows = dirtyRows();
  const uploadId = await checked(rows);
  const before = await storedRows(uploadId);
  for (const [column, find, replacement] of CHANGES) {
    const at = COLUMNS.indexOf(column);
    const changed = rows.filter((cells) => cells[at]?.includes(find));
    const body = { column, match: 'part', find, replacement };
    expect((await changeGridBy(user, uploadId, 'replace', body)).changed).toBe(changed.length);
    for (const cells of changed) cells[at] = cells[at]?.replaceAll(find, replacement) ?? '';
    const fresh = await checked(rows);
    expect(await storedRows(uploadId), column).toEqual(await storedRows(fresh));
    expect((await gridOf(user, uploadId)).totals).toEqual((await gridOf(user, fresh)).totals);
  }
  for (const _change of CHANGES) await changeGridBy(user, uploadId, 'undo');
  expect(await storedRows(uploadId)).toEqual(before);
  expect(await gridOf(user, uploadId)).toMatchObject({ undoable: null, editedCells: 0 });
});

test('a dropped row stays dropped, and has its new value when it is taken back', async () => {
  const rows = dirtyRows().slice(0, 20);
  const uploadId = await checked(rows);
  const before = await storedRows(uploadId);
  await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [3, 4] });
  await editGrid(user, uploadId, [4, 'Email', 'z@nowhere']);
  await changeGridBy(user, uploadId, 'drop', { dropped: true, filter: { code: 'invalid_amount' } });
  const body = { column: 'Email', match: 'part', find: '@nowhere', replacement: '@x.example' };
  await changeGridBy(user, uploadId, 'replace', { ...body, filter: { show: 'all' } });
  await changeGridBy(user, uploadId, 'drop', { dropped: false, filter: { show: 'dropped' } });
  const now = rows.map((cells) => cells.with(0, cells[0]?.replace('@nowhere', '@x.example') ?? ''));
  now[2]?.splice(0, 1, 'z@x.example');
  expect(await storedRows(uploadId)).toEqual(await storedRows(await checked(now)));
  for (let step = 0; step < 5; step++) await changeGridBy(user, uploadId, 'undo');
  expect(await storedRows(uploadId)).toEqual(before);
});
