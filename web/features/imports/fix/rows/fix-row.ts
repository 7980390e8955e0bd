import type { GridRow } from '#contract/import-fixing.ts';
import type { ImportPlan, RowProblem } from '#contract/imports.ts';
import { fieldLabel } from '../../../../lib/field-label.ts';

export interface FixColumn {
  name: string;
  /** Index in a row's cells. */
  index: number;
  /** Label of its lead field; null if not imported. */
  field: string | null;
  /** No two leads can share its values. */
  unique: boolean;
}

/** Returns the file's columns, imported columns first. */
export function fixColumns(columns: readonly string[], plan: ImportPlan | null): FixColumn[] {
  const all = columns.map((name, index) => {
    const target = targetOf(plan, name);
    const field = importedAs(plan, name, target);
    return { name, index, field, unique: target !== null && UNIQUE.has(target) };
  });
  return [...all.filter(({ field }) => field !== null), ...all.filter(({ field }) => field === null)];
}

const UNIQUE = new Set(['email', 'phone', 'id']);

function targetOf(plan: ImportPlan | null, column: string): string | null {
  if (plan === null || !Object.hasOwn(plan.fieldMapping, column)) return null;
  return plan.fieldMapping[column] ?? null;
}

function importedAs(plan: ImportPlan | null, column: string, target: string | null): string | null {
  const split = plan?.nameSplitConfig;
  if (split?.enabled && split.column === column) return 'First and last name';
  return target === null ? null : fieldLabel(target);
}

/** Worst first. */
export type FixState = 'error' | 'warning' | 'fine';

/** Returns a cell's problems; a missing contact concerns email and phone columns. */
export function cellProblemsOf(
  { problems }: Pick<GridRow, 'problems'>,
  { name, unique }: Pick<FixColumn, 'name' | 'unique'>,
): RowProblem[] {
  return problems.filter(({ column, code }) => column === name || (code === 'no_contact' && unique));
}

export function problemState(problems: readonly RowProblem[]): FixState {
  if (problems.length === 0) return 'fine';
  return problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

/** Returns the index of the column that a closed card shows: the first with a problem, else the first. */
export function tellingColumn(row: GridRow | undefined, columns: readonly FixColumn[]): number {
  if (row === undefined || row.dropped) return 0;
  const states = columns.map((column) => problemState(cellProblemsOf(row, column)));
  const worst = states.includes('error') ? 'error' : 'warning';
  return Math.max(0, states.indexOf(worst));
}

/** Returns the file's value of a changed cell, otherwise null. */
export function originalOf({ edited }: Pick<GridRow, 'edited'>, column: string): string | null {
  return edited.find((cell) => cell.column === column)?.original ?? null;
}

/** Returns whether the row needs no attention. */
export function isFixedRow({ outcome, problems, dropped }: GridRow): boolean {
  return !dropped && problems.length === 0 && (outcome === 'imported' || outcome === 'updated');
}
