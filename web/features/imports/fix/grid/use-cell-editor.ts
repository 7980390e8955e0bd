import { useState } from 'react';
import {
  type CellPosition,
  type GridSelection,
  type GridSize,
  moveSelection,
  selectCell,
  stepRow,
} from '../../../../lib/cells/grid-selection.ts';
import type { AfterEdit } from './cell-editor.tsx';
import type { FixGridProps } from './fix-grid-props.ts';

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
export function useCellEditor({ grid, size, valueAt, select }: CellEditorOptions) {
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
