import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { PastedCell } from './cell-block.ts';
import type { AfterEdit } from './cell-editor.tsx';
import { gridClipboard } from './grid-clipboard.ts';
import {
  type CellPosition,
  type GridSelection,
  inRange,
  moveSelection,
  selectAllCells,
  selectCell,
  selectedRange,
  stepRow,
} from './grid-selection.ts';
import type { MendGridProps } from './mend-grid-props.ts';
import type { GridWindow } from './use-grid-window.ts';

/** Cell in the editor. The list may change meanwhile, so the row is known by its number as well. */
interface EditedCell extends CellPosition {
  number: number;
  initial: string;
}

/** Moves the selection and edits cells by keyboard, mouse, touch and clipboard. */
export function useGridInput(
  { numbers, columns, rowAt, selection, readOnly, onSelect, onEdit }: MendGridProps,
  shown: GridWindow,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const size = { rows: numbers.length, columns: columns.length };
  const [editing, setEditing] = useState<EditedCell | null>(null);
  const range = selectedRange(selection);
  /** True if the focus has to follow the selection after rendering. */
  const follows = useRef(false);
  /** True once Escape was pressed, after which Tab leaves the grid. */
  const leaving = useRef(false);

  const { row: focusRow, column: focusColumn } = selection.focus;
  useLayoutEffect(() => {
    if (!follows.current || editing) return;
    follows.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${focusRow}:${focusColumn}"]`);
    cell?.focus({ preventScroll: true });
  });

  function select(next: GridSelection) {
    follows.current = true;
    onSelect(next);
    shown.showCell(next.focus);
  }

  const valueAt = (row: number, column: number) => {
    const index = columns[column]?.index;
    return index === undefined ? undefined : rowAt(row)?.cells[index];
  };
  /** Writes cells, whose positions are those of the grid. */
  function write(cells: readonly PastedCell[]) {
    onEdit(
      cells.flatMap(({ row, column, text }) => {
        const [number, name] = [numbers[row], columns[column]?.name];
        return number === undefined || name === undefined ? [] : [{ row: number, column: name, value: text }];
      }),
    );
  }

  const clipboard = gridClipboard({ selection, size, readOnly, valueAt, onEdit: write, onSelect: select });

  /** Opens the editor with the current text, or with `text` in its place. */
  function edit(text?: string) {
    const { row, column } = selection.focus;
    const [number, value] = [numbers[row], valueAt(row, column)];
    if (readOnly || number === undefined || value === undefined || rowAt(row)?.dropped) return;
    shown.showCell(selection.focus);
    setEditing({ row, column, number, initial: text ?? value });
  }

  function commit(text: string, after: AfterEdit) {
    if (!editing) return;
    const { row, column, number } = editing;
    const name = columns[column]?.name;
    setEditing(null);
    // The input shows no line breaks, so an untouched text is compared as it was shown.
    const isChanged = numbers[row] !== number || text !== valueAt(row, column)?.replace(/[\r\n]/g, '');
    if (name !== undefined && isChanged) onEdit([{ row: number, column: name, value: text }]);
    if (after === 'stay') return;
    const from = selectCell(row, column);
    const keys = { shift: after === 'previous', jump: false };
    const next =
      after === 'down' || after === 'up'
        ? stepRow(from, after === 'down' ? 1 : -1, size)
        : moveSelection(from, 'Tab', keys, size, 1);
    select(next ?? from);
  }

  function onKeyDown(event: KeyboardEvent) {
    const jump = event.ctrlKey || event.metaKey;
    const { key } = event;
    if (key === 'Shift') return;
    const leaves = leaving.current && key === 'Tab';
    leaving.current = key === 'Escape';
    if (leaves) return;
    const moved = moveSelection(selection, key, { shift: event.shiftKey, jump }, size, shown.page);
    if (moved) {
      event.preventDefault();
      select(moved);
    } else if (handleKey(key, jump)) {
      event.preventDefault();
    } else if (isTyping(event)) {
      // At once, so that the browser types the character into the editor.
      flushSync(() => edit(''));
    }
  }

  /** Handles the keys that don't move the selection; returns false for other keys. */
  function handleKey(key: string, jump: boolean): boolean {
    if (jump && key.toLowerCase() === 'a') select(selectAllCells(size));
    else if (key === 'Escape') select({ anchor: selection.focus, focus: selection.focus });
    else if (jump) return false;
    else if (key === 'Enter' || key === 'F2') edit();
    else if (key === 'Delete' || key === 'Backspace') clipboard.clear();
    else return false;
    return true;
  }

  function onMouseDown(event: MouseEvent) {
    if (event.button !== 0) return;
    const cell = positionOf(event.target);
    if (cell && !editing) {
      // Keeps the browser from selecting text while the mouse is dragged over cells.
      event.preventDefault();
      pick(cell, event.shiftKey);
    }
    const row = rowIndexOf(event.target);
    if (row === null) return;
    event.preventDefault();
    const anchor = { row: event.shiftKey ? selection.anchor.row : row, column: size.columns - 1 };
    select({ anchor, focus: { row, column: 0 } });
  }

  function pick(cell: CellPosition, extend: boolean) {
    leaving.current = false;
    select({ anchor: extend ? selection.anchor : cell, focus: cell });
  }

  function onMouseOver(event: MouseEvent) {
    if (event.buttons !== 1 || editing) return;
    const cell = positionOf(event.target);
    if (cell && (cell.row !== focusRow || cell.column !== focusColumn)) pick(cell, true);
  }

  // A second tap edits; there are no keys to do it with on a phone.
  const tapped = useRef('');
  function onClick(event: MouseEvent) {
    const cell = positionOf(event.target);
    const touched = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    const name = cell ? `${cell.row}:${cell.column}` : '';
    if (touched && name !== '' && name === tapped.current) edit();
    tapped.current = name;
  }

  function onFocus(event: FocusEvent) {
    const cell = positionOf(event.target);
    if (cell && !inRange(range, cell.row, cell.column)) onSelect(selectCell(cell.row, cell.column));
  }

  return {
    editing,
    commit,
    cancel() {
      setEditing(null);
      follows.current = true;
    },
    handlers: {
      onKeyDown,
      onMouseDown,
      onMouseOver,
      onClick,
      onDoubleClick: (event: MouseEvent) => positionOf(event.target) && edit(),
      onFocus,
      onCopy: clipboard.onCopy,
      onCut: clipboard.onCut,
      onPaste: clipboard.onPaste,
    },
  };
}

/** Returns true for a key press that writes a character. */
function isTyping({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  // AltGraph, which sets both, writes characters such as @.
  if ((ctrlKey || metaKey || altKey) && !nativeEvent.getModifierState('AltGraph')) return false;
  return key.length === 1 || key === 'Process';
}

function positionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (!cell) return null;
  const [row, column] = (cell.dataset['cell'] ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

function rowIndexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset['row']) : null;
}
