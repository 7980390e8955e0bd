import { type RefObject, useLayoutEffect } from 'react';
import { useRowWindow } from '../../../lib/cells/use-row-window.ts';
import { HEAD_PX } from './table-size.ts';

export interface VirtualRowsProps {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  /** Index of the focused row. */
  kept: number;
  onRows: (indexes: readonly number[]) => void;
}

/** Chooses rows to render on long pages; lazy, because most pages are short. */
export function VirtualRows({ onRows, ...rows }: VirtualRowsProps) {
  const shown = useRowWindow({ ...rows, header: HEAD_PX, overscan: 12, sync: true });
  useLayoutEffect(() => {
    if (shown.length > 0) onRows(shown);
  }, [shown, onRows]);
  return null;
}
