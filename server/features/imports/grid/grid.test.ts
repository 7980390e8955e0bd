import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { removeUpload } from '#server/platform/uploads/writes.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  checkedUpload,
  DIRTY_COLUMNS,
  DIRTY_PHONES,
  DIRTY_PLAN,
  uploadPhoneRows,
} from '#tests/support/dirty-upload.ts';
import { checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { checkUpload } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;

const [P1, P2] = DIRTY_PHONES;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

describe('the grid of a checked upload', () => {
  test('lists the rows with problems of the whole file, by reason and column', async () => {
    const uploadId = await checkedUpload(user);
    const grid = await gridOf(user, uploadId);
    expect(grid).toMatchObject({
      state: 'ready',
      columns: DIRTY_COLUMNS,
      isCounted: true,
      openRows: 5,
      undoable: null,
      totals: { totalRows: 7, imported: 4, duplicatesInFile: 1, errors: 2, warnings: 2, invalidPhones: 2 },
    });
    expect(grid.plan).toMatchObject(DIRTY_PLAN);
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
    const uploadId = await checkedUpload(user);
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
    const uploadId = await uploadPhoneRows(user, [['Zoe@Example.com', '', '']]);
    await checkGrid(user, uploadId, DIRTY_PLAN);
    const { rows } = await gridPage(user, uploadId);
    expect(rows).toMatchObject([
      {
        row: 2,
        outcome: 'duplicateInDatabase',
        problems: [{ code: 'duplicate_in_database' }],
        repeats: { row: null, leadId: body.id },
      },
    ]);
    expect((await gridPage(user, uploadId, { code: 'duplicate' })).rows.map(({ row }) => row)).toEqual([2]);
  });

  test('does not exist before a check, and a check without it leaves it alone', async () => {
    const uploadId = await uploadPhoneRows(user, [['ada@example.com', '', '']]);
    await checkUpload(user, uploadId, DIRTY_PLAN);
    expect(await gridOf(user, uploadId)).toMatchObject({ state: 'none', plan: null, totals: null });
    const page = await call<ErrorReply>(user, 'GET', `/api/import-grids/${uploadId}/numbers`);
    expect([page.status, page.body.message]).toEqual([409, 'Check the whole file first']);
    const edit = await user.post(`/api/import-grids/${uploadId}/edit`, {
      edits: [{ row: 2, column: 'Email', value: 'x' }],
    });
    expect(edit.status).toBe(409);
  });
});

describe('an edit', () => {
  test('answers with the new verdict of its row and of the rows that depend on it', async () => {
    const uploadId = await checkedUpload(user);
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
    expect((await gridPage(user, uploadId, { code: 'duplicate' })).total).toBe(1);
    expect(await gridOf(user, uploadId)).toMatchObject({ openRows: 4, editedRows: 1, editedCells: 1 });
  });

  test('of a pasted block counts all cells once, and the last value of a cell wins', async () => {
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
    const { rows } = await editGrid(user, uploadId, [4, 'Email', 'broken']);
    expect(rows).toMatchObject([{ row: 4, outcome: 'error', edited: [] }]);
    expect(await gridOf(user, uploadId)).toMatchObject({ editedRows: 0, editedCells: 0 });
  });

  test('is refused for unknown rows, columns and uploads', async () => {
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com'], [5, 'Phone', '0171 1234567']);
    const result = await checkGrid(user, uploadId, {
      fieldMapping: { Email: 'email', Phone: 'phone' },
      options: { defaultCountry: 'DE' },
    });
    expect(result).toMatchObject({ imported: 5, errors: 1, duplicatesInFile: 1, validPhones: 3 });
    const { rows } = await gridPage(user, uploadId, { show: 'edited' });
    expect(rows.map(({ row, problems }) => [row, problems.length])).toEqual([
      [4, 0],
      [5, 0],
    ]);
  });
});

test('an update lists its problems, and is recounted after an edit', async () => {
  for (const email of ['ada@example.com', 'bob@example.com']) await user.post('/api/leads', { email });
  const uploadId = await uploadPhoneRows(user, [
    ['ada@example.com', '', '10'],
    ['bobby@example.com', '', '20'],
    ['broken', '', '30'],
  ]);
  const plan = { ...DIRTY_PLAN, importMode: { mode: 'update', matchField: 'email' } };
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
  const uploadId = await checkedUpload(user);
  await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
  await removeUpload(scopeOf(app.context, user.user.organizationId), uploadId);
  const { rows } = await app.context.db.owner.query(
    `SELECT upload_id FROM import_grid_rows WHERE upload_id = $1 UNION ALL SELECT upload_id FROM import_edits WHERE upload_id = $1
     UNION ALL SELECT upload_id FROM import_edit_steps WHERE upload_id = $1
     UNION ALL SELECT upload_id FROM import_edit_cells WHERE upload_id = $1`,
    [uploadId],
  );
  expect(rows).toHaveLength(0);
});
