import type { RowProblem } from '#contract/imports.ts';
import { customFieldName, IMPORT_FIELDS, importField } from '#contract/lead-fields.ts';
import type { Draft } from './draft.ts';
import { placeOf } from './mapping.ts';
import { filledFields, type PreviewRows } from './preview-cells.ts';

export type PreviewRow = PreviewRows[number];

/** A lead field that rows of the file fill. */
export interface PreviewColumn {
  /** As the rows' values are keyed: where it is stored, or `custom:<name>`. */
  field: string;
  label: string;
  /** The column of the file that feeds it; null where the options do. */
  source: string | null;
  numeric: boolean;
}

/** How a row fares: not imported, imported with something left out or in doubt, or as it should be. */
export type RowState = 'error' | 'warning' | 'clean';

const ORDER = new Map<string, number>(IMPORT_FIELDS.map(({ key }, index) => [key, index]));

/** The fields that a draft fills, in the order of the screens, custom fields last. */
export function previewColumns(
  draft: Pick<Draft, 'mapping' | 'splitColumn'>,
  rows: PreviewRows,
): PreviewColumn[] {
  const { mapping, splitColumn } = draft;
  const sources: [string, string | null][] = [
    ...Object.entries(mapping).map(([column, target]): [string, string] => [placeOf(target), column]),
    ...(splitColumn === null
      ? []
      : ['firstName', 'lastName'].map((field): [string, string] => [field, splitColumn])),
    ...filledFields(rows, draft).map((field): [string, null] => [field, null]),
  ];
  return sources
    .map(([field, source]) => ({
      field,
      label: importField(field)?.label ?? customFieldName(field) ?? field,
      source,
      numeric: importField(field)?.kind === 'amount',
    }))
    .sort((a, b) => placeInOrder(a.field) - placeInOrder(b.field));
}

/** How a row fares. */
export function rowState({ problems }: Pick<PreviewRow, 'problems'>): RowState {
  if (problems.some((problem) => problem.severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : 'clean';
}

/** What is wrong with the cell of a field. */
export function cellProblems({ problems }: Pick<PreviewRow, 'problems'>, field: string): RowProblem[] {
  return problems.filter((problem) => problem.field !== null && placeOf(problem.field) === field);
}

/** What is wrong with a row that none of its cells shows. */
export function problemsOutside(
  { problems }: Pick<PreviewRow, 'problems'>,
  columns: readonly PreviewColumn[],
): RowProblem[] {
  const shown = new Set(columns.map((column) => column.field));
  return problems.filter((problem) => problem.field === null || !shown.has(placeOf(problem.field)));
}

/** The labels of the columns in which something is wrong with a row. */
export function troubledLabels(
  row: Pick<PreviewRow, 'problems'>,
  columns: readonly PreviewColumn[],
): string[] {
  return columns.filter(({ field }) => cellProblems(row, field).length > 0).map(({ label }) => label);
}

/** The rows with something wrong. */
export function troubledRows(rows: PreviewRows): PreviewRows {
  return rows.filter((row) => row.problems.length > 0);
}

function placeInOrder(field: string): number {
  return ORDER.get(field) ?? ORDER.size;
}
