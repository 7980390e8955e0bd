import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import type { ChangeEvent } from '#contract/events.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { checkUpload, csvFile, postImport, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;

const PLAN = {
  fieldMapping: { Email: 'email', Phone: 'phone', Amount: 'depositAmount' },
  options: { countryFromPhone: false },
};
const HEADER = ['Email', 'Phone', 'Amount'];
const P1 = '+447400123451';
const P2 = '+447400123452';

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  colleague = await addColleague(app, user, 'colleague');
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

async function uploaded(rows: readonly (readonly string[])[]): Promise<string> {
  return (await uploadFile(user, csvFile([HEADER, ...rows]))).uploadId;
}

/** Uploads and checks a file with problems of several kinds; its rows are 2 to 8. */
async function checked(): Promise<string> {
  const uploadId = await uploaded([
    ['ada@example.com', P1, '10'],
    ['bob@example.com', P1, '20'],
    ['broken', P2, 'many'],
    ['cyd@example.com', '12345', '30'],
    ['dan@example.com', '12345', 'lots'],
    ['eve@example.com', '', '40'],
    ['', '', '50'],
  ]);
  await checkGrid(user, uploadId, PLAN);
  return uploadId;
}

describe('the grid of a checked upload', () => {
  test('lists the rows with problems of the whole file, by reason and column', async () => {
    const uploadId = await checked();
    const grid = await gridOf(user, uploadId);
    expect(grid).toMatchObject({
      state: 'ready',
      columns: HEADER,
      isCounted: true,
      openRows: 5,
      undoable: null,
      totals: { totalRows: 7, imported: 4, duplicatesInFile: 1, errors: 2, warnings: 1, invalidPhones: 2 },
    });
    expect(grid.plan).toMatchObject(PLAN);
    const reasons = grid.reasons.map(({ code, column, rows }) => [code, column, rows]);
    expect(reasons.toSorted()).toEqual([
      ['duplicate_in_file', null, 1],
      ['invalid_amount', 'Amount', 2],
      ['invalid_email', 'Email', 1],
      ['invalid_phone', 'Phone', 2],
      ['no_contact', null, 1],
    ]);
    const { rows, total } = await gridPage(user, uploadId);
    expect(total).toBe(5);
    expect(
      rows.map(({ row, outcome, problems }) => [row, outcome, problems.map(({ code }) => code)]),
    ).toEqual([
      [3, 'duplicateInFile', ['duplicate_in_file']],
      [4, 'error', ['invalid_amount', 'invalid_email']],
      [5, 'imported', ['invalid_phone']],
      [6, 'imported', ['invalid_amount', 'invalid_phone']],
      [8, 'error', ['no_contact']],
    ]);
    expect(rows[0]).toMatchObject({
      cells: ['bob@example.com', P1, '20'],
      repeats: { row: 2, leadId: null },
    });
  });

  test('pages, and filters by reason, column and text', async () => {
    const uploadId = await checked();
    const numbers = async (query: Record<string, string | number>) => {
      const { rows, total } = await gridPage(user, uploadId, query);
      return [rows.map(({ row }) => row), total];
    };
    expect(await numbers({ offset: 1, limit: 2 })).toEqual([[4, 5], 5]);
    expect(await numbers({ code: 'invalid_phone' })).toEqual([[5, 6], 2]);
    expect(await numbers({ column: 'Amount' })).toEqual([[4, 6], 2]);
    expect(await numbers({ code: 'invalid_amount', column: 'Phone' })).toEqual([[], 0]);
    expect(await numbers({ text: 'CYD@' })).toEqual([[5], 1]);
    expect(await numbers({ show: 'all', text: '%' })).toEqual([[], 0]);
    expect(await numbers({ show: 'all' })).toEqual([[2, 3, 4, 5, 6, 7, 8], 7]);
    expect(await numbers({ show: 'dropped' })).toEqual([[], 0]);
  });

  test('names the lead that a row repeats', async () => {
    const { body } = await user.post<{ id: string }>('/api/leads', { email: 'zoe@example.com' });
    const uploadId = await uploaded([['Zoe@Example.com', '', '']]);
    await checkGrid(user, uploadId, PLAN);
    const { rows } = await gridPage(user, uploadId);
    expect(rows).toMatchObject([
      {
        row: 2,
        outcome: 'duplicateInDatabase',
        problems: [{ code: 'duplicate_in_database' }],
        repeats: { row: null, leadId: body.id },
      },
    ]);
  });

  test('does not exist before a check, and a check without it leaves it alone', async () => {
    const uploadId = await uploaded([['ada@example.com', '', '']]);
    await checkUpload(user, uploadId, PLAN);
    expect(await gridOf(user, uploadId)).toMatchObject({ state: 'none', plan: null, totals: null });
    const page = await call<ErrorReply>(user, 'GET', `/api/import-grids/${uploadId}/rows`);
    expect([page.status, page.body.message]).toEqual([409, 'Check the whole file first']);
    const edit = await user.post(`/api/import-grids/${uploadId}/edit`, {
      edits: [{ row: 2, column: 'Email', value: 'x' }],
    });
    expect(edit.status).toBe(409);
  });
});

