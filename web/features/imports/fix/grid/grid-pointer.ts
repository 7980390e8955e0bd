import type { MouseEvent } from 'react';
import type { CellPosition, GridSelection, GridSize } from '../../../../lib/cells/grid-selection.ts';

interface PointerOptions {
  selection: GridSelection;
  size: GridSize;
  /** A cell is being edited. */
  editing: boolean;
  /** Cells are on cards, like form fields. */
  cards: boolean;
  /** Last clicked cell, as `row:column`. */
  clicked: { current: string };
  select: (selection: GridSelection) => void;
  edit: () => void;
}

/** Selects cells by click, drag and Shift, rows by number; double clicks and taps edit. */
export function gridPointer({ selection, size, editing, cards, clicked, select, edit }: PointerOptions) {
  const { focus } = selection;

  function pick(cell: CellPosition, extend: boolean): void {
    select({ anchor: extend ? selection.anchor : cell, focus: cell });
  }

  function pickRow(row: number, extend: boolean): void {
    const anchor = { row: extend ? selection.anchor.row : row, column: size.columns - 1 };
    select({ anchor, focus: { row, column: 0 } });
  }

  return {
    onMouseDown(event: MouseEvent) {
      const [cell, row] = [cellAt(event.target), rowAt(event.target)];
      if (event.button !== 0 || editing || (cell === null && row === null)) return;
      // Prevents text selection while dragging.
      event.preventDefault();
      if (cell) pick(cell, event.shiftKey);
      else if (row !== null) pickRow(row, event.shiftKey);
    },
    onMouseOver(event: MouseEvent) {
      if (event.buttons !== 1 || editing) return;
      const cell = cellAt(event.target);
      if (cell && (cell.row !== focus.row || cell.column !== focus.column)) pick(cell, true);
    },
    // Phones edit with a tap on a card, or a second tap in the table.
    onClick(event: MouseEvent) {
      const cell = cellAt(event.target);
      const name = cell ? `${cell.row}:${cell.column}` : '';
      if (isTouch(event) && name !== '' && (cards || name === clicked.current)) edit();
      clicked.current = name;
    },
    onDoubleClick(event: MouseEvent) {
      if (cellAt(event.target)) edit();
    },
  };
}

/** Returns the position of the cell around an element, or null. */
export function cellAt(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (!cell) return null;
  const [row, column] = (cell.dataset['cell'] ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset['row']) : null;
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
}
