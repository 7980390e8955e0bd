import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PreviewOutcome } from '#contract/import-preview.ts';
import type { ImportRecord, ReportRow } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { changeGridBy, checkGrid, editGrid, gridOf } from '#tests/support/grids.ts';
import {
  accounted,
  csvFile,
  importLeads,
  importParts,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

// Imports of uploads whose rows users edited: what they store, what they report, and the import of the rows left.

let app: TestApp;
let user: SignedIn;

const PLAN: PlanFields = { fieldMapping: { Email: 'email', Phone: 'phone' } };
const ROWS = [
  ['Email', 'Phone'],
  ['ada@example.com', '+447400123451'],
  ['broken', '+447400123452'],
  ['cyd@example.com', '12345'],
  ['dan@example.com', ''],
  ['worse', ''],
];

interface Detail extends ImportRecord {
  fixed: number;
  fixedSince: number | null;
  firstProblems: ReportRow[];
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

async function uploaded(): Promise<string> {
  return (await uploadFile(user, csvFile(ROWS))).uploadId;
}

async function detail(importId: string): Promise<Detail> {
  return (await user.get<Detail>(`/api/imports/${importId}`)).body;
}

async function reportCsv(importId: string): Promise<string[]> {
  const text = withoutQuotes(await (await user.send(`/api/imports/${importId}/report.csv`, {})).text());
  return text.replace('\uFEFF', '').trim().split('\r\n');
}

test('an import stores the edited rows, leaves out the dropped ones, and reports both', async () => {
  const uploadId = await uploaded();
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com'], [4, 'Phone', '+447400123453']);
  const { totals } = await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [5] });
  const { importId, stats } = await importLeads(user, uploadId, PLAN);
  expect(stats).toMatchObject({ totalRows: 5, imported: 3, skipped: 1, errors: 1, invalidPhones: 0 });
  expect([totals.imported, totals.skipped, totals.errors]).toEqual([3, 1, 1]);
  expect(accounted(stats)).toBe(5);
  expect((await leadsOf(user)).map(({ email, phone }) => [email, phone])).toEqual([
    ['ada@example.com', '+447400123451'],
    ['bob@example.com', '+447400123452'],
    ['cyd@example.com', '+447400123453'],
  ]);
  const { fixed, firstProblems } = await detail(importId);
  expect(fixed).toBe(3);
  expect(firstProblems.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
    [6, 'error', 'Email: Not a valid email address'],
    [5, 'skipped', 'This row was dropped before the import'],
  ]);
});

test('the report file has the values that were imported, whatever is edited later', async () => {
  const uploadId = await uploaded();
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com']);
  const { importId } = await importLeads(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'later@example.com'], [6, 'Email', 'later2@example.com']);
  const [header, ...lines] = await reportCsv(importId);
  expect(header).toMatch(/,Email,Phone$/);
  expect(lines).toEqual([
    '6,error,Email: Not a valid email address,worse,worse,',
    '4,warning,Phone: Not a valid number; kept as entered,12345,cyd@example.com,12345',
    '3,edited,"Email: Changed before the import; the file has ""broken""",,bob@example.com,+447400123452',
  ]);

  const again = fileOf('again.csv', [header, ...lines].join('\r\n'));
  const { importId: second } = await importLeads(user, again, PLAN);
  expect(await detail(second)).toMatchObject({ unimportedColumnCount: 0 });
  const [headerOfSecond, ...linesOfSecond] = await reportCsv(second);
  expect(headerOfSecond).toBe(header);
  expect(linesOfSecond).toContainEqual(expect.stringMatching(/^4,duplicate,.*,bob@example\.com,/));
});

test('the preview shows edited and dropped rows', async () => {
  const uploadId = await uploaded();
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com']);
  await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [6] });
  const { body } = await user.post<{
    rows: { number: number; values: Record<string, string>; outcome: PreviewOutcome }[];
  }>('/api/imports/preview', { uploadId, ...PLAN });
  const shown = body.rows.map(({ number, values, outcome }) => [number, values['email'], outcome.kind]);
  expect(shown).toEqual([
    [2, 'ada@example.com', 'new'],
    [3, 'bob@example.com', 'new'],
    [4, 'cyd@example.com', 'new'],
    [5, 'dan@example.com', 'new'],
    [6, undefined, 'skipped'],
  ]);
});