describe('an edit', () => {
  test('answers with the new verdict of its row and of the rows that depend on it', async () => {
    const uploadId = await checked();
    const { rows, totals, changed } = await editGrid(user, uploadId, [2, 'Phone', P2]);
    expect(changed).toBe(1);
    expect(rows).toMatchObject([
      {
        row: 2,
        outcome: 'imported',
        edited: [{ column: 'Phone', original: P1, editedBy: user.user.username }],
      },
      { row: 3, outcome: 'imported', problems: [] },
    ]);
    expect(totals).toMatchObject({ imported: 5, duplicatesInFile: 0, errors: 2, totalRows: 7 });
    // A fixed row stays in its place, but is no longer open.
    expect((await gridPage(user, uploadId)).rows.map(({ row }) => row)).toEqual([3, 4, 5, 6, 8]);
    expect((await gridPage(user, uploadId, { show: 'open' })).rows.map(({ row }) => row)).toEqual([
      4, 5, 6, 8,
    ]);
    expect((await gridPage(user, uploadId, { code: 'duplicate_in_file' })).total).toBe(1);
    expect(await gridOf(user, uploadId)).toMatchObject({ openRows: 4, editedRows: 1, editedCells: 1 });
  });

  test('of a pasted block counts all cells once, and the last value of a cell wins', async () => {
    const uploadId = await checked();
    const { changed, totals, rows } = await editGrid(
      user,
      uploadId,
      [4, 'Email', 'first@example.com'],
      [4, 'Amount', '5'],
      [8, 'Email', 'hal@example.com'],
      [4, 'Email', 'fay@example.com'],
      [7, 'Amount', '40'],
    );
    expect(changed).toBe(3);
    expect(totals).toMatchObject({ imported: 6, duplicatesInFile: 1, errors: 0 });
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [4, 'fay@example.com'],
      [8, 'hal@example.com'],
    ]);
  });

  test('that writes the original value again is no edit any more', async () => {
    const uploadId = await checked();
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
    const { rows } = await editGrid(user, uploadId, [4, 'Email', 'broken']);
    expect(rows).toMatchObject([{ row: 4, outcome: 'error', edited: [] }]);
    expect(await gridOf(user, uploadId)).toMatchObject({ editedRows: 0, editedCells: 0 });
  });

  test('is refused for unknown rows, columns and uploads', async () => {
    const uploadId = await checked();
    const refused = async (id: string, row: number, column: string): Promise<unknown[]> => {
      const { status, body } = await user.post<ErrorReply>(`/api/import-grids/${id}/edit`, {
        edits: [{ row, column, value: 'x' }],
      });
      return [status, body.field];
    };
    expect(await refused(uploadId, 99, 'Email')).toEqual([400, 'row']);
    expect(await refused(uploadId, 2, 'Nothing')).toEqual([400, 'column']);
    expect(await refused(crypto.randomUUID(), 2, 'Email')).toEqual([404, 'uploadId']);
    expect((await gridOf(user, uploadId)).revision).toBe(1);
  });

  test('survives a check with another plan', async () => {
    const uploadId = await checked();
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com'], [5, 'Phone', '0171 1234567']);
    const forecast = await checkGrid(user, uploadId, {
      fieldMapping: { Email: 'email', Phone: 'phone' },
      options: { defaultCountry: 'DE' },
    });
    expect(forecast).toMatchObject({ imported: 5, errors: 1, duplicatesInFile: 1, validPhones: 3 });
    const { rows } = await gridPage(user, uploadId, { show: 'edited' });
    expect(rows.map(({ row, problems }) => [row, problems.length])).toEqual([
      [4, 0],
      [5, 0],
    ]);
  });
});

