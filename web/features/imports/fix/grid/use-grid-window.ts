import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react';
import type { CellPosition, GridSize } from '../../../../lib/cells/grid-selection.ts';
import { type GridLayout, indexesWith, offsetToShow } from './grid-layout.ts';

interface GridWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  size: GridSize;
  layout: GridLayout;
  /** Keeps the keyboard focus and therefore stays rendered. */
  focus: CellPosition;
}

export interface GridWindow {
  rows: readonly number[];
  columns: readonly number[];
  /** Whole grid, in pixels. */
  height: number;
  /** Rows that fit the window. */
  page: number;
  /** Scrolls to a cell, as little as possible. */
  showCell: (cell: CellPosition) => void;
}

const OVERSCAN_ROWS = 8;
const OVERSCAN_CARDS = 2;
const OVERSCAN_COLUMNS = 2;

/** Virtualizes rows and columns; cards render all columns. */
export function useGridWindow({ scroller, size, layout, focus }: GridWindowOptions): GridWindow {
  const { header, rowHeight, covered } = layout;
  const cards = layout.kind === 'cards';
  const rows = useVirtualizer({
    count: size.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: header,
    overscan: cards ? OVERSCAN_CARDS : OVERSCAN_ROWS,
    rangeExtractor: useExtractor(focus.row, size.rows),
    useFlushSync: false,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: cards ? 0 : size.columns,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => layout.cellAt(column).width ?? 0,
    paddingStart: layout.cellAt(0).left,
    overscan: OVERSCAN_COLUMNS,
    rangeExtractor: useExtractor(focus.column, size.columns),
    useFlushSync: false,
  });
  const allColumns = useMemo(() => Array.from({ length: size.columns }, (_, at) => at), [size.columns]);
  const columnsInView = useIndexes(columns.getVirtualItems());

  // The virtualizers would keep the other layout's sizes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizers are the same objects all along
  useLayoutEffect(() => {
    rows.measure();
    columns.measure();
  }, [layout]);

  const showCell = useCallback(
    ({ row, column }: CellPosition) => {
      const box = scroller.current;
      if (!box) return;
      const cell = layout.cellAt(column);
      box.scrollTop = offsetToShow(header + row * rowHeight + cell.top, cell.height, {
        offset: box.scrollTop,
        length: box.clientHeight,
        covered,
      });
      if (cell.width === null) return;
      box.scrollLeft = offsetToShow(cell.left, cell.width, {
        offset: box.scrollLeft,
        length: box.clientWidth,
        covered: column === 0 ? cell.left : (layout.number.width ?? 0),
      });
    },
    [scroller, layout, header, rowHeight, covered],
  );

  return {
    rows: useIndexes(rows.getVirtualItems()),
    columns: cards ? allColumns : columnsInView,
    height: header + size.rows * rowHeight,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - header) / rowHeight) - 1),
    showCell,
  };
}

/** Returns the same array while indexes are equal, to avoid rerendering rows. */
function useIndexes(items: readonly { index: number }[]): readonly number[] {
  const key = items.map(({ index }) => index).join();
  return useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
}

/** Adds the focused index to the rendered indexes. */
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