test('rows that were edited after an import are imported alone', async () => {
  const uploadId = await uploaded();
  const first = await importLeads(user, uploadId, PLAN);
  expect(first.stats).toMatchObject({ imported: 3, errors: 2 });
  expect((await detail(first.importId)).fixedSince).toBe(0);
  const nothing = await again(uploadId);
  expect(nothing.status).toBe(409);
  await checkGrid(user, uploadId, PLAN);
  // Row 2 is imported already, so its edit concerns its lead alone.
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com'], [2, 'Email', 'other@example.com']);
  expect((await detail(first.importId)).fixedSince).toBe(1);
  expect((await gridOf(user, uploadId)).lastImport).toEqual({
    importId: first.importId,
    status: 'completed',
    fixedSince: 1,
    leadsToUpdate: 1,
  });
  const { importId, stats } = await importLeads(user, uploadId, { ...PLAN, rows: 'fixed' });
  expect(stats).toMatchObject({ totalRows: 1, imported: 1, duplicates: 0 });
  expect((await leadsOf(user)).map(({ email }) => email)).toEqual([
    'ada@example.com',
    'cyd@example.com',
    'dan@example.com',
    'bob@example.com',
  ]);
  expect(await detail(importId)).toMatchObject({ fixed: 1, fixedSince: 0 });
  // A third import takes the rows that the second one left.
  await editGrid(user, uploadId, [6, 'Email', 'eve@example.com']);
  const third = await importLeads(user, uploadId, { ...PLAN, rows: 'fixed' });
  expect(third.stats).toMatchObject({ totalRows: 1, imported: 1 });
});

test('an import of edited rows that was undone lets the rows be imported again', async () => {
  const uploadId = await uploaded();
  await importLeads(user, uploadId, PLAN);
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com']);
  const { importId } = await importLeads(user, uploadId, { ...PLAN, rows: 'fixed' });
  await user.post(`/api/imports/${importId}/undo`);
  await until('it is undone', async () => (await detail(importId)).undo?.status === 'completed');
  expect((await detail(importId)).fixedSince).toBe(1);
});

test('edits stay with the sheet in which they were made', async () => {
  const sheet = (name: string) => ({
    name,
    rows: [['Email', 'Phone'], ...[1, 2, 3].map((n) => [`${name}${n}@example.com`, ''])],
  });
  const book = xlsx({ sheets: [sheet('a'), sheet('b')] });
  const { uploadId } = await uploadFile(user, fileOf('book.xlsx', new Uint8Array(book)));
  const planOf = (name: string): PlanFields => ({ ...PLAN, options: { sheet: name } });
  const [a, b] = [planOf('a'), planOf('b')];
  await checkGrid(user, uploadId, a);
  await editGrid(user, uploadId, [2, 'Email', 'changed@example.com']);
  await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [3] });

  const ofB = await importLeads(user, uploadId, b);
  expect(ofB.stats).toMatchObject({ totalRows: 3, imported: 3, skipped: 0 });
  expect((await leadsOf(user)).map(({ email }) => email)).toEqual([1, 2, 3].map((n) => `b${n}@example.com`));
  await checkGrid(user, uploadId, b);
  expect(await gridOf(user, uploadId)).toMatchObject({ editedRows: 0, droppedRows: 0, undoable: null });
  expect((await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [4] })).changed).toBe(1);
  expect((await detail(ofB.importId)).fixedSince).toBe(0);

  await checkGrid(user, uploadId, a);
  expect(await gridOf(user, uploadId)).toMatchObject({
    ...{ editedRows: 1, droppedRows: 1, undoable: { kind: 'drop', count: 1 } },
    lastImport: { importId: ofB.importId, fixedSince: null },
  });
  const { body } = await user.post<{ rows: { values: Record<string, string> }[] }>('/api/imports/preview', {
    uploadId,
    ...a,
  });
  expect(body.rows.map(({ values }) => values['email'])).toEqual([
    'changed@example.com',
    undefined,
    'a3@example.com',
  ]);
  const ofA = await importLeads(user, uploadId, a);
  expect(ofA.stats).toMatchObject({ totalRows: 3, imported: 2, skipped: 1 });
});

test('edits stay with the encoding in which they were made', async () => {
  const uploadId = await uploaded();
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Email', 'bob@example.com']);
  const other = { ...PLAN, options: { encoding: 'windows-1252' } };
  expect(await checkGrid(user, uploadId, other)).toMatchObject({ imported: 3, errors: 2 });
  // Written out, the encoding that was detected is the same reading.
  const same = { ...PLAN, options: { encoding: 'UTF8', delimiter: ',' } };
  expect(await checkGrid(user, uploadId, same)).toMatchObject({ imported: 4, errors: 1 });
});

test('unknown rows to import are refused', async () => {
  const uploadId = await uploaded();
  expect((await again(uploadId, 'some')).status).toBe(400);
  expect((await again(uploadId)).status).toBe(409);
});

function again(uploadId: string, rows = 'fixed'): Promise<Response> {
  const body = formWith([...importParts(uploadId, PLAN), ['rows', rows]]);
  return user.send('/api/import-stream', { method: 'POST', body });
}
