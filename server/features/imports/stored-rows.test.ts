import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import {
  accounted,
  csvFile,
  importLeads,
  importParts,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';
import { expectLeadsAsStored } from '#tests/support/shown-leads.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { importDetail, type ShownImport, undoneImport } from '#tests/support/undo.ts';

// Rows that became leads are edited after the import, and update exactly these leads with exactly the edited cells.

let app: TestApp;
let user: SignedIn;

const PLAN: PlanFields = {
  fieldMapping: { Email: 'email', Phone: 'phone', City: 'city', Date: 'depositDate', Tags: 'tags' },
};
const FIX: PlanFields = { ...PLAN, rows: 'stored' };
const HEAD = ['Email', 'Phone', 'City', 'Date', 'Tags'];
/** Rows 2 to 7: clean, invalid phone, no email and invalid phone, bad date, left out, repeats row 2. */
const ROWS = [
  ['ada@example.com', '+447400123451', 'London', '2024-05-01', 'vip'],
  ['bob@example.com', '12', 'Leeds', '2024-05-02', ''],
  ['', '999', 'York', '2024-05-03', ''],
  ['cyd@example.com', '+447400123453', 'Bath', 'soon', ''],
  ['broken', '', 'Derby', '2024-05-05', ''],
  ['ada@example.com', '', 'Rome', '2024-05-06', ''],
];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

/** Checks and imports a file; returns the upload, the import and the leads by the numbers of their rows. */
async function imported(rows = ROWS, plan = PLAN) {
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ...rows]));
  await checkGrid(user, uploadId, plan);
  const { importId } = await importLeads(user, uploadId, plan);
  return { uploadId, importId, leadOf: await leadsByRow(uploadId) };
}

async function leadsByRow(uploadId: string): Promise<(row: number) => string> {
  const { rows } = await gridPage(user, uploadId, { show: 'all' });
  const leads = new Map(rows.map(({ row, stored }) => [row, stored?.leadId]));
  return (row) => leads.get(row) ?? `row ${row} has no lead`;
}

async function lead(id: string): Promise<LeadDetail> {
  const { status, body } = await user.get<LeadDetail>(`/api/leads/${id}`);
  expect([id, status]).toEqual([id, 200]);
  return body;
}

type Detail = ShownImport & { leadsToUpdate: number | null; fixedSince: number | null; fixed: number };
const detail = async (importId: string) => (await importDetail(user, importId)) as Detail;

function again(client: Pick<SignedIn, 'send'>, uploadId: string): Promise<Response> {
  return client.send('/api/import-stream', { method: 'POST', body: formWith(importParts(uploadId, FIX)) });
}

function change(id: string, fields: Record<string, string>): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return user.send(`/api/leads/${id}`, { method: 'PATCH', body: JSON.stringify(fields), headers });
}

async function rowOf(uploadId: string, number: number) {
  const { rows } = await gridPage(user, uploadId, { show: 'all' });
  return rows.find(({ row }) => row === number);
}

test('an import lists its mapping in the order of the file', async () => {
  const columns = ['Zip', 'Email', 'A City', 'Phone'];
  const targets = { Phone: 'phone', Email: 'email', 'A City': 'city', Zip: 'postcode' };
  const file = csvFile([columns, ['1', 'z@example.com', 'Oslo', '']]);
  const { importId } = await importLeads(user, file, { fieldMapping: targets });
  const { fieldMapping } = (await importDetail(user, importId)) as unknown as { fieldMapping: object };
  expect(Object.keys(fieldMapping)).toEqual(columns);
});

test('a correction says so, counts its problems alone, and is no earlier import of the file', async () => {
  const { uploadId, importId } = await imported();
  await editGrid(user, uploadId, [3, 'Phone', '+447400123452'], [5, 'Date', '2024-05-04']);
  const fixed = await importLeads(user, uploadId, FIX);
  const { body: history } = await user.get<ImportRecord[]>('/api/imports');
  expect(history.map(({ id, isCorrection }) => [id, isCorrection])).toEqual([
    [fixed.importId, true],
    [importId, false],
  ]);
  const shown = await detail(fixed.importId);
  expect(shown).toMatchObject({ isCorrection: true, fixed: 2, problems: 0, firstProblems: [] });
  const again = await uploadFile(user, csvFile([HEAD, ...ROWS]));
  expect(again.importedBefore).toMatchObject([{ importId, correction: { importId: fixed.importId } }]);
});

