import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { noDryRunResult } from '#contract/import-dry-run.ts';
import type { GridRow } from '#contract/import-fixing.ts';
import { importPlan, type RowProblem } from '#contract/imports.ts';
import { reasonLabel } from '../../results/reason-label.ts';
import {
  attentionText,
  cellVerdictText,
  problemText,
  quotedValue,
  rowAnnouncement,
  stepText,
  totalsText,
  verdictOf,
  verdictText,
} from './fix-texts.ts';

const problem = (severity: RowProblem['severity'], code: string, message: string): RowProblem => ({
  severity,
  code,
  field: null,
  column: null,
  value: '',
  message,
});

const row = (change: Partial<GridRow>): GridRow => ({
  row: 7,
  stored: null,
  cells: [],
  outcome: 'imported',
  problems: [],
  repeats: null,
  similar: null,
  edited: [],
  dropped: false,
  editedBy: null,
  editedAt: null,
  ...change,
});

const WARNING = problem('warning', 'invalid_date', 'Not a valid date');
const REPEAT = problem('error', 'duplicate_in_file', 'An earlier row has this email or phone');

const STORED = { leadId: '01890000-0000-7000-8000-000000000000', isDeleted: false, isEdited: false };

describe('verdictOf', () => {
  it.each<[Partial<GridRow>, string]>([
    [{}, 'Will be imported'],
    [{ outcome: 'updated' }, 'Will be updated'],
    [{ problems: [WARNING] }, 'Warning'],
    [{ outcome: 'error', problems: [problem('error', 'no_contact', 'No contact')] }, 'Not imported'],
    [{ outcome: 'duplicateInDatabase' }, 'Duplicate'],
    [{ outcome: 'dropped', dropped: true, problems: [WARNING] }, 'Dropped'],
    [{ stored: STORED }, 'Imported'],
    [{ stored: STORED, problems: [WARNING] }, 'Warning'],
    [{ stored: { ...STORED, isEdited: true } }, 'Will be updated'],
    [{ stored: { ...STORED, isEdited: true }, outcome: 'error', problems: [REPEAT] }, 'Not updated'],
    [{ stored: { ...STORED, isEdited: true }, outcome: 'duplicateInDatabase' }, 'Duplicate'],
    [{ stored: { ...STORED, isDeleted: true }, outcome: 'skipped' }, 'Lead deleted'],
  ])('names %j', (change, label) => expect(verdictOf(row(change)).label).toBe(label));
});

it('names the row that a duplicate repeats', () => {
  expect(problemText(REPEAT, row({ repeats: { row: 1204, leadId: null } }))).toBe(
    'Same email or phone as row 1,204',
  );
  expect(problemText(REPEAT, row({}))).toBe('An earlier row has this email or phone');
});

it('says why a row is a duplicate before a warning, and beside it in the cell of the warning', () => {
  const phone = { ...problem('warning', 'invalid_phone', 'Not a valid phone'), column: 'Phone' };
  const repeat = { ...REPEAT, column: null };
  const both = row({
    outcome: 'duplicateInFile',
    problems: [phone, repeat],
    repeats: { row: 6, leadId: null },
  });
  expect(verdictText(both)).toBe('Same email or phone as row 6. Not a valid phone');
  expect(cellVerdictText(both, [phone])).toBe('Not a valid phone. Same email or phone as row 6');
  expect(cellVerdictText(both, [])).toBe('Same email or phone as row 6. Not a valid phone');
});

it('has a short name for every problem that the server reports', () => {
  const server = fileURLToPath(new URL('../../../../../server', import.meta.url));
  const codes = ['lead', 'features/imports'].flatMap((folder) =>
    readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .flatMap((path) => [
        ...readFileSync(join(server, folder, path), 'utf8').matchAll(
          /\bcode: '(\w+)',\s+(?:column|message|field)/g,
        ),
      ])
      .map(([, code = '']) => code),
  );
  expect(codes.length).toBeGreaterThan(25);
  for (const code of codes) expect(reasonLabel(code), code).toMatch(/^[A-Z](?:\S+ ?){1,5}$/);
  expect(reasonLabel('some_new_code')).toBe('Some new code');
});

it('announces the outcome of a row with its reasons', () => {
  expect(rowAnnouncement(row({}))).toBe('Row 7: Will be imported');
  expect(rowAnnouncement(row({ problems: [WARNING] }))).toBe('Row 7: Warning. Not a valid date');
});

describe('totalsText', () => {
  const plan = importPlan.parse({ fieldMapping: {} });
  const totals = (imported: number) => ({ ...noDryRunResult(500), imported, dropped: 0 });
  it.each([
    [488, '488 of 500 rows will be imported'],
    [500, 'All 500 rows will be imported'],
    [0, 'None of 500 rows will be imported'],
  ])('says what happens to %i of 500 rows', (imported, text) =>
    expect(totalsText({ totals: totals(imported), plan })).toBe(text),
  );
});

it('counts what needs attention', () => {
  expect([0, 1, 312].map(attentionText)).toEqual([
    'No rows need attention',
    '1 row needs attention',
    '312 rows need attention',
  ]);
});

it('names values', () => {
  expect(quotedValue('N/A', 'empty')).toBe('"N/A"');
  expect(quotedValue('', 'empty')).toBe('empty');
  expect(quotedValue('a'.repeat(60), 'empty')).toBe(`"${'a'.repeat(39)}…"`);
});

it('says what undoing does', () => {
  const at = '2026-01-01T00:00:00.000Z';
  expect(stepText({ kind: 'replace', count: 1204, at })).toBe('Undo changing 1,204 cells');
  expect(stepText({ kind: 'drop', count: 1, at })).toBe('Undo dropping 1 row');
});
