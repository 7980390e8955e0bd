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
  /** Returns false for read-only cells. */
  edit: () => boolean;
  open: () => unknown;
  /** Both rows included. */
  selectRows: (from: number, to: number) => void;
  /** `range` selects from the previously selected lead. */
  select: (range: boolean) => void;
  clear: () => void;
  /** Whether leads of the page are selected. */
  hasSelected: boolean;
}

const STEP_KEY: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/**
 * Handles a cell's keys. Arrows, j and k move; Shift with arrows extends over cells, with j and k
 * over leads. Home and End go to the first and last lead. Enter and F2 edit; Enter opens read-only
 * cells. x or space selects leads, Escape deselects.
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

/** A command returning false leaves the key to the browser. */
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
