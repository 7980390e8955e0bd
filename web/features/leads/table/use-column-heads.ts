import { useRef, useState } from 'react';
import { moveColumn, resizeColumn, type ShownColumn } from '../lead-columns.ts';

/** Moves, hides and resizes columns, and moves the focus between headings. */
export function useColumnHeads(
  columns: readonly ShownColumn[],
  onColumns: (columns: readonly ShownColumn[]) => void,
) {
  const row = useRef<HTMLTableRowElement>(null);
  const [chosen, setReached] = useState(0);
  const reached = Math.min(chosen, columns.length - 1);

  function onReach(step: number, part: 'head' | 'handle') {
    const to = Math.min(columns.length - 1, Math.max(0, reached + step));
    setReached(to);
    row.current?.querySelectorAll<HTMLElement>(`[data-${part}]`)[to]?.focus();
  }

  function onMove(field: string, steps: number) {
    const at = columns.findIndex((column) => column.field === field);
    onColumns(moveColumn(columns, field, steps));
    setReached(Math.min(columns.length - 1, Math.max(1, at + steps)));
  }

  function onDrop(field: string, onto: string) {
    const [from = -1, to = -1] = [field, onto].map((each) => columns.findIndex((one) => one.field === each));
    if (from > 0 && to > 0) onColumns(moveColumn(columns, field, to - from));
  }

  return {
    row,
    of: (index: number) => ({
      reached: index === reached,
      onReach,
      onMove,
      onDrop,
      onWidth: (field: string, width: number) => onColumns(resizeColumn(columns, field, width)),
      onHide: (field: string) => onColumns(columns.filter((column) => column.field !== field)),
    }),
  };
}
