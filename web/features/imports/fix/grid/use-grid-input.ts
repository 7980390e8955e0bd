import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { PastedCell } from '../../../../lib/cells/cell-block.ts';
import {
  type CellPosition,
  type GridSelection,
  type GridSize,
  inRange,
  moveSelection,
  selectAllCells,
  selectCell,
  selectedRange,
  stepRow,
} from '../../../../lib/cells/grid-selection.ts';
import type { AfterEdit } from './cell-editor.tsx';
import type { FixGridProps } from './fix-grid-props.ts';
import { gridClipboard } from './grid-clipboard.ts';
import { cellAt, gridPointer } from './grid-pointer.ts';
import type { GridWindow } from './use-grid-window.ts';

/** Moves the selection and edits by keyboard, mouse, touch and clipboard. */
export function useGridInput(
  grid: FixGridProps,
  shown: GridWindow,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { numbers, columns, rowAt, layout, selection, readOnly, onSelect, onEdit } = grid;
  const cards = layout.kind === 'cards';
  const size = { rows: numbers.length, columns: columns.length };
  /** Focus must follow the selection after rendering. */
  const follows = useRef(false);
  /** True from focusing a cell until another element gets the focus. */
  const holds = useRef(false);
  /** After Escape, Tab leaves the grid. */
  const leaving = useRef(false);
  const clicked = useRef('');

  function select(next: GridSelection) {
    follows.current = true;
    leaving.current = false;
    onSelect(next);
    shown.showCell(next.focus);
  }

  const valueAt = (row: number, column: number) => {
    const index = columns[column]?.index;
    return index === undefined ? undefined : rowAt(row)?.cells[index];
  };
  const editor = useCellEditor({ grid, size, valueAt, select });
  const { editing, edit } = editor;
  const pointer = gridPointer({ selection, size, editing: editing !== null, cards, clicked, select, edit });
  const clipboard = gridClipboard({ selection, size, readOnly, valueAt, onEdit: write, onSelect: select });

  /** Writes cells by grid position. */
  function write(cells: readonly PastedCell[]) {
    onEdit(
      cells.flatMap(({ row, column, text }) => {
        const [number, name] = [numbers[row], columns[column]?.name];
        return number === undefined || name === undefined ? [] : [{ row: number, column: name, value: text }];
      }),
    );
  }

  const { row: focusRow, column: focusColumn } = selection.focus;
  useLayoutEffect(() => {
    // A loaded row replaces the placeholder that had the focus.
    const isLost = holds.current && document.activeElement === document.body;
    if ((!follows.current && !isLost) || editing) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${focusRow}:${focusColumn}"]`);
    if (!cell) return;
    follows.current = false;
    holds.current = true;
    cell.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    if (key === 'Shift' || (key === 'Tab' && leaving.current)) return;
    const jump = event.ctrlKey || event.metaKey;
    const [towards, shift] = cards ? onCards(key, shiftKey, jump) : [key, shiftKey];
    const moved = moveSelection(selection, towards, { shift, jump }, size, shown.page);
    if (moved) select(moved);
    else if (!handleKey(key, jump)) {
      // Synchronous, so that the browser types the character into the editor.
      if (isTyping(event)) flushSync(() => edit(''));
      return;
    }
    leaving.current = key === 'Escape';
    event.preventDefault();
  }

  /** Handles non-navigation keys; returns false for others. */
  function handleKey(key: string, jump: boolean): boolean {
    if (jump && key.toLowerCase() === 'a') select(selectAllCells(size));
    else if (key === 'Escape') select({ anchor: selection.focus, focus: selection.focus });
    else if (jump) return false;
    else if (key === 'Enter' || key === 'F2') edit();
    else if (key === 'Delete' || key === 'Backspace') clipboard.clear();
    else return false;
    return true;
  }

  function onFocus(event: FocusEvent) {
    const cell = cellAt(event.target);
    holds.current = cell !== null;
    if (cell && !inRange(selectedRange(selection), cell.row, cell.column)) {
      onSelect(selectCell(cell.row, cell.column));
    }
  }

  // Removing the focused element, such as a loading row, fires no blur.
  function onBlur() {
    holds.current = false;
  }

  return {
    editing,
    commit: editor.commit,
    cancel() {
      follows.current = true;
      editor.cancel();
    },
    handlers: {
      onKeyDown,
      ...pointer,
      onFocus,
      onBlur,
      onCopy: clipboard.onCopy,
      onCut: clipboard.onCut,
      onPaste: clipboard.onPaste,
    },
  };
}

/** Keys on cards, which stack cells. */
const CARD_KEYS: Readonly<Record<string, string>> = {
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
};

/** Maps a key on cards to the table's; Up and Down continue into the next card. */
function onCards(key: string, shift: boolean, jump: boolean): [key: string, shift: boolean] {
  const leadsOn = (key === 'ArrowUp' || key === 'ArrowDown') && !shift && !jump;
  return leadsOn ? ['Tab', key === 'ArrowUp'] : [CARD_KEYS[key] ?? key, shift];
}

/** Returns whether the key types a character. */
function isTyping({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  // AltGraph sets both and types characters such as @.
  if ((ctrlKey || metaKey || altKey) && !nativeEvent.getModifierState('AltGraph')) return false;
  return key.length === 1 || key === 'Process';
}

/** Edited cell; identified by row number too, because the list may change. */
interface EditedCell extends CellPosition {
  number: number;
  initial: string;
}

interface CellEditorOptions {
  grid: FixGridProps;
  size: GridSize;
  /** Undefined while it loads. */
  valueAt: (row: number, column: number) => string | undefined;
  select: (selection: GridSelection) => void;
}

/** Edits the focused cell and saves its text. */
function useCellEditor({ grid, size, valueAt, select }: CellEditorOptions) {
  const { numbers, columns, rowAt, selection, readOnly, onEdit } = grid;
  const [editing, setEditing] = useState<EditedCell | null>(null);

  return {
    editing,
    /** Opens the editor with the current text, or `text`. */
    edit(text?: string) {
      const { row, column } = selection.focus;
      const number = numbers[row];
      // Replacement text needn't wait for the current value.
      const initial = text ?? valueAt(row, column);
      if (readOnly || number === undefined || initial === undefined || rowAt(row)?.dropped) return;
      setEditing({ row, column, number, initial });
    },
    commit(text: string, after: AfterEdit) {
      if (!editing) return;
      const { row, column, number } = editing;
      const name = columns[column]?.name;
      setEditing(null);
      // Inputs drop line breaks, so an untouched text is compared without them.
      const isChanged = numbers[row] !== number || text !== valueAt(row, column)?.replace(/[\r\n]/g, '');
      if (name !== undefined && isChanged) onEdit([{ row: number, column: name, value: text }]);
      if (after !== 'stay') select(nextSelection({ row, column }, after, size));
    },
    cancel: () => setEditing(null),
  };
}

function nextSelection({ row, column }: CellPosition, after: AfterEdit, size: GridSize): GridSelection {
  const from = selectCell(row, column);
  if (after === 'down') return stepRow(from, 1, size);
  if (after === 'up') return stepRow(from, -1, size);
  return moveSelection(from, 'Tab', { shift: after === 'previous', jump: false }, size, 1) ?? from;
}