test('edited rows update their leads, and nothing else', async () => {
  const { uploadId, importId, leadOf } = await imported();
  expect(await gridOf(user, uploadId)).toMatchObject({ openRows: 5, lastImport: { leadsToUpdate: 0 } });
  expect((await again(user, uploadId)).status).toBe(409);
  // Someone works with a lead meanwhile: what isn't edited in the grid stays.
  await change(leadOf(3), { city: 'Hull', status: 'contacted' });
  const [before, untouched] = [await leadsOf(user), await lead(leadOf(2))];
  await editGrid(
    user,
    uploadId,
    [3, 'Phone', '+447400123452'],
    [4, 'Phone', '+447400123454'],
    [5, 'Date', '2024-05-04'],
  );
  expect(await gridOf(user, uploadId)).toMatchObject({
    openRows: 2,
    lastImport: { importId, leadsToUpdate: 3, fixedSince: 0 },
  });
  expect(await rowOf(uploadId, 4)).toMatchObject({ outcome: 'imported', stored: { isEdited: true } });

  const fixed = await importLeads(user, uploadId, FIX);
  expect(fixed.stats).toMatchObject({ totalRows: 3, updated: 3, imported: 0, invalidPhones: 0 });
  expect(accounted(fixed.stats)).toBe(3);
  const after = await leadsOf(user);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await lead(leadOf(3))).toMatchObject({
    ...{ email: 'bob@example.com', phone: '+447400123452', city: 'Hull', status: 'contacted' },
  });
  expect(await lead(leadOf(4))).toMatchObject({ email: null, phone: '+447400123454', city: 'York' });
  expect(await lead(leadOf(5))).toMatchObject({ depositDate: '2024-05-04', city: 'Bath' });
  expect(await lead(leadOf(2))).toEqual(untouched);
  await expectLeadsAsStored(app, user);

  // It is an import like any other: in the history, its report, the timeline and the leads of an import.
  expect(await detail(fixed.importId)).toMatchObject({
    ...{ status: 'completed', updated: 3, fixed: 3, leadsToUpdate: 0 },
    firstProblems: [],
  });
  expect((await detail(importId)).leadsToUpdate).toBe(0);
  const { events } = await lead(leadOf(5));
  expect(events[0]).toMatchObject({ kind: 'import', changes: [{ field: 'depositDate' }] });
  const { body } = await user.get<{ leads: { id: string }[] }>(`/api/leads?import=${fixed.importId}`);
  expect(body.leads.map(({ id }) => id).sort()).toEqual([3, 4, 5].map(leadOf).sort());
  expect(await rowOf(uploadId, 5)).toMatchObject({ stored: { isEdited: false }, problems: [] });
  expect((await again(user, uploadId)).status).toBe(409);
});

test('an undo puts the former values back, and the rows can update their leads again', async () => {
  const { uploadId, leadOf } = await imported();
  const before = await Promise.all([3, 5].map((row) => lead(leadOf(row))));
  await editGrid(user, uploadId, [3, 'Phone', '+447400123452'], [5, 'Date', '2024-05-04']);
  const { importId } = await importLeads(user, uploadId, FIX);
  expect(await undoneImport(user, importId)).toMatchObject({ undone: 2, kept: 0 });
  for (const { id, phone, depositDate } of before) {
    expect(await lead(id)).toMatchObject({ phone, depositDate });
  }
  await expectLeadsAsStored(app, user);
  expect((await detail(importId)).leadsToUpdate).toBe(2);
  expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ updated: 2 });
});

