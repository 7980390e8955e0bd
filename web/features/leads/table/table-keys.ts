import type { KeyboardEvent } from 'react';
import {
  type GridSelection,
  type GridSize,
  moveSelection,
  selectCell,
} from '../../../lib/cells/grid-selection.ts';

export interface TableKeysOptions {
  selection: GridSelection;
  size: GridSize;
  /** Rows that fit the window. */
  page: number;
  move: (selection: GridSelection) => void;
  /** Edits the focused cell. Returns false if its value can't be changed. */
  edit: () => boolean;
  /** Opens the focused lead. */
  open: () => unknown;
  /** Selects the leads between two rows, both included. */
  selectRows: (from: number, to: number) => void;
  /** Selects the focused lead; with `range` all leads from the previously selected one. */
  select: (range: boolean) => void;
  /** Ends the selection of leads. */
  clear: () => void;
  /** True if leads of the page are selected. */
  hasSelected: boolean;
}

const STEP_KEY: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/**
 * Handles a key on a cell: arrows, j and k move, with Shift the arrows over a block of cells and j and k over leads; Home and End go to the first and the last lead; Enter
 * and F2 edit, and Enter opens where nothing can be edited; x or space selects the lead or
 * the leads of the block, Escape ends the selection.
 */
export function onTableKey(event: KeyboardEvent, options: TableKeysOptions): void {
  if (event.altKey) return;
  const jump = event.ctrlKey || event.metaKey;
  if (runCommand(event.key, event.shiftKey, jump, options)) event.preventDefault();
}

function runCommand(key: string, shift: boolean, jump: boolean, options: TableKeysOptions): boolean {
  const { selection, size, page, move } = options;
  const command = jump ? undefined : commandOf(key, shift, options);
  if (command) return command() !== false;
  if (key === 'Tab' || (jump && key in STEP_KEY)) return false;
  const next = moveSelection(selection, STEP_KEY[key] ?? key, { shift, jump }, size, page);
  if (next) move(next);
  return next !== null;
}

/** Returns what a key does; a command that returns false leaves the key to the browser. */
function commandOf(key: string, shift: boolean, options: TableKeysOptions): (() => unknown) | undefined {
  const { selection, size, move, edit, open, select, selectRows, clear } = options;
  const { anchor } = selection;
  const { row, column } = selection.focus;
  switch (key) {
    case 'Enter':
      return () => edit() || void open();
    case 'F2':
      return edit;
    case 'x':
    case 'X':
    case ' ':
      return () => (anchor.row === row ? select(shift) : selectRows(anchor.row, row));
    case 'J':
    case 'K':
      return () => {
        const to = Math.min(size.rows - 1, Math.max(0, row + (key === 'J' ? 1 : -1)));
        move(selectCell(to, column));
        selectRows(row, to);
      };
    case 'Home':
      return () => move(selectCell(0, column));
    case 'End':
      return () => move(selectCell(size.rows - 1, column));
    case 'Escape':
      // With nothing to end, Escape closes the lead next to the list.
      return () => {
        if (!options.hasSelected && anchor.row === row && anchor.column === column) return false;
        move(selectCell(row, column));
        clear();
        return true;
      };
    default:
      return undefined;
  }
}
