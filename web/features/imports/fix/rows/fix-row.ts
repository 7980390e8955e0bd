import type { GridRow } from '#contract/import-fixing.ts';
import type { ImportPlan, RowProblem } from '#contract/imports.ts';
import { targetLabel } from '#contract/lead-fields.ts';

/** Column of the grid. */
export interface FixColumn {
  name: string;
  /** Index in the cells of a row. */
  index: number;
  /** Label of the lead field that it feeds; null if it isn't imported. */
  field: string | null;
  /** True if no two leads can share its values. */
  unique: boolean;
}

/** Returns the columns of the file, the imported ones first, each in file order. */
export function fixColumns(columns: readonly string[], plan: ImportPlan | null): FixColumn[] {
  const all = columns.map((name, index) => {
    const target = targetOf(plan, name);
    const field = fieldLabel(plan, name, target);
    return { name, index, field, unique: target !== null && UNIQUE.has(target) };
  });
  return [...all.filter(({ field }) => field !== null), ...all.filter(({ field }) => field === null)];
}

const UNIQUE = new Set(['email', 'phone', 'id']);

function targetOf(plan: ImportPlan | null, column: string): string | null {
  if (plan === null || !Object.hasOwn(plan.fieldMapping, column)) return null;
  return plan.fieldMapping[column] ?? null;
}

function fieldLabel(plan: ImportPlan | null, column: string, target: string | null): string | null {
  const split = plan?.nameSplitConfig;
  if (split?.enabled && split.column === column) return 'First and last name';
  return target === null ? null : targetLabel(target);
}

/** State of a row or cell, worst first. */
export type FixState = 'error' | 'warning' | 'fine';

/** Returns the problems of a cell; a row without an email or phone lacks both in their columns. */
export function cellProblemsOf(
  { problems }: Pick<GridRow, 'problems'>,
  { name, unique }: Pick<FixColumn, 'name' | 'unique'>,
): RowProblem[] {
  return problems.filter(({ column, code }) => column === name || (code === 'no_contact' && unique));
}

/** Returns the state that problems amount to. */
export function problemState(problems: readonly RowProblem[]): FixState {
  if (problems.length === 0) return 'fine';
  return problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

/** Returns the value of a cell in the file if a user changed it, otherwise null. */
export function originalOf({ edited }: Pick<GridRow, 'edited'>, column: string): string | null {
  return edited.find((cell) => cell.column === column)?.original ?? null;
}

/** Returns true if nothing about the row needs attention. */
export function isFixedRow({ outcome, problems, dropped }: GridRow): boolean {
  return !dropped && problems.length === 0 && (outcome === 'imported' || outcome === 'updated');
}
