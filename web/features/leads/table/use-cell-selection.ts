import { type FocusEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  type CellPosition,
  clampSelection,
  type GridSelection,
  type GridSize,
  selectCell,
} from '../../../lib/cells/grid-selection.ts';

/** Returns the position of the cell around an element, or null. */
export function leadCellAt(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = (cell?.dataset['cell'] ?? '').split(':');
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

/** Tracks the selected cells by focus and mouse; moving the selection moves the focus. */
export function useCellSelection(region: RefObject<HTMLElement | null>, size: GridSize) {
  const [selected, setSelected] = useState<GridSelection>(() => selectCell(0, 0));
  const moved = useRef(false);
  /** True from focusing a cell until another element gets the focus. */
  const holds = useRef(false);
  const dragging = useRef(false);
  const selection = clampSelection(selected, size);
  const { row, column } = selection.focus;

  // Runs after each render, because the cell may be new.
  useLayoutEffect(() => {
    // Removing the focused cell, by a shorter list or hidden column, fires no blur.
    const isLost = holds.current && document.activeElement === document.body;
    if (!moved.current && !isLost) return;
    const cell = region.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (!cell) return;
    moved.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: column === 0 ? 'start' : 'nearest' });
  });

  function move(next: GridSelection) {
    moved.current = true;
    setSelected({ ...next });
  }

  return {
    selection,
    move,
    onFocus({ target }: FocusEvent) {
      const cell = leadCellAt(target);
      holds.current = cell !== null;
      if (cell && (cell.row !== row || cell.column !== column)) setSelected({ anchor: cell, focus: cell });
    },
    onBlur() {
      holds.current = false;
    },
    onMouseDown(event: MouseEvent) {
      const cell = leadCellAt(event.target);
      if (!cell || event.button !== 0 || isControl(event.target)) return;
      // Prevents text selection while dragging.
      event.preventDefault();
      dragging.current = true;
      move({ anchor: event.shiftKey ? selection.anchor : cell, focus: cell });
    },
    onMouseOver(event: MouseEvent) {
      if (!dragging.current) return;
      if (event.buttons !== 1) dragging.current = false;
      const cell = leadCellAt(event.target);
      if (dragging.current && cell && (cell.row !== row || cell.column !== column))
        move({ anchor: selection.anchor, focus: cell });
    },
  };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, a') !== null;
}
