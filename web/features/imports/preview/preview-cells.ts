import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import type { RowProblem } from '#contract/imports.ts';
import { importField } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../plan/draft.ts';

export type PreviewRows = ReplyOf<typeof previewImport>['rows'];

/** Verbatim value; `row` is the index in the preview. */
export interface ColumnSample {
  row: number;
  value: string;
}

export interface CellOutcome {
  value: string;
  /** Value replaced by an update. */
  before?: string;
  problems: RowProblem[];
}

/** Problems of one kind, with row numbers. */
export interface ProblemGroup {
  severity: RowProblem['severity'];
  message: string;
  numbers: number[];
}

/** Returns a column's first `count` distinct nonempty values. */
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

/** Returns a column's samples, including a value with a problem if there is any. */
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

/** Returns a cell's result, or null until its row is loaded. */
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

export function columnProblems(rows: PreviewRows, column: string): ProblemGroup[] {
  return groupedProblems(rows, (problem) => problem.column === column);
}

/** Groups problems of whole rows, most frequent first. */
export function rowProblems(rows: PreviewRows): ProblemGroup[] {
  return groupedProblems(rows, (problem) => problem.column === null);
}

export function errorRowCount(rows: PreviewRows): number {
  return rows.filter(({ outcome }) => outcome.kind === 'error').length;
}

/** Returns fields filled by options or a split name. */
export function filledFields(
  rows: PreviewRows,
  draft: Pick<ImportDraft, 'mapping' | 'splitColumn'>,
): string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row.values)));
  const split = draft.splitColumn === null ? [] : ['firstName', 'lastName'];
  return [...fields].filter((field) => importField(field) && !isFed(draft, field) && !split.includes(field));
}

/** Returns a field's first `count` distinct values. */
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
