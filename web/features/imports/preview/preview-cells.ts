import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import type { RowProblem } from '#contract/imports.ts';
import { importField } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../plan/draft.ts';

export type PreviewRows = ReplyOf<typeof previewImport>['rows'];

/** A value of a column, verbatim from the file; `row` is its index in the preview. */
export interface ColumnSample {
  row: number;
  value: string;
}

/** Result of a cell, and its problems. */
export interface CellOutcome {
  value: string;
  /** Value that the lead has so far, if an update replaces it. */
  before?: string;
  problems: RowProblem[];
}

/** Problems of one kind, with the numbers of the rows that have them. */
export interface ProblemGroup {
  severity: RowProblem['severity'];
  message: string;
  numbers: number[];
}

/** Returns the first `count` distinct non-empty values of a column, in file order. */
export function columnSamples(preview: Upload['preview'], column: string, count = 3): ColumnSample[] {
  const samples: ColumnSample[] = [];
  for (const [row, cells] of preview.entries()) {
    const value = Object.hasOwn(cells, column) ? (cells[column] ?? '').trim() : '';
    if (value === '' || samples.some((sample) => sample.value === value)) continue;
    samples.push({ row, value });
    if (samples.length === count) break;
  }
  return samples;
}

/**
 * Returns samples of a column. If none of them has a problem, the first value with one replaces the last
 * sample, so that the user sees what the count means.
 */
export function problemSamples(
  preview: Upload['preview'],
  rows: PreviewRows,
  column: string,
  count = 3,
): ColumnSample[] {
  const samples = columnSamples(preview, column, count);
  const troubled = (row: number) => rows[row]?.problems.some((problem) => problem.column === column) ?? false;
  if (samples.some((sample) => troubled(sample.row))) return samples;
  const found = columnSamples(preview, column, preview.length).find((sample) => troubled(sample.row));
  return found ? [...samples.slice(0, count - 1), found] : samples;
}

/**
 * Returns the value of `field` in preview row `row` when `column` feeds it, or null until that row is loaded.
 */
export function cellOutcome(
  rows: PreviewRows,
  row: number,
  column: string,
  field: string,
): CellOutcome | null {
  const found = rows[row];
  if (!found) return null;
  const stored = importField(field)?.storedIn ?? field;
  const value = found.values[field] ?? found.values[stored] ?? '';
  const before = found.before[field] ?? found.before[stored] ?? '';
  const problems = found.problems.filter((problem) => problem.column === column);
  return { value, problems, ...(before !== '' && { before }) };
}

/** Returns the problems of a column in the previewed rows, most frequent first. */
export function columnProblems(rows: PreviewRows, column: string): ProblemGroup[] {
  return groupedProblems(rows, (problem) => problem.column === column);
}

/** Returns the problems that concern whole rows rather than a single column, most frequent first. */
export function rowProblems(rows: PreviewRows): ProblemGroup[] {
  return groupedProblems(rows, (problem) => problem.column === null);
}

/** Counts the previewed rows with an error. */
export function errorRowCount(rows: PreviewRows): number {
  return rows.filter(({ outcome }) => outcome.kind === 'error').length;
}

/**
 * Returns the lead fields that get a value without a mapped column: from the options, or from a split name.
 */
export function filledFields(
  rows: PreviewRows,
  draft: Pick<ImportDraft, 'mapping' | 'splitColumn'>,
): string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row.values)));
  const split = draft.splitColumn === null ? [] : ['firstName', 'lastName'];
  return [...fields].filter((field) => importField(field) && !isFed(draft, field) && !split.includes(field));
}

/** Returns the first `count` distinct values of a field in the previewed rows. */
export function previewValues(rows: PreviewRows, field: string, count = 3): string[] {
  const values = new Set(rows.map((row) => row.values[field] ?? '').filter((value) => value !== ''));
  return [...values].slice(0, count);
}

function isFed(draft: Pick<ImportDraft, 'mapping'>, field: string): boolean {
  return Object.values(draft.mapping).some((target) => importField(target)?.storedIn === field);
}

function groupedProblems(rows: PreviewRows, wanted: (problem: RowProblem) => boolean): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { code: string }>();
  for (const row of rows) {
    for (const problem of row.problems.filter(wanted)) {
      const { severity, code, message } = problem;
      const group = groups.get(code) ?? { severity, code, message, numbers: [] };
      group.numbers.push(row.number);
      groups.set(code, group);
    }
  }
  return [...groups.values()].sort((a, b) => b.numbers.length - a.numbers.length);
}