test('each update writes the cells that were edited since the one before', async () => {
  const { uploadId, leadOf } = await imported();
  await editGrid(user, uploadId, [3, 'Phone', '+447400123452'], [3, 'City', 'Hull']);
  await importLeads(user, uploadId, FIX);
  await change(leadOf(3), { city: 'Goole' });
  await editGrid(user, uploadId, [3, 'Date', '2024-06-01']);
  expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ totalRows: 1, updated: 1 });
  expect(await lead(leadOf(3))).toMatchObject({ city: 'Goole', depositDate: '2024-06-01' });
  // The grid takes back an edit that was stored: the value of the file is the new one.
  await editGrid(user, uploadId, [3, 'City', 'Leeds']);
  await importLeads(user, uploadId, FIX);
  expect(await lead(leadOf(3))).toMatchObject({ city: 'Leeds', phone: '+447400123452' });
});

test('cells that were edited before the import are not written again', async () => {
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ...ROWS]));
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'City', 'Hull']);
  await importLeads(user, uploadId, PLAN);
  const leadOf = await leadsByRow(uploadId);
  expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 0 });
  await change(leadOf(3), { city: 'Goole' });
  await editGrid(user, uploadId, [3, 'Phone', '+447400123452']);
  await importLeads(user, uploadId, FIX);
  expect(await lead(leadOf(3))).toMatchObject({ city: 'Goole', phone: '+447400123452' });
});

test('an emptied cell empties the field, if the lead still has its value', async () => {
  const { uploadId, leadOf } = await imported();
  await change(leadOf(5), { city: 'Wells' });
  const cells = ['3 Phone', '3 City', '5 City', '5 Date', '2 Phone'].map((cell) => cell.split(' '));
  await editGrid(
    user,
    uploadId,
    ...cells.map(([row, column = '']): [number, string, string] => [Number(row), column, '']),
  );
  const { importId, stats } = await importLeads(user, uploadId, FIX);
  expect(stats).toMatchObject({ totalRows: 3, updated: 2, skipped: 1 });
  const empty = { phone: null, numberValid: false };
  expect(await lead(leadOf(3))).toMatchObject({ ...empty, city: null, email: 'bob@example.com' });
  expect(await lead(leadOf(5))).toMatchObject({ city: 'Wells', depositDate: null });
  expect(await lead(leadOf(2))).toMatchObject({ ...empty, city: 'London', tags: ['vip'] });
  await expectLeadsAsStored(app, user);
  await undoneImport(user, importId);
  expect(await lead(leadOf(3))).toMatchObject({ phone: '12', city: 'Leeds' });
  // A lead keeps an email or a phone.
  const { rows } = await editGrid(user, uploadId, [4, 'Phone', '']);
  expect(rows).toMatchObject([{ row: 4, outcome: 'error' }]);
});

test('an edit that was taken back leaves nothing to update, and dropped rows stay as they are', async () => {
  const { uploadId } = await imported();
  await editGrid(user, uploadId, [3, 'Phone', '+447400123452']);
  await editGrid(user, uploadId, [5, 'Date', '2024-05-04']);
  await changeGridBy(user, uploadId, 'undo');
  await changeGridBy(user, uploadId, 'drop', { dropped: true, rows: [3] });
  expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 0 });
  expect((await again(user, uploadId)).status).toBe(409);
});

test('a value in many rows is fixed at once', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => [`lead-${n}@example.com`, '', 'London', 'soon', '']);
  const { uploadId, leadOf } = await imported(rows);
  expect((await gridOf(user, uploadId)).openRows).toBe(150);
  const body = { column: 'Date', match: 'cell', find: 'soon', replacement: '2024-05-04' };
  await changeGridBy(user, uploadId, 'replace', body);
  expect(await gridOf(user, uploadId)).toMatchObject({ openRows: 0, lastImport: { leadsToUpdate: 150 } });
  expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ totalRows: 150, updated: 150 });
  expect(await lead(leadOf(90))).toMatchObject({ depositDate: '2024-05-04' });
  await expectLeadsAsStored(app, user);
});

