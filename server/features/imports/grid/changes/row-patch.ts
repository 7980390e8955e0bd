import { decodeCells, type GridRowState, isDroppedRow } from '../rows/grid-row.ts';
import type { RevisedRow } from '../session/grid-session.ts';
import type { StepCells } from '../statements/grid-reads.ts';

/** With `expected`, only if the cell still has that value. */
export interface CellPatch {
  column: string;
  value: string;
  expected?: string;
}

export interface RowPatch {
  row: GridRowState;
  cells: readonly CellPatch[];
  dropped?: boolean;
}

/** A row after a patch, and what the patch changed. */
export interface PatchedRow {
  revised: RevisedRow;
  changes: { column: string | null; before: string; after: string }[];
}

/** Applies a patch to a row; returns null if it changes nothing. */
export function patchRow(
  { row, cells: patches, dropped = isDroppedRow(row) }: RowPatch,
  places: ReadonlyMap<string, number>,
): PatchedRow | null {
  const cells = decodeCells(row.cells);
  const changes: PatchedRow['changes'] = [];
  for (const { column, value, expected } of patches) {
    const place = places.get(column);
    const before = place === undefined ? undefined : (cells[place] ?? '');
    if (place === undefined || before === undefined || before === value) continue;
    if (expected !== undefined && before !== expected) continue;
    cells[place] = value;
    changes.push({ column, before, after: value });
  }
  if (dropped !== isDroppedRow(row)) {
    changes.push({ column: null, before: String(!dropped), after: String(dropped) });
  }
  return changes.length === 0 ? null : { revised: { before: row, cells, dropped }, changes };
}

/** By column, as an action stores them. */
export function stepCells(rows: readonly PatchedRow[]): StepCells[] {
  const byColumn = new Map<string | null, StepCells>();
  for (const { revised, changes } of rows) {
    for (const { column, before, after } of changes) {
      const cells = byColumn.get(column) ?? { column, rows: [], before: [], after: [] };
      byColumn.set(column, cells);
      cells.rows.push(revised.before.row);
      cells.before.push(before);
      cells.after.push(after);
    }
  }
  return [...byColumn.values()];
}
