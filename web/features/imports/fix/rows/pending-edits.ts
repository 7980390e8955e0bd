import type { GridRow } from '#contract/import-fixing.ts';

/** New value of a cell; `row` is the row number of the file. */
export interface FixCellEdit {
  row: number;
  column: string;
  value: string;
}

/** Edits that the server hasn't confirmed yet. */
export interface PendingEdits {
  id: number;
  edits: readonly FixCellEdit[];
}

/** Values that await confirmation, by row number and column; of several, the last one counts. */
export type PendingValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** Returns the values of all unconfirmed edits. */
export function pendingValues(pending: readonly PendingEdits[]): PendingValues {
  const values = new Map<number, Map<string, string>>();
  for (const { edits } of pending) {
    for (const { row, column, value } of edits) {
      const cells = values.get(row) ?? new Map<string, string>();
      values.set(row, cells.set(column, value));
    }
  }
  return values;
}

/** Returns a row as the user left it, with unconfirmed values in place; `columns` names its cells. */
export function withPending(
  row: GridRow,
  columns: readonly string[],
  pending: ReadonlyMap<string, string> | undefined,
): GridRow {
  if (pending === undefined) return row;
  return { ...row, cells: row.cells.map((cell, index) => pending.get(columns[index] ?? '') ?? cell) };
}

/** Returns the edits that change something; rows that aren't loaded are kept, because the server knows them. */
export function effectiveEdits(
  edits: readonly FixCellEdit[],
  valueAt: (row: number, column: string) => string | undefined,
): FixCellEdit[] {
  return edits.filter(({ row, column, value }) => valueAt(row, column) !== value);
}

/** A value that the user replaced in one cell and that other cells of the column may hold as well. */
export interface LikeEdit {
  column: string;
  from: string;
  to: string;
}

/** Returns the replacement that an edit of one cell suggests for all cells like it, or null for larger edits. */
export function likeEdit(
  edits: readonly FixCellEdit[],
  valueAt: (row: number, column: string) => string | undefined,
): LikeEdit | null {
  const [edit, ...others] = edits;
  if (edit === undefined || others.length > 0) return null;
  const from = valueAt(edit.row, edit.column);
  if (from === undefined || from === edit.value) return null;
  return { column: edit.column, from, to: edit.value };
}
