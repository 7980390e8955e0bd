import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import type { ImportStats, ReportRow, RowProblem } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, gridPage } from '#tests/support/grids.ts';
import { csvFile, importLeads, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { importDetail } from '#tests/support/undo.ts';

// Phones that are kept as typed because they are invalid: the preview, the grid, the report and the counts agree about them.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const HEAD = ['email', 'phone', 'country'];
const KEPT = { column: 'phone', field: 'phone', message: 'Not a valid number; kept as entered' };

/** Codes of the problems of rows, by row; rows without problems are left out. */
type Codes = [row: number, ...codes: string[]][];

interface Imported {
  stats: ImportStats;
  report: ReportRow[];
  codes: Codes;
}

/**
 * Imports rows and returns what was reported. Expects the preview and the grid to list the same problems for the same rows, and
 * the check and the history to count them.
 */
async function imported(rows: string[][], plan: Partial<PlanFields> = {}): Promise<Imported> {
  const fields = { fieldMapping: Object.fromEntries(HEAD.map((name) => [name, name])), ...plan };
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ...rows]));
  const result = await checkGrid(user, uploadId, fields);
  const listed = (await gridPage(user, uploadId)).rows.map(({ row, problems }) => codesOf(row, problems));
  const body = { ...fields, uploadId, rows: 100 };
  const preview = (await user.post<ReplyOf<typeof previewImport>>('/api/imports/preview', body)).body;
  const { importId, stats } = await importLeads(user, uploadId, fields);
  const report = await reportOf(importId);
  const codes = report.map(({ row, problems }) => codesOf(row, problems));
  expect(withoutReasons(listed)).toEqual(withoutReasons(codes));
  const shown = preview.rows.map(({ number, problems }) => codesOf(number, problems));
  expect(withoutReasons(shown)).toEqual(withoutReasons(codes));
  const warnings = report.filter(({ outcome }) => outcome === 'warning').length;
  expect(result).toMatchObject({ warnings, invalidPhones: stats.invalidPhones });
  expect(await importDetail(user, importId)).toMatchObject({
    problems: report.length,
    firstProblems: { length: report.length },
  });
  return { stats, report, codes };
}

