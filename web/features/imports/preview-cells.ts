import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport, RowProblem } from '#contract/imports.ts';
import { importField } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import type { Draft } from './draft.ts';

export type PreviewRows = ReplyOf<typeof previewImport>['rows'];

/** A value of a column as the file has it; `row` counts the preview's rows from 0. */
export interface Sample {
  row: number;
  value: string;
}

/** What a cell becomes, and what is wrong with it. */
export interface Outcome {
  value: string;
  problems: RowProblem[];
}

/** The problems of one kind, with the rows of the file that have them. */
export interface ProblemGroup {
  severity: RowProblem['severity'];
  message: string;
  numbers: number[];
}

/** The first `count` different values that a column really has, in file order. */
export function samplesOf(preview: Upload['preview'], column: string, count = 3): Sample[] {
  const samples: Sample[] = [];
  for (const [row, cells] of preview.entries()) {
    const value = Object.hasOwn(cells, column) ? (cells[column] ?? '').trim() : '';
    if (value === '' || samples.some((sample) => sample.value === value)) continue;
    samples.push({ row, value });
    if (samples.length === count) break;
  }
  return samples;
}

/**
 * The samples of a column, the last of them giving way to the first value with a problem when none of them has
 * one, so that what is counted can be seen.
 */
export function tellingSamples(
  preview: Upload['preview'],
  rows: PreviewRows,
  column: string,
  count = 3,
): Sample[] {
  const samples = samplesOf(preview, column, count);
  const troubled = (row: number) => rows[row]?.problems.some((problem) => problem.column === column) ?? false;
  if (samples.some((sample) => troubled(sample.row))) return samples;
  const found = samplesOf(preview, column, preview.length).find((sample) => troubled(sample.row));
  return found ? [...samples.slice(0, count - 1), found] : samples;
}

/** What `field` holds in preview row `row` when `column` feeds it; null while that row is not known. */
export function outcomeOf(rows: PreviewRows, row: number, column: string, field: string): Outcome | null {
  const found = rows[row];
  if (!found) return null;
  const stored = importField(field)?.storedIn ?? field;
  const value = found.values[field] ?? found.values[stored] ?? '';
  return { value, problems: found.problems.filter((problem) => problem.column === column) };
}

/** The problems that a column has in the previewed rows, the most frequent first. */
export function columnProblems(rows: PreviewRows, column: string): ProblemGroup[] {
  return grouped(rows, (problem) => problem.column === column);
}

/** The problems of whole rows (no column is at fault alone), the most frequent first. */
export function rowProblems(rows: PreviewRows): ProblemGroup[] {
  return grouped(rows, (problem) => problem.column === null);
}

/** How many of the previewed rows would not be imported. */
export function errorRowCount(rows: PreviewRows): number {
  return rows.filter((row) => row.problems.some((problem) => problem.severity === 'error')).length;
}

/** Lead fields that get a value although no column is mapped to them: from the options, or from a split name. */
export function filledFields(rows: PreviewRows, draft: Pick<Draft, 'mapping' | 'splitColumn'>): string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row.values)));
  const split = draft.splitColumn === null ? [] : ['firstName', 'lastName'];
  return [...fields].filter((field) => importField(field) && !isFed(draft, field) && !split.includes(field));
}

/** The first `count` different values of a field in the previewed rows. */
export function valuesOf(rows: PreviewRows, field: string, count = 3): string[] {
  const values = new Set(rows.map((row) => row.values[field] ?? '').filter((value) => value !== ''));
  return [...values].slice(0, count);
}

function isFed(draft: Pick<Draft, 'mapping'>, field: string): boolean {
  return Object.values(draft.mapping).some((target) => importField(target)?.storedIn === field);
}

function grouped(rows: PreviewRows, wanted: (problem: RowProblem) => boolean): ProblemGroup[] {
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
