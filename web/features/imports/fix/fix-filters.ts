import { ANY_DUPLICATE, DUPLICATE_CODES, type ImportGrid } from '#contract/import-fixing.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Option } from '../../../ui/option.ts';
import { duplicateRows } from '../results/outcome-text.ts';
import { reasonLabel } from '../results/reason-label.ts';
import type { FixSearch, ShownRows } from './rows/fix-search.ts';

/** Stands for all columns; no column has an empty name. */
export const EVERY_COLUMN = '\u0000';

/** Returns columns with problem counts, problem columns first. */
export function columnOptions({ columns, reasons }: Pick<ImportGrid, 'columns' | 'reasons'>): Option[] {
  const problems = new Map<string, number>();
  for (const { column, rows } of reasons) {
    if (column !== null) problems.set(column, (problems.get(column) ?? 0) + rows);
  }
  const option = (column: string): Option => {
    const count = problems.get(column);
    return { value: column, label: column, ...(count !== undefined && { hint: formatNumber(count) }) };
  };
  const troubled = columns.filter((column) => problems.has(column));
  const others = columns.filter((column) => !problems.has(column));
  return [{ value: EVERY_COLUMN, label: 'All columns' }, ...troubled.map(option), ...others.map(option)];
}

export interface ReasonFilter {
  code: string;
  column: string | null;
  label: string;
  rows: number;
  severity: 'error' | 'warning';
  active: boolean;
}

/** Returns the reasons in the chosen column, if any; a chosen reason stays at zero rows. */
export function reasonFilters({ reasons }: Pick<ImportGrid, 'reasons'>, search: FixSearch): ReasonFilter[] {
  const shown = reasons.filter(
    ({ column }) => search.column === undefined || search.code !== undefined || column === search.column,
  );
  const inSeveral = new Set(
    shown
      .filter(({ code, column }) => shown.some((other) => other.code === code && other.column !== column))
      .map(({ code }) => code),
  );
  // One kind of duplicate is all of them: a second chip would say the same.
  const duplicates = shown.filter((reason) => DUPLICATE_CODES.includes(reason.code));
  const isAll = search.code === ANY_DUPLICATE && duplicates.length === 1;
  const filters = shown.map(({ code, column, severity, rows }) => ({
    code,
    column,
    label: inSeveral.has(code) && column !== null ? `${reasonLabel(code)} in ${column}` : reasonLabel(code),
    rows,
    severity,
    active:
      (isAll && DUPLICATE_CODES.includes(code)) ||
      (search.code === code && (column === null || search.column === undefined || search.column === column)),
  }));
  if (search.code === undefined || filters.some(({ active }) => active)) return filters;
  const { code, column = null } = search;
  const label = reasonLabel(code);
  const chosen = { code, column, label, active: true };
  return code === ANY_DUPLICATE
    ? [{ ...chosen, rows: duplicateRows(reasons), severity: 'error' }, ...filters]
    : [{ ...chosen, rows: 0, severity: 'warning' }, ...filters];
}

export function shownRowsOptions(grid: ImportGrid): { value: ShownRows; label: string; rows: number }[] {
  return [
    { value: 'open', label: 'Need attention', rows: grid.openRows },
    { value: 'edited', label: 'Changed', rows: grid.editedRows },
    { value: 'dropped', label: 'Dropped', rows: grid.droppedRows },
    { value: 'all', label: 'All rows', rows: grid.totals?.totalRows ?? 0 },
  ];
}
