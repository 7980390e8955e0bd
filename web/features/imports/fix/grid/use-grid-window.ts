import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo } from 'react';
import type { CellPosition, GridSize } from '../../../../lib/cells/grid-selection.ts';
import { useExtractor, useIndexes, useRowWindow } from '../../../../lib/cells/use-row-window.ts';
import { type GridLayout, rowTop } from './grid-layout.ts';

interface GridWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  size: GridSize;
  layout: GridLayout;
  /** Keeps the keyboard focus and therefore stays rendered. */
  focus: CellPosition;
  /** Index of the open card. */
  open: number | null;
}

export interface GridWindow {
  rows: readonly number[];
  columns: readonly number[];
  /** Whole grid, in pixels. */
  height: number;
  /** Rows that fit the window. */
  page: number;
}

const OVERSCAN_ROWS = 8;
const OVERSCAN_CARDS = 2;
const OVERSCAN_COLUMNS = 2;

/** Virtualizes rows and columns; cards render all columns. */
export function useGridWindow({ scroller, size, layout, focus, open }: GridWindowOptions): GridWindow {
  const { header, rowHeight, openHeight } = layout;
  const cards = layout.kind === 'cards';
  const rows = useRowWindow({
    scroller,
    count: size.rows,
    rowHeight,
    open: { index: open, height: openHeight },
    header,
    overscan: cards ? OVERSCAN_CARDS : OVERSCAN_ROWS,
    kept: focus.row,
    sync: false,
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

  // The virtualizer would keep the other layout's sizes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object all along
  useLayoutEffect(() => columns.measure(), [layout]);

  return {
    rows,
    columns: cards ? allColumns : columnsInView,
    height: rowTop(layout, size.rows, open),
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - header) / rowHeight) - 1),
  };
}
