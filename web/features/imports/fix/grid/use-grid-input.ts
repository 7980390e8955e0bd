import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GridRow } from '#contract/import-fixing.ts';
import type { PastedCell } from '../../../../lib/cells/cell-block.ts';
import {
  type CellPosition,
  type GridSelection,
  type GridSize,
  moveSelection,
  selectAllCells,
  selectCell,
  stepRow,
} from '../../../../lib/cells/grid-selection.ts';
import { cellAt, useCellFocus } from '../../../../lib/cells/use-cell-focus.ts';
import type { FixColumn } from '../rows/fix-row.ts';
import type { FixCellEdit, PendingValues } from '../rows/pending-edits.ts';
import type { AfterEdit } from './cell-editor.tsx';
import { gridClipboard } from './grid-clipboard.ts';
import type { GridLayout } from './grid-layout.ts';
import type { GridWindow } from './use-grid-window.ts';

export interface FixGridProps {
  /** Row numbers in list order. */
  numbers: readonly number[];
  columns: readonly FixColumn[];
  /** Row at a list index; undefined while it loads. */
  rowAt: (index: number) => GridRow | undefined;
  layout: GridLayout;
  pending: PendingValues;
  selection: GridSelection;
  readOnly: boolean;
  username: string | undefined;
  onSelect: (selection: GridSelection) => void;
  onEdit: (edits: readonly FixCellEdit[]) => void;
  /** Receives the indexes of visible rows. */
  onShow: (indexes: readonly number[]) => void;
}

export interface GridInputProps extends FixGridProps {
  /** Column to go on to in the row after an edit; null for the same. */
  columnBelow: (row: number) => number | null;
}

/** Moves the selection and edits by keyboard, mouse, touch and clipboard. */
export function useGridInput(
  grid: GridInputProps,
  shown: GridWindow,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { numbers, columns, rowAt, layout, selection, readOnly, onSelect, onEdit } = grid;
  const cards = layout.kind === 'cards';
  const size = { rows: numbers.length, columns: columns.length };
  /** After Escape, Tab leaves the grid. */
  const leaving = useRef(false);
  /** Last clicked cell, as `row:column`. */
  const clicked = useRef('');
  const [editing, setEditing] = useState<EditedCell | null>(null);
  const cells = useCellFocus({
    region: scroller,
    selection,
    editing: editing !== null,
    onSelect(next) {
      leaving.current = false;
      onSelect(next);
    },
  });
  const { select } = cells;

  const valueAt = (row: number, column: number) => {
    const index = columns[column]?.index;
    return index === undefined ? undefined : rowAt(row)?.cells[index];
  };
  const { edit, commit } = cellEditor({ grid, size, valueAt, select, editing, setEditing });
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

  function onMouseDown(event: MouseEvent) {
    const row = event.button === 0 && editing === null ? numberedRow(event.target) : null;
    if (row === null) return cells.onMouseDown(event);
    event.preventDefault();
    const anchor = { row: event.shiftKey ? selection.anchor.row : row, column: size.columns - 1 };
    select({ anchor, focus: { row, column: 0 } });
  }

  // Phones edit with a tap on a card, or a second tap in the table.
  function onClick(event: MouseEvent) {
    const cell = cellAt(event.target);
    const name = cell ? `${cell.row}:${cell.column}` : '';
    if (isTouch(event) && name !== '' && (cards || name === clicked.current)) edit();
    clicked.current = name;
  }

  return {
    editing,
    commit,
    cancel() {
      cells.follow();
      setEditing(null);
    },
    handlers: {
      onKeyDown,
      onFocus: cells.onFocus,
      onBlur: cells.onBlur,
      onMouseDown,
      onMouseOver: cells.onMouseOver,
      onClick,
      onDoubleClick: (event: MouseEvent) => cellAt(event.target) && edit(),
      onCopy: clipboard.onCopy,
      onCut: clipboard.onCut,
      onPaste: clipboard.onPaste,
    },
  };
}

/** Returns the list index of the row whose number is clicked, or null. */
function numberedRow(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset['row']) : null;
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
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
  grid: GridInputProps;
  size: GridSize;
  /** Undefined while it loads. */
  valueAt: (row: number, column: number) => string | undefined;
  select: (selection: GridSelection) => void;
  editing: EditedCell | null;
  setEditing: (cell: EditedCell | null) => void;
}

/** Edits the focused cell and saves its text. */
function cellEditor({ grid, size, valueAt, select, editing, setEditing }: CellEditorOptions) {
  const { numbers, columns, rowAt, selection, readOnly, onEdit } = grid;
  return {
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
      if (after === 'stay') return;
      const next = nextSelection({ row, column }, after, size);
      const below = next.focus.row === row ? null : grid.columnBelow(next.focus.row);
      select(below === null ? next : selectCell(next.focus.row, below));
    },
  };
}

function nextSelection({ row, column }: CellPosition, after: AfterEdit, size: GridSize): GridSelection {
  const from = selectCell(row, column);
  if (after === 'down') return stepRow(from, 1, size);
  if (after === 'up') return stepRow(from, -1, size);
  return moveSelection(from, 'Tab', { shift: after === 'previous', jump: false }, size, 1) ?? from;
}
