import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react';
import { withIndex } from './grid-selection.ts';

interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** CSS pixels. */
  rowHeight: number;
  /** A row of another height. */
  open?: { index: number | null; height: number };
  /** Height of the heading, in CSS pixels. */
  header: number;
  /** Extra rows at each end, against gaps during fast scrolling. */
  overscan: number;
  /** Index of the focused row, which stays rendered. */
  kept: number;
  /** Renders rows within the scroll event, before the browser paints. */
  sync: boolean;
}

/** Returns the indexes of the rows to render. */
export function useRowWindow(options: RowWindowOptions): readonly number[] {
  const { scroller, count, rowHeight, open, header, overscan, kept, sync } = options;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (open?.index === index ? open.height : rowHeight),
    paddingStart: header,
    overscan,
    // The page may have scrolled before this code was loaded.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    rangeExtractor: useExtractor(kept, count),
    useFlushSync: sync,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height or heading moves every row
  useLayoutEffect(() => rows.measure(), [rows, rowHeight, open?.index, open?.height, header]);
  return useIndexes(rows.getVirtualItems());
}

/** Returns the same array while indexes are equal, to avoid rerendering rows. */
export function useIndexes(items: readonly { index: number }[]): readonly number[] {
  const key = items.map(({ index }) => index).join();
  return useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
}

/** Adds the focused index to the rendered indexes. */
export function useExtractor(kept: number, count: number) {
  return useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return indexes.length === 0 || kept >= count ? indexes : [...withIndex(indexes, kept)];
    },
    [kept, count],
  );
}
