import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { CellPosition, GridSize } from '../../../lib/cells/grid-selection.ts';
import { GRID_HEADER_PX, type GridWidths, indexesWith, offsetToShow } from './grid-layout.ts';

interface GridWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  size: GridSize;
  rowHeight: number;
  widths: GridWidths;
  /** Cell that stays rendered, because it holds the keyboard focus. */
  focus: CellPosition;
}

/** Rendered part of the grid. */
export interface GridWindow {
  rows: readonly number[];
  columns: readonly number[];
  /** Size of the whole grid in pixels. */
  height: number;
  width: number;
  /** Number of rows that fit the window. */
  page: number;
  /** Scrolls as little as possible to a cell. */
  showCell: (cell: CellPosition) => void;
}

const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 2;

/** Chooses the rows and columns to render while the grid is scrolled in both directions. */
export function useGridWindow({ scroller, size, rowHeight, widths, focus }: GridWindowOptions): GridWindow {
  const lead = widths.number + widths.outcome;
  const rows = useVirtualizer({
    count: size.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: GRID_HEADER_PX,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: useExtractor(focus.row, size.rows),
    useFlushSync: false,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: size.columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => widths.column,
    paddingStart: lead,
    overscan: OVERSCAN_COLUMNS,
    rangeExtractor: useExtractor(focus.column, size.columns),
    useFlushSync: false,
  });
  const height = GRID_HEADER_PX + size.rows * rowHeight;

  const showCell = useCallback(
    ({ row, column }: CellPosition) => {
      const box = scroller.current;
      if (!box) return;
      box.scrollTop = offsetToShow(GRID_HEADER_PX + row * rowHeight, rowHeight, {
        offset: box.scrollTop,
        length: box.clientHeight,
        covered: GRID_HEADER_PX,
      });
      box.scrollLeft = offsetToShow(lead + column * widths.column, widths.column, {
        offset: box.scrollLeft,
        length: box.clientWidth,
        covered: column === 0 ? lead : widths.number,
      });
    },
    [scroller, rowHeight, lead, widths],
  );

  return {
    rows: useIndexes(rows.getVirtualItems()),
    columns: useIndexes(columns.getVirtualItems()),
    height,
    width: lead + size.columns * widths.column,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - GRID_HEADER_PX) / rowHeight) - 1),
    showCell,
  };
}

/** Returns the indexes of items; the same array while they are equal, so that rows needn't be rendered again. */
function useIndexes(items: readonly { index: number }[]): readonly number[] {
  const key = items.map(({ index }) => index).join();
  return useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
}

/** Returns the function that adds the index with the keyboard focus to the rendered ones. */
function useExtractor(kept: number, count: number) {
  return useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const [first, last] = [indexes[0], indexes.at(-1)];
      if (first === undefined || last === undefined || kept >= count) return indexes;
      return indexesWith(first, last, kept);
    },
    [kept, count],
  );
}
