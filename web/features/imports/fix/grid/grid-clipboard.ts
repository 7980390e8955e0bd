import type { ClipboardEvent } from 'react';
import { GRID_EDITS_MAX } from '#contract/limits.ts';
import {
  blockOfRange,
  type PastedCell,
  pasteBlock,
  readBlock,
  writeBlock,
} from '../../../../lib/cells/cell-block.ts';
import {
  type CellRange,
  cellCount,
  type GridSelection,
  type GridSize,
  selectedRange,
} from '../../../../lib/cells/grid-selection.ts';
import { formatCount } from '../../../../lib/format.ts';
import { toast } from '../../../../ui/toast-store.ts';

interface ClipboardOptions {
  selection: GridSelection;
  size: GridSize;
  readOnly: boolean;
  /** Undefined while it loads. */
  valueAt: (row: number, column: number) => string | undefined;
  onEdit: (cells: readonly PastedCell[]) => void;
  onSelect: (selection: GridSelection) => void;
}

/** Copies, cuts, pastes and clears cells; refuses oversized or unloaded selections. */
export function gridClipboard(options: ClipboardOptions) {
  const { selection, size, readOnly, valueAt, onEdit, onSelect } = options;
  const range = selectedRange(selection);

  /** Returns false on failure. */
  function copy(event: ClipboardEvent): boolean {
    event.preventDefault();
    if (isTooLarge(range)) return false;
    const block = blockOfRange(range, valueAt);
    if (block === null) {
      toast({
        tone: 'neutral',
        title: 'Some of these rows are still loading',
        description: 'Try again in a moment.',
      });
      return false;
    }
    event.clipboardData.setData('text/plain', writeBlock(block));
    return true;
  }

  function clear(): void {
    if (readOnly || isTooLarge(range)) return;
    onEdit(cellsOf(range).map((cell) => ({ ...cell, text: '' })));
  }

  return {
    clear,
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => copy(event) && clear(),
    onPaste(event: ClipboardEvent) {
      event.preventDefault();
      if (readOnly) return;
      const pasted = pasteBlock(readBlock(event.clipboardData.getData('text/plain')), range, size);
      if (pasted === null) return;
      if (pasted.cells.length > GRID_EDITS_MAX) return tooLarge();
      onEdit(pasted.cells);
      onSelect(pasted.selection);
      if (pasted.cut > 0) {
        const title = `${formatCount(pasted.cut, 'cell')} didn't fit`;
        toast({ tone: 'caution', title, description: "They're beyond the last row or column of this list." });
      }
    },
  };
}

function isTooLarge(range: CellRange): boolean {
  if (cellCount(range) <= GRID_EDITS_MAX) return false;
  tooLarge();
  return true;
}

function tooLarge(): void {
  toast({
    tone: 'neutral',
    title: `Select at most ${formatCount(GRID_EDITS_MAX, 'cell')}`,
    description: 'Use Find and Replace to change a whole column.',
  });
}

function cellsOf({ top, bottom, left, right }: CellRange): { row: number; column: number }[] {
  const cells = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) cells.push({ row, column });
  }
  return cells;
}