describe('many cells at once', () => {
  test('like one: the same value in the same column, in the whole file', async () => {
    const uploadId = await checked();
    const change = await changeGridBy(user, uploadId, 'replace', {
      ...{ column: 'Phone', match: 'cell', find: '12345', replacement: '' },
    });
    expect(change).toMatchObject({ changed: 2, totals: { invalidPhones: 0, withoutPhone: 3 } });
    expect(change.undoable).toMatchObject({ kind: 'replace', count: 2 });
  });

  test('a part of cells in any case, within a filter', async () => {
    const uploadId = await checked();
    const body = { column: 'Email', match: 'part', find: '@EXAMPLE.com', replacement: '@corp.example' };
    const filtered = { ...body, filter: { code: 'invalid_phone' } };
    expect((await changeGridBy(user, uploadId, 'replace', filtered)).changed).toBe(2);
    expect((await changeGridBy(user, uploadId, 'replace', body)).changed).toBe(3);
    const { rows } = await gridPage(user, uploadId, { show: 'edited' });
    expect(rows.map(({ cells }) => cells[0])).toEqual(
      ['ada', 'bob', 'cyd', 'dan', 'eve'].map((name) => `${name}@corp.example`),
    );
  });

  test('that make rows repeat each other leave the first one', async () => {
    const uploadId = await checked();
    const change = await changeGridBy(user, uploadId, 'replace', {
      ...{ column: 'Phone', match: 'cell', find: '12345', replacement: P2 },
    });
    // Row 4 has this phone too, but an error, so it claims nothing.
    expect(change.totals).toMatchObject({ imported: 3, duplicatesInFile: 2, errors: 2 });
    const { rows } = await gridPage(user, uploadId, { code: 'duplicate_in_file' });
    expect(rows.map(({ row, repeats }) => [row, repeats?.row])).toEqual([
      [3, 2],
      [6, 5],
    ]);
  });

  test('blank cells can be filled, and an empty part is refused', async () => {
    const uploadId = await checked();
    const body = { column: 'Phone', match: 'cell', find: '', replacement: P2 };
    expect((await changeGridBy(user, uploadId, 'replace', body)).changed).toBe(2);
    const refused = await user.post(`/api/import-grids/${uploadId}/replace`, { ...body, match: 'part' });
    expect(refused.status).toBe(400);
    const unknown = { ...body, column: 'Nothing' };
    await expect(changeGridBy(user, uploadId, 'replace', unknown)).rejects.toThrow('no column');
  });
});

describe('dropped rows', () => {
  test('count as skipped, free what they claimed, and can be taken back', async () => {
    const uploadId = await checked();
    const dropped = await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [2, 4] });
    expect(dropped).toMatchObject({
      changed: 2,
      totals: { totalRows: 7, imported: 4, duplicatesInFile: 0, errors: 1, skipped: 2, dropped: 2 },
      undoable: { kind: 'drop', count: 2 },
    });
    expect((await gridPage(user, uploadId, { show: 'dropped' })).rows).toMatchObject([
      { row: 2, outcome: 'dropped', dropped: true },
      { row: 4, outcome: 'dropped', dropped: true },
    ]);
    const kept = await changeGridBy(user, uploadId, 'drop', { dropped: false, rows: [2] });
    expect(kept.totals).toMatchObject({ imported: 4, duplicatesInFile: 1, skipped: 1, dropped: 1 });
  });

  test('can be chosen by a filter; either way is needed', async () => {
    const uploadId = await checked();
    const body = { dropped: true, filter: { code: 'invalid_amount' } };
    expect((await changeGridBy(user, uploadId, 'drop', body)).totals.dropped).toBe(2);
    expect((await user.post(`/api/import-grids/${uploadId}/drop`, { dropped: true })).status).toBe(400);
    const both = { ...body, rows: [2] };
    expect((await user.post(`/api/import-grids/${uploadId}/drop`, both)).status).toBe(400);
  });
});

describe('undo', () => {
  test("takes back the user's steps one after another", async () => {
    const uploadId = await checked();
    const before = await gridOf(user, uploadId);
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com'], [4, 'Amount', '1']);
    await changeGridBy(user, uploadId, 'replace', {
      ...{ column: 'Phone', match: 'cell', find: '12345', replacement: P2 },
    });
    await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [2] });
    expect(await changeGridBy(user, uploadId, 'undo')).toMatchObject({
      changed: 1,
      undoable: { kind: 'replace', count: 2 },
    });
    expect(await changeGridBy(user, uploadId, 'undo')).toMatchObject({
      changed: 2,
      undoable: { kind: 'edit', count: 2 },
    });
    expect(await changeGridBy(user, uploadId, 'undo')).toMatchObject({ changed: 2, undoable: null });
    const after = await gridOf(user, uploadId);
    expect(after).toMatchObject({ totals: before.totals, openRows: before.openRows, editedRows: 0 });
    expect(after.reasons.toSorted(byCode)).toEqual(before.reasons.toSorted(byCode));
    await expect(changeGridBy(user, uploadId, 'undo')).rejects.toThrow('no change left');
  });

  function byCode(one: { code: string }, other: { code: string }): number {
    return one.code < other.code ? -1 : 1;
  }
});

