import { type FocusEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { CellPosition, GridSelection } from './grid-selection.ts';

/** Returns the position of the cell around an element, by its `data-cell` of `row:column`, or null. */
export function cellAt(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = (cell?.dataset['cell'] ?? '').split(':');
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

interface CellFocusOptions {
  /** Contains the cells. */
  region: RefObject<HTMLElement | null>;
  selection: GridSelection;
  onSelect: (selection: GridSelection) => void;
  /** Leaves focus and mouse to the editor of a cell. */
  editing?: boolean;
}

/** Selects cells by focus and mouse; selecting cells moves the focus and scrolls to it. */
export function useCellFocus({ region, selection, onSelect, editing = false }: CellFocusOptions) {
  /** The focus must follow the selection after rendering. */
  const follows = useRef(false);
  /** True from focusing a cell until another element gets the focus. */
  const holds = useRef(false);
  const dragging = useRef(false);
  const { row, column } = selection.focus;

  // Runs after each render, because the cell may be new.
  useLayoutEffect(() => {
    // Removing the focused cell, by a shorter list or a loaded row, fires no blur.
    const isLost = holds.current && document.activeElement === document.body;
    if (editing || (!follows.current && !isLost)) return;
    const cell = region.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (!cell) return;
    follows.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: column === 0 ? 'start' : 'nearest' });
  });

  function select(next: GridSelection) {
    follows.current = true;
    onSelect({ ...next });
  }

  return {
    select,
    /** Returns the focus to the selection after rendering, such as after an edit. */
    follow() {
      follows.current = true;
    },
    onFocus({ target }: FocusEvent) {
      const cell = cellAt(target);
      holds.current = cell !== null;
      if (cell && (cell.row !== row || cell.column !== column)) onSelect({ anchor: cell, focus: cell });
    },
    onBlur() {
      holds.current = false;
    },
    onMouseDown(event: MouseEvent) {
      const cell = cellAt(event.target);
      if (!cell || event.button !== 0 || editing || isControl(event.target)) return;
      // Prevents text selection while dragging.
      event.preventDefault();
      dragging.current = true;
      select({ anchor: event.shiftKey ? selection.anchor : cell, focus: cell });
    },
    onMouseOver(event: MouseEvent) {
      if (!dragging.current) return;
      if (event.buttons !== 1) dragging.current = false;
      const cell = cellAt(event.target);
      if (dragging.current && cell && (cell.row !== row || cell.column !== column))
        select({ anchor: selection.anchor, focus: cell });
    },
  };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, a') !== null;
}
