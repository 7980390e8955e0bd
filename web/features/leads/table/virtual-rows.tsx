import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect } from 'react';
import { HEAD_PX } from './table-size.ts';

/** Extra rows at each end, against gaps during fast scrolling. */
const OVERSCAN = 12;

export interface VirtualRowsProps {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  onRows: (indexes: readonly number[]) => void;
}

/** Chooses rows to render on long pages; lazy, because most pages are short. */
export function VirtualRows({ scroller, count, rowHeight, onRows }: VirtualRowsProps) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: HEAD_PX,
    overscan: OVERSCAN,
    // The page may have scrolled before this code was loaded.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
  });
  const shown = rows
    .getVirtualItems()
    .map(({ index }) => index)
    .join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another density changes the height of every row
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useLayoutEffect(() => {
    if (shown !== '') onRows(shown.split(',').map(Number));
  }, [shown, onRows]);
  return null;
}