describe('two people', () => {
  test('the last writer of a cell wins, both see who, and each undoes only what is still theirs', async () => {
    const uploadId = await checked();
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com'], [4, 'Amount', '1']);
    await editGrid(colleague, uploadId, [4, 'Email', 'gus@example.com']);
    for (const one of [user, colleague]) {
      const { rows } = await gridPage(one, uploadId, { show: 'edited' });
      expect(rows).toMatchObject([
        {
          cells: ['gus@example.com', P2, '1'],
          edited: [
            { column: 'Email', original: 'broken', editedBy: 'colleague' },
            { column: 'Amount', original: 'many', editedBy: user.user.username },
          ],
          editedBy: 'colleague',
        },
      ]);
    }
    expect((await changeGridBy(user, uploadId, 'undo')).changed).toBe(1);
    const { rows } = await gridPage(user, uploadId, { show: 'edited' });
    expect(rows.map(({ cells }) => cells)).toEqual([['gus@example.com', P2, 'many']]);
    expect((await changeGridBy(colleague, uploadId, 'undo')).undoable).toBeNull();
  });

  test('edits at the same time lose nothing', async () => {
    const uploadId = await checked();
    const writes = [2, 3, 4, 5, 6, 7, 8].map((row) =>
      editGrid(row % 2 === 0 ? user : colleague, uploadId, [row, 'Amount', `${row}00`]),
    );
    await Promise.all(writes);
    const grid = await gridOf(user, uploadId);
    expect(grid).toMatchObject({ editedRows: 7, revision: 8, totals: { warnings: 0 } });
  });

  test('each is notified of the changes of the other', async () => {
    const uploadId = await checked();
    const events: ChangeEvent[] = [];
    const end = app.context.notices.onChange(colleague.user.organizationId, (event) => events.push(event));
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
    await until('the notice arrives', () => events.some((event) => event.type === 'grids'));
    end();
    expect(events).toContainEqual({ type: 'grids', uploadId });
  });
});

test('while the upload is imported, changes are refused', async () => {
  const uploadId = await checked();
  const response = await postImport(user, uploadId, PLAN);
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const edits = [{ row: 4, column: 'Email', value: 'fay@example.com' }];
  const bodies = {
    edit: { edits },
    replace: { column: 'Email', match: 'cell', find: 'broken', replacement: '' },
    drop: { dropped: true, rows: [2] },
    undo: undefined,
  };
  for (const [path, body] of Object.entries(bodies)) {
    const { status } = await user.post(`/api/import-grids/${uploadId}/${path}`, body);
    expect([path, status]).toEqual([path, 409]);
  }
});

test('an update lists its problems, and is recounted after an edit', async () => {
  for (const email of ['ada@example.com', 'bob@example.com']) await user.post('/api/leads', { email });
  const uploadId = await uploaded([
    ['ada@example.com', '', '10'],
    ['bobby@example.com', '', '20'],
    ['broken', '', '30'],
  ]);
  const plan = { ...PLAN, importMode: { mode: 'update', matchField: 'email' } };
  expect(await checkGrid(user, uploadId, plan)).toMatchObject({ updated: 1, skipped: 1, errors: 1 });
  const codes = (await gridPage(user, uploadId)).rows.map(({ row, problems }) => [row, problems[0]?.code]);
  expect(codes).toEqual([
    [3, 'no_match'],
    [4, 'invalid_email'],
  ]);
  const edited = await editGrid(user, uploadId, [3, 'Email', 'bob@example.com']);
  expect(edited.isCounted).toBe(false);
  await until('it is recounted', async () => (await gridOf(user, uploadId)).isCounted);
  expect((await gridOf(user, uploadId)).totals).toMatchObject({ updated: 2, skipped: 0, errors: 1 });
  expect((await gridPage(user, uploadId)).rows.map(({ row }) => row)).toEqual([3, 4]);
});

test('the grid of an upload is removed with it', async () => {
  const uploadId = await checked();
  await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
  const { owner } = app.context.db;
  await owner.query('DELETE FROM uploads WHERE id = $1', [uploadId]);
  const { rows } = await owner.query(
    `SELECT FROM import_grid_rows WHERE upload_id = $1 UNION ALL SELECT FROM import_edits WHERE upload_id = $1
     UNION ALL SELECT FROM import_edit_steps WHERE upload_id = $1
     UNION ALL SELECT FROM import_edit_cells WHERE upload_id = $1`,
    [uploadId],
  );
  expect(rows).toHaveLength(0);
});
