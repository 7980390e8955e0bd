import type { EditToStore } from './edit-writes.ts';
import type { EditableRow, StepCells } from './grid-reads.ts';
import { decodeCells } from './grid-row.ts';
import type { RevisedRow } from './grid-session.ts';

/** New value of a cell; with `expected`, only if the cell still has that value. */
export interface CellPatch {
  column: string;
  value: string;
  expected?: string;
}

/** New values of a row's cells, and whether it is to be dropped or kept. */
export interface RowPatch {
  row: EditableRow;
  cells: readonly CellPatch[];
  dropped?: boolean;
}

/** A row after a patch, and what the patch changed. */
export interface PatchedRow {
  revised: RevisedRow;
  edit: EditToStore;
  changes: { column: string | null; before: string; after: string }[];
}

/** Applies a patch to a row; returns null if it changes nothing. */
export function patchRow(
  { row, cells: patches, dropped }: RowPatch,
  places: ReadonlyMap<string, number>,
  username: string,
): PatchedRow | null {
  const cells = decodeCells(row.cells);
  const edit = storedEdit(row);
  const changes: PatchedRow['changes'] = [];
  for (const { column, value, expected } of patches) {
    const place = places.get(column);
    const before = place === undefined ? undefined : (cells[place] ?? '');
    if (place === undefined || before === undefined || before === value) continue;
    if (expected !== undefined && before !== expected) continue;
    cells[place] = value;
    changes.push({ column, before, after: value });
    writeCell(edit, { column, before, value }, username);
  }
  if (dropped !== undefined && dropped !== edit.dropped) {
    changes.push({ column: null, before: String(edit.dropped), after: String(dropped) });
    edit.dropped = dropped;
  }
  return changes.length === 0
    ? null
    : { revised: { before: row, cells, dropped: edit.dropped }, edit, changes };
}

function storedEdit({ row, values, originals, authors, dropped }: EditableRow): EditToStore {
  return {
    row,
    values: { ...values },
    originals: { ...originals },
    authors: { ...authors },
    dropped: dropped ?? false,
  };
}

/** Records the new value of a cell. A cell that has its original value again counts as not edited. */
function writeCell(
  { values, originals, authors }: EditToStore,
  { column, before, value }: { column: string; before: string; value: string },
  username: string,
): void {
  if (!Object.hasOwn(originals, column)) set(originals, column, before);
  if (originals[column] === value) {
    delete values[column];
    delete authors[column];
  } else {
    set(values, column, value);
    set(authors, column, username);
  }
}

/** Sets a property of any name, `__proto__` included. */
function set(target: Record<string, string>, key: string, value: string): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Collects the changes of patched rows by column, as an action stores them. */
export function stepCells(rows: readonly PatchedRow[]): StepCells[] {
  const byColumn = new Map<string | null, StepCells>();
  for (const { edit, changes } of rows) {
    for (const { column, before, after } of changes) {
      const cells = byColumn.get(column) ?? { column, rows: [], before: [], after: [] };
      byColumn.set(column, cells);
      cells.rows.push(edit.row);
      cells.before.push(before);
      cells.after.push(after);
    }
  }
  return [...byColumn.values()];
}
