/** Row and column index, from 0. */
export interface CellPosition {
  row: number;
  column: number;
}

/** Rectangle between two corners; the keyboard moves `focus`. */
export interface GridSelection {
  anchor: CellPosition;
  focus: CellPosition;
}

export interface GridSize {
  rows: number;
  columns: number;
}

/** Rectangle of cells, corners included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function selectCell(row: number, column: number): GridSelection {
  return { anchor: { row, column }, focus: { row, column } };
}

export function selectedRange({ anchor, focus }: GridSelection): CellRange {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** `jump` is Ctrl, or Command on a Mac. */
export interface KeyModifiers {
  shift: boolean;
  jump: boolean;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Returns the selection after a key, or null for other keys: Shift extends, Ctrl jumps to the edge;
 * `page` is in rows.
 */
export function moveSelection(
  selection: GridSelection,
  key: string,
  { shift, jump }: KeyModifiers,
  size: GridSize,
  page: number,
): GridSelection | null {
  if (key === 'Tab') return jump ? null : moveByTab(selection, shift, size);
  const to = destination(selection.focus, key, jump, size, page);
  if (to === null) return null;
  const focus = clampCell(to, size);
  return { anchor: shift ? selection.anchor : focus, focus };
}

function destination(
  { row, column }: CellPosition,
  key: string,
  jump: boolean,
  size: GridSize,
  page: number,
): CellPosition | null {
  const step = STEPS[key];
  if (step) {
    const reach = jump ? Math.max(size.rows, size.columns) : 1;
    return { row: row + step[0] * reach, column: column + step[1] * reach };
  }
  switch (key) {
    case 'PageUp':
      return { row: row - page, column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row: jump ? 0 : row, column: 0 };
    case 'End':
      return { row: jump ? size.rows - 1 : row, column: size.columns - 1 };
    default:
      return null;
  }
}

/** Moves in reading order; null at the ends, where Tab leaves the grid. */
function moveByTab({ focus }: GridSelection, back: boolean, size: GridSize): GridSelection | null {
  const index = focus.row * size.columns + focus.column + (back ? -1 : 1);
  if (index < 0 || index >= size.rows * size.columns) return null;
  return selectCell(Math.floor(index / size.columns), index % size.columns);
}

/** Moves down or up after an edit, within the grid. */
export function stepRow({ focus }: GridSelection, step: 1 | -1, size: GridSize): GridSelection {
  const { row, column } = clampCell({ row: focus.row + step, column: focus.column }, size);
  return selectCell(row, column);
}

/** Fits a selection to a resized grid. */
export function clampSelection({ anchor, focus }: GridSelection, size: GridSize): GridSelection {
  return { anchor: clampCell(anchor, size), focus: clampCell(focus, size) };
}

/** Selects all cells and keeps the focus. */
export function selectAllCells({ rows, columns }: GridSize): GridSelection {
  return { anchor: { row: rows - 1, column: columns - 1 }, focus: { row: 0, column: 0 } };
}

/** Adds the index of the focused row or column, which must stay rendered. */
export function withIndex(indexes: readonly number[], kept: number): readonly number[] {
  return indexes.includes(kept) ? indexes : [...indexes, kept].sort((a, b) => a - b);
}

function clampCell({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  return {
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}
