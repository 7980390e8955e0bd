import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEvent } from '#contract/events.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkedUpload, DIRTY_PHONES, DIRTY_PLAN, uploadPhoneRows } from '#tests/support/dirty-upload.ts';
import { changeGridBy, checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { postImport } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;

const [, P2] = DIRTY_PHONES;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  colleague = await addColleague(app, user, 'colleague');
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

describe('many cells at once', () => {
  test('like one: the same value in the same column, in the whole file', async () => {
    const uploadId = await checkedUpload(user);
    const change = await changeGridBy(user, uploadId, 'replace', {
      ...{ column: 'Phone', match: 'cell', find: '12345', replacement: '' },
    });
    expect(change).toMatchObject({ changed: 2, totals: { invalidPhones: 0, withoutPhone: 3 } });
    expect(change.undoable).toMatchObject({ kind: 'replace', count: 2 });
  });

  test('a part of cells in any case, within a filter', async () => {
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
    const body = { dropped: true, filter: { code: 'invalid_amount' } };
    expect((await changeGridBy(user, uploadId, 'drop', body)).totals.dropped).toBe(2);
    expect((await user.post(`/api/import-grids/${uploadId}/drop`, { dropped: true })).status).toBe(400);
    const both = { ...body, rows: [2] };
    expect((await user.post(`/api/import-grids/${uploadId}/drop`, both)).status).toBe(400);
  });
});

describe('undo', () => {
  test("takes back the user's steps one after another", async () => {
    const uploadId = await checkedUpload(user);
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
    await expect(changeGridBy(user, uploadId, 'undo')).rejects.toThrow('no more changes to undo');
  });

  function byCode(one: { code: string }, other: { code: string }): number {
    return one.code < other.code ? -1 : 1;
  }
});

describe('two people', () => {
  test('the last writer of a cell wins, both see who, and each undoes only what is still theirs', async () => {
    const uploadId = await checkedUpload(user);
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
    const uploadId = await checkedUpload(user);
    const writes = [2, 3, 4, 5, 6, 7, 8].map((row) =>
      editGrid(row % 2 === 0 ? user : colleague, uploadId, [row, 'Amount', `${row}00`]),
    );
    await Promise.all(writes);
    const grid = await gridOf(user, uploadId);
    // The two invalid phones.
    expect(grid).toMatchObject({ editedRows: 7, revision: 8, totals: { warnings: 2 } });
  });

  test('each is notified of the changes of the other', async () => {
    const uploadId = await checkedUpload(user);
    const events: ChangeEvent[] = [];
    const end = app.context.notices.onChange(colleague.user.organizationId, (event) => events.push(event));
    await editGrid(user, uploadId, [4, 'Email', 'fay@example.com']);
    await until('the notice arrives', () => events.some((event) => event.type === 'grids'));
    end();
    expect(events).toContainEqual({ type: 'grids', uploadId });
  });
});

test('while the upload is imported, changes are refused', async () => {
  const uploadId = await checkedUpload(user);
  const response = await postImport(user, uploadId, DIRTY_PLAN);
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

test('more rows than can be settled at once are recounted, and the grid says so until then', async () => {
  const repeats = Array.from({ length: 5_200 }, (_, n) => ['same@example.com', '', String(n)]);
  const uploadId = await uploadPhoneRows(user, repeats);
  await checkGrid(user, uploadId, DIRTY_PLAN);
  const edited = await editGrid(user, uploadId, [2, 'Email', 'other@example.com']);
  expect(edited.isCounted).toBe(false);
  await until('it is recounted', async () => (await gridOf(user, uploadId)).isCounted);
  expect((await gridOf(user, uploadId)).totals).toMatchObject({ imported: 2, duplicatesInFile: 5_198 });
  const { rows } = await gridPage(user, uploadId, { offset: 0, limit: 2 });
  expect(rows.map(({ row, outcome, repeats: first }) => [row, outcome, first?.row])).toEqual([
    [3, 'imported', undefined],
    [4, 'duplicateInFile', 3],
  ]);
  const dropped = await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [3] });
  expect(dropped).toMatchObject({ isCounted: false, totals: { dropped: 1 } });
  await until('it is recounted', async () => (await gridOf(user, uploadId)).isCounted);
  expect((await gridOf(user, uploadId)).totals).toMatchObject({ imported: 2, duplicatesInFile: 5_197 });
  // Rows that a filter drops or takes back are counted before the answer.
  const all = { filter: { show: 'all', text: 'same@' } };
  expect(await changeGridBy(user, uploadId, 'drop', { ...all, dropped: true })).toMatchObject({
    ...{ changed: 5_198, isCounted: true },
    totals: { imported: 1, duplicatesInFile: 0, dropped: 5_199 },
  });
  expect(await changeGridBy(user, uploadId, 'drop', { ...all, dropped: false })).toMatchObject({
    ...{ changed: 5_199, isCounted: true },
    totals: { imported: 2, duplicatesInFile: 5_198, dropped: 0 },
  });
});