describe('rows whose edits no lead can have', () => {
  test('another lead has the email: the grid says so, and the update leaves it out', async () => {
    const { uploadId, leadOf } = await imported();
    const { rows } = await editGrid(
      user,
      uploadId,
      [3, 'Email', 'cyd@example.com'],
      [5, 'Date', '2024-05-04'],
    );
    expect(rows.find(({ row }) => row === 3)).toMatchObject({
      outcome: 'duplicateInDatabase',
      repeats: { leadId: leadOf(5) },
    });
    // Its own email is no obstacle.
    expect(rows.find(({ row }) => row === 5)).toMatchObject({ outcome: 'imported', problems: [] });
    expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ totalRows: 1, updated: 1 });
    expect(await lead(leadOf(3))).toMatchObject({ email: 'bob@example.com' });
  });

  test('another lead gets the email before the update: the row is refused and stays in the grid', async () => {
    const { uploadId, leadOf } = await imported();
    await editGrid(user, uploadId, [3, 'Email', 'new@example.com'], [5, 'Date', '2024-05-04']);
    const made = await user.post<{ id: string }>('/api/leads', { email: 'new@example.com' });
    const { importId, stats } = await importLeads(user, uploadId, FIX);
    expect(stats).toMatchObject({ totalRows: 2, updated: 1, errors: 1 });
    const { firstProblems } = await detail(importId);
    expect(firstProblems.find(({ row }) => row === 3)).toMatchObject({ outcome: 'error' });
    expect(await lead(leadOf(3))).toMatchObject({ email: 'bob@example.com' });
    expect(await rowOf(uploadId, 3)).toMatchObject({
      outcome: 'duplicateInDatabase',
      repeats: { leadId: made.body.id },
    });
    expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 0 });
    await editGrid(user, uploadId, [3, 'Email', 'newer@example.com']);
    await importLeads(user, uploadId, FIX);
    expect(await lead(leadOf(3))).toMatchObject({ email: 'newer@example.com' });
  });

  test('the lead was deleted before or after the edit', async () => {
    const { uploadId, leadOf } = await imported();
    const remove = (row: number) => user.send(`/api/leads/${leadOf(row)}`, { method: 'DELETE' });
    await remove(3);
    await editGrid(user, uploadId, [3, 'Phone', '+447400123452'], [5, 'Date', '2024-05-04']);
    const gone = { stored: { isDeleted: true }, problems: [{ code: 'lead_deleted' }] };
    expect(await rowOf(uploadId, 3)).toMatchObject(gone);
    expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 1 });
    await remove(5);
    const { importId, stats } = await importLeads(user, uploadId, FIX);
    expect(stats).toMatchObject({ totalRows: 1, updated: 0, skipped: 1 });
    expect((await detail(importId)).firstProblems[0]?.reason).toContain('The lead of this row was deleted');
    expect(await rowOf(uploadId, 5)).toMatchObject({ ...gone, outcome: 'skipped' });
    // A restored lead is updated once the row is edited again.
    await user.post(`/api/leads/${leadOf(3)}/restore`);
    await editGrid(user, uploadId, [3, 'Phone', '+447400123459']);
    expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ updated: 1 });
    expect(await lead(leadOf(3))).toMatchObject({ phone: '+447400123459' });
  });

  test('an invalid phone never replaces a valid one', async () => {
    const { uploadId, leadOf } = await imported();
    await editGrid(user, uploadId, [2, 'Phone', '123']);
    expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ updated: 0, skipped: 1 });
    expect(await lead(leadOf(2))).toMatchObject({ phone: '+447400123451' });
    expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 0 });
  });
});

test('rows that were left and rows that were stored are fixed apart', async () => {
  const { uploadId, importId } = await imported();
  await editGrid(user, uploadId, [6, 'Email', 'dan@example.com'], [5, 'Date', '2024-05-04']);
  expect(await detail(importId)).toMatchObject({ fixedSince: 1, leadsToUpdate: 1 });
  await importLeads(user, uploadId, FIX);
  expect(await detail(importId)).toMatchObject({ fixedSince: 1, leadsToUpdate: 0 });
  const { stats } = await importLeads(user, uploadId, { ...PLAN, rows: 'fixed' });
  expect(stats).toMatchObject({ totalRows: 1, imported: 1 });
  expect(await detail(importId)).toMatchObject({ fixedSince: 0, leadsToUpdate: 0 });
  // The lead of the second import is known as well.
  await editGrid(user, uploadId, [6, 'City', 'Goole']);
  expect((await importLeads(user, uploadId, FIX)).stats).toMatchObject({ totalRows: 1, updated: 1 });
});