async function reportOf(importId: string): Promise<ReportRow[]> {
  return (await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`)).body.rows;
}

function codesOf(row: number, problems: readonly RowProblem[]): Codes[number] {
  return [row, ...problems.map(({ code }) => code)];
}

const REASONS = new Set(['unchanged', 'no_match', 'duplicate', 'duplicate_in_file', 'duplicate_in_database']);

/** Returns the codes without those of outcomes, which grid, preview and report name differently. */
function withoutReasons(codes: Codes): Codes {
  return codes.flatMap(([row, ...own]): Codes => {
    const left = own.filter((code) => !REASONS.has(code)).toSorted();
    return left.length === 0 ? [] : [[row, ...left]];
  });
}

function updating(matchField: string, options = {}, mode = 'update'): Partial<PlanFields> {
  return { importMode: { mode, matchField }, options };
}

test('new leads: one warning for each phone, and none beside another reason for it', async () => {
  const { stats, report, codes } = await imported([
    ['ada@example.com', '12345', ''],
    ['bob@example.com', '+447400123456', ''],
    ['cyd@example.com', '4.47E+11', ''],
    ['', 'call 11', ''],
    ['dan@example.com', '07400 123457', 'UK'],
    ['eve@example.com', '12\uFFFD45', ''],
    ['fay@example.com', '', ''],
  ]);
  expect(codes).toEqual([
    [2, 'invalid_phone'],
    [4, 'excel_number'],
    [5, 'invalid_phone'],
    [7, 'unreadable_characters'],
  ]);
  expect(report[0]?.problems).toMatchObject([{ ...KEPT, severity: 'warning', value: '12345' }]);
  expect(report[0]?.reason).toBe('phone: Not a valid number; kept as entered');
  expect(stats).toMatchObject({ imported: 7, invalidPhones: 4 });
});

test('new leads: what keeps a row out comes before its phone', async () => {
  await makeLead(user, { email: 'ada@example.com' });
  const { stats, codes } = await imported([
    ['ada@example.com', '12345', ''],
    ['broken', '12345', ''],
  ]);
  expect(codes).toEqual([
    [2, 'duplicate', 'invalid_phone'],
    [3, 'invalid_email', 'invalid_phone'],
  ]);
  expect(stats).toMatchObject({ imported: 0, duplicates: 1, errors: 1, invalidPhones: 0 });
});

test('updates: a phone that the lead has afterwards, once its country is known', async () => {
  const country = 'United Kingdom';
  await makeLead(user, { email: 'ada@example.com', country });
  await makeLead(user, { email: 'bob@example.com', country });
  await makeLead(user, { email: 'cyd@example.com' });
  await makeLead(user, { email: 'dan@example.com', phone: '+447400123452' });
  await makeLead(user, { email: 'eve@example.com', phone: '12345' });
  const { stats, report, codes } = await imported(
    [
      ['ada@example.com', '07400 123451', ''],
      ['bob@example.com', '07400', ''],
      ['cyd@example.com', '+44 1', ''],
      ['dan@example.com', '123', ''],
      ['eve@example.com', '12345', ''],
      ['nobody@example.com', '123', ''],
    ],
    updating('email'),
  );
  expect(codes).toEqual([
    [3, 'invalid_phone'],
    [4, 'invalid_phone'],
    [5, 'unchanged', 'phone_kept'],
    [6, 'unchanged', 'invalid_phone'],
    [7, 'no_match'],
  ]);
  expect(report[0]?.problems).toMatchObject([{ ...KEPT, value: '07400' }]);
  expect(stats).toMatchObject({ updated: 3, skipped: 3, invalidPhones: 2 });
});

test('updates: no phone that the policy leaves out, or that only finds its lead', async () => {
  await makeLead(user, { email: 'ada@example.com', phone: '12345' });
  const filling = await imported(
    [['ada@example.com', '123', 'France']],
    updating('email', { updatePolicy: 'fillEmpty' }),
  );
  expect(filling.codes).toEqual([]);
  expect(filling.stats).toMatchObject({ updated: 1, invalidPhones: 1 });
  const found = await imported([['bob@example.com', '12345', '']], updating('phone'));
  expect(found.codes).toEqual([]);
  expect(found.stats).toMatchObject({ updated: 1, invalidPhones: 1 });
});

test('create and update: each row by what it does', async () => {
  await makeLead(user, { email: 'ada@example.com', country: 'United Kingdom' });
  const { stats, codes } = await imported(
    [
      ['ada@example.com', '07400 123451', ''],
      ['new@example.com', '07400 123452', ''],
      ['new@example.com', '12345', ''],
    ],
    updating('email', {}, 'createOrUpdate'),
  );
  expect(codes).toEqual([
    [3, 'invalid_phone'],
    [4, 'invalid_phone'],
  ]);
  expect(stats).toMatchObject({ imported: 1, updated: 2, invalidPhones: 2 });
});

test('a report has all of them, however many', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => [
    `lead-${n}@example.com`,
    n % 2 === 0 ? '12345' : '',
    '',
  ]);
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ...rows]));
  const fieldMapping = { email: 'email', phone: 'phone' };
  const result = await checkGrid(user, uploadId, { fieldMapping });
  const { importId } = await importLeads(user, uploadId, { fieldMapping });
  expect(result.warnings).toBe(1_500);
  expect(await importDetail(user, importId)).toMatchObject({ problems: 1_500, invalidPhones: 1_500 });
  const text = await (await user.send(`/api/imports/${importId}/report.csv`, {})).text();
  // Each in its column and as the value at fault.
  expect(text.split('12345')).toHaveLength(3_001);
});
