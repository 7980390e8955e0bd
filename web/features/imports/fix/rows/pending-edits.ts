import type { GridRow } from '#contract/import-fixing.ts';

/** `row` is the file's row number. */
export interface FixCellEdit {
  row: number;
  column: string;
  value: string;
}

/** Edits unconfirmed by the server. */
export interface PendingEdits {
  id: number;
  edits: readonly FixCellEdit[];
}

/** Latest unconfirmed values by row number and column. */
export type PendingValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

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

/** Applies unconfirmed values to a row; `columns` names its cells. */
export function withPending(
  row: GridRow,
  columns: readonly string[],
  pending: ReadonlyMap<string, string> | undefined,
): GridRow {
  if (pending === undefined) return row;
  return { ...row, cells: row.cells.map((cell, index) => pending.get(columns[index] ?? '') ?? cell) };
}

/** Drops edits without effect; edits of unloaded rows stay, because only the server knows these. */
export function effectiveEdits(
  edits: readonly FixCellEdit[],
  valueAt: (row: number, column: string) => string | undefined,
): FixCellEdit[] {
  return edits.filter(({ row, column, value }) => valueAt(row, column) !== value);
}

/** Replaced value that other cells of the column may share. */
export interface LikeEdit {
  column: string;
  from: string;
  to: string;
}

/** Returns the replacement suggested by a single-cell edit, otherwise null. */
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
