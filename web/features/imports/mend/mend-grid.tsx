// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { GridRow } from '#contract/import-mending.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { PastedCell } from './cell-block.ts';
import { type AfterEdit, CellEditor } from './cell-editor.tsx';
import { gridClipboard } from './grid-clipboard.ts';
import { GRID_HEADER_PX, type GridWidths, gridRowHeight } from './grid-layout.ts';
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
import { MendGridHead } from './mend-grid-head.tsx';
import { MendGridRow, type RowSelection } from './mend-grid-row.tsx';
import type { MendColumn } from './mend-row.ts';
import type { PendingValues } from './pending-edits.ts';
import { useGridWindow } from './use-grid-window.ts';

export interface MendGridProps {
  /** Row numbers of the file, in the order of the list. */
  numbers: readonly number[];
  columns: readonly MendColumn[];
  /** Row at an index of the list; undefined while it loads. */
  rowAt: (index: number) => GridRow | undefined;
  widths: GridWidths;
  pending: PendingValues;
  selection: GridSelection;
  readOnly: boolean;
  username: string | undefined;
  onSelect: (selection: GridSelection) => void;
  /** Called with the changed cells, whose positions are those of the grid. */
  onEdit: (cells: readonly PastedCell[]) => void;
  /** Called with the indexes of the rows in view. */
  onShow: (indexes: readonly number[]) => void;
}

const HELP = 'mend-grid-help';

/** Renders rows with problems as a spreadsheet; only the part in view exists in the page. */
export function MendGrid(props: MendGridProps) {
  const { numbers, columns, rowAt, widths, pending, selection, readOnly, username } = props;
  const { onSelect, onEdit, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = { rows: numbers.length, columns: columns.length };
  const rowHeight = gridRowHeight(size.rows);
  const shown = useGridWindow({ scroller, size, rowHeight, widths, focus: selection.focus });
  const [editing, setEditing] = useState<(CellPosition & { initial: string }) | null>(null);
  const range = selectedRange(selection);
  /** True if the focus has to follow the selection after rendering. */
  const follows = useRef(false);
  /** True once Escape was pressed, after which Tab leaves the grid. */
  const leaving = useRef(false);

  const inView = shown.rows.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the rows in view, not on the callback
  useEffect(() => onShow(shown.rows), [inView, numbers]);

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
  const clipboard = gridClipboard({ selection, size, readOnly, valueAt, onEdit, onSelect: select });

  /** Opens the editor with the current text, or with `text` in its place. */
  function edit(text?: string) {
    const { row, column } = selection.focus;
    const value = valueAt(row, column);
    if (readOnly || value === undefined || rowAt(row)?.dropped) return;
    shown.showCell(selection.focus);
    setEditing({ row, column, initial: text ?? value });
  }

  function commit(text: string, after: AfterEdit) {
    if (!editing) return;
    const { row, column } = editing;
    setEditing(null);
    // The input shows no line breaks, so an untouched text is compared as it was shown.
    if (text !== (valueAt(row, column) ?? '').replace(/[\r\n]/g, '')) onEdit([{ row, column, text }]);
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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the events of the grid and of its editor
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onMouseOver={onMouseOver}
      onClick={onClick}
      onDoubleClick={(event) => positionOf(event.target) && edit()}
      onFocus={onFocus}
      onCopy={clipboard.onCopy}
      onCut={clipboard.onCut}
      onPaste={clipboard.onPaste}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain text-13 [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]"
    >
      <div
        role="grid"
        aria-label="Rows to fix"
        aria-describedby={HELP}
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns + 2}
        aria-multiselectable
        aria-readonly={readOnly}
        className="relative"
        style={{ height: shown.height, width: shown.width }}
      >
        <MendGridHead columns={columns} shown={shown.columns} widths={widths} width={shown.width} />
        <div role="rowgroup">
          {shown.rows.map((index) => {
            const number = numbers[index];
            if (number === undefined) return null;
            return (
              <MendGridRow
                key={number}
                number={number}
                index={index}
                row={rowAt(index)}
                columns={columns}
                shown={shown.columns}
                widths={widths}
                top={GRID_HEADER_PX + index * rowHeight}
                height={rowHeight}
                selection={rowSelection(selection, index)}
                unconfirmed={pending.get(number)}
                username={username}
              />
            );
          })}
        </div>
      </div>
      {editing && (
        <CellEditor
          key={`${editing.row}:${editing.column}`}
          label={`Row ${formatNumber(numbers[editing.row] ?? 0)}, ${columns[editing.column]?.name ?? ''}`}
          initial={editing.initial}
          left={widths.number + widths.outcome + editing.column * widths.column}
          top={GRID_HEADER_PX + editing.row * rowHeight}
          width={widths.column}
          height={rowHeight}
          onCommit={commit}
          onCancel={() => {
            setEditing(null);
            follows.current = true;
          }}
        />
      )}
      <p id={HELP} className="sr-only">
        Arrow keys move, Enter edits, Delete clears. Press Escape, then Tab to leave the grid.
      </p>
    </div>
  );
}

/** Returns the selected columns of a row; null if none is selected. */
function rowSelection(selection: GridSelection, index: number): RowSelection | null {
  const { top, bottom, left, right } = selectedRange(selection);
  if (index < top || index > bottom) return null;
  return { left, right, current: index === selection.focus.row ? selection.focus.column : null };
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
