import type { RowProblem } from '#contract/imports.ts';
import { CALLING_CODE_TARGET, IMPORT_FIELDS, importField, NOTE_TARGET } from '#contract/lead-fields.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatCount } from '../../../lib/format.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { mappedColumn, storedField } from '../plan/mapping.ts';
import { filledFields, type PreviewRows } from './preview-cells.ts';

export type PreviewRow = PreviewRows[number];

export interface PreviewColumn {
  /** Stored field, or `custom:<name>`. */
  field: string;
  label: string;
  /** Column of the file; null if options fill the field. */
  source: string | null;
  numeric: boolean;
}

const ORDER = new Map<string, number>(IMPORT_FIELDS.map(({ key }, index) => [key, index]));

/** Returns the fields a draft fills, in screen order, custom fields last. */
export function previewColumns(
  draft: Pick<ImportDraft, 'mapping' | 'splitColumn'>,
  rows: PreviewRows,
): PreviewColumn[] {
  const { mapping, splitColumn } = draft;
  // Columns kept as note share one note.
  const note = mappedColumn(mapping, NOTE_TARGET);
  const fed = Object.entries(mapping).filter(
    ([column, target]) => target !== CALLING_CODE_TARGET && (target !== NOTE_TARGET || column === note),
  );
  const sources: [string, string | null][] = [
    ...fed.map(([column, target]): [string, string] => [storedField(target), column]),
    ...(splitColumn === null
      ? []
      : ['firstName', 'lastName'].map((field): [string, string] => [field, splitColumn])),
    ...filledFields(rows, draft).map((field): [string, null] => [field, null]),
  ];
  return sources
    .map(([field, source]) => ({
      field,
      label: fieldLabel(field),
      source,
      numeric: importField(field)?.kind === 'amount',
    }))
    .sort((a, b) => placeInOrder(a.field) - placeInOrder(b.field));
}

/** Returns whether a row creates or updates a lead. */
export function isTaken({ outcome: { kind } }: Pick<PreviewRow, 'outcome'>): boolean {
  return kind === 'new' || kind === 'update';
}

export function cellProblems({ problems }: Pick<PreviewRow, 'problems'>, field: string): RowProblem[] {
  return problems.filter((problem) => problem.field !== null && storedField(problem.field) === field);
}

/** Returns problems that no shown column displays. */
export function problemsOutside(
  { problems }: Pick<PreviewRow, 'problems'>,
  columns: readonly PreviewColumn[],
): RowProblem[] {
  const shown = new Set(columns.map((column) => column.field));
  return problems.filter((problem) => problem.field === null || !shown.has(storedField(problem.field)));
}

export function troubledLabels(
  row: Pick<PreviewRow, 'problems'>,
  columns: readonly PreviewColumn[],
): string[] {
  return columns.filter(({ field }) => cellProblems(row, field).length > 0).map(({ label }) => label);
}

/** Returns rows with problems or left out. */
export function troubledRows(rows: PreviewRows): PreviewRows {
  return rows.filter((row) => row.problems.length > 0 || !isTaken(row));
}

const COUNTED = [
  ['new', 'new', 'new'],
  ['update', 'update', 'updates'],
  ['duplicate', 'duplicate', 'duplicates'],
  ['skipped', 'skipped', 'skipped'],
  ['error', 'error', 'errors'],
] as const;

/** Counts nonzero outcomes: `80 new, 12 duplicates, 1 error`. */
export function outcomeCounts(rows: PreviewRows): string {
  return COUNTED.map(([kind, one, many]) => {
    const count = rows.filter(({ outcome }) => outcome.kind === kind).length;
    return count === 0 ? '' : formatCount(count, one, many);
  })
    .filter((text) => text !== '')
    .join(', ');
}

function placeInOrder(field: string): number {
  return ORDER.get(field) ?? ORDER.size;
}
