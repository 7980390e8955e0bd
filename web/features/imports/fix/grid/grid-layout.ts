/** Place of a part of a row, in pixels from the row's top left corner. */
export interface GridBox {
  left: number;
  top: number;
  /** Null if it is as wide as the grid. */
  width: number | null;
  height: number;
}

/** Places of the grid's parts: rows of a table, or cards whose cells stand below each other. */
export interface GridLayout {
  kind: 'table' | 'cards';
  /** Height of the header in pixels; 0 if each cell names its column. */
  header: number;
  /** Pixels that something sticking to the top covers: the header, or the head of a card. */
  covered: number;
  rowHeight: number;
  /** Width of the grid in pixels; null if it is as wide as the window. */
  width: number | null;
  number: GridBox;
  outcome: GridBox;
  cellAt: (column: number) => GridBox;
}

const TABLE_HEADER_PX = 44;
const NUMBER_PX = 76;
const OUTCOME_PX = 288;
const COLUMN_PX = 184;

const CARD_NUMBER_PX = 64;
const CARD_HEAD_PX = 56;
const CARD_CELL_PX = 62;
/** Height of a cell's label on a card: what the editor leaves free of the cell, which has to be 24 px to be a target. */
export const CARD_LABEL_PX = 24;

// Firefox lays out no element higher than about 17.8 million pixels.
const HEIGHT_MAX_PX = 17_000_000;
const TALL_ROWS_MAX = 450_000;

/** Returns the height of a table's row in pixels; compact for lists that would exceed the height that browsers support. */
export function gridRowHeight(rows: number): number {
  return rows > TALL_ROWS_MAX ? 28 : 36;
}

/** Returns the layout of a grid: cards on a phone, unless they would exceed the height that browsers support. */
export function gridLayout(size: { rows: number; columns: number }, phone: boolean): GridLayout {
  const cards = cardLayout(size.columns);
  return phone && size.rows * cards.rowHeight <= HEIGHT_MAX_PX ? cards : tableLayout(size);
}

function tableLayout({ rows, columns }: { rows: number; columns: number }): GridLayout {
  const height = gridRowHeight(rows);
  const lead = NUMBER_PX + OUTCOME_PX;
  return {
    kind: 'table',
    header: TABLE_HEADER_PX,
    covered: TABLE_HEADER_PX,
    rowHeight: height,
    width: lead + columns * COLUMN_PX,
    number: { left: 0, top: 0, width: NUMBER_PX, height },
    outcome: { left: NUMBER_PX, top: 0, width: OUTCOME_PX, height },
    cellAt: (column) => ({ left: lead + column * COLUMN_PX, top: 0, width: COLUMN_PX, height }),
  };
}

function cardLayout(columns: number): GridLayout {
  return {
    kind: 'cards',
    header: 0,
    covered: CARD_HEAD_PX,
    rowHeight: CARD_HEAD_PX + columns * CARD_CELL_PX,
    width: null,
    number: { left: 0, top: 0, width: CARD_NUMBER_PX, height: CARD_HEAD_PX },
    outcome: { left: CARD_NUMBER_PX, top: 0, width: null, height: CARD_HEAD_PX },
    cellAt: (column) => ({
      left: 0,
      top: CARD_HEAD_PX + column * CARD_CELL_PX,
      width: null,
      height: CARD_CELL_PX,
    }),
  };
}

/** Returns the style that puts a part in its place; a part without a width reaches to the right edge. */
export function boxStyle({ left, top, width, height }: GridBox) {
  return width === null ? { left, top, right: 0, height } : { left, top, width, height };
}

/** Part of a scrolled box, in pixels. `covered` is taken by what sticks to its beginning. */
export interface ScrolledBox {
  offset: number;
  length: number;
  covered: number;
}

/** Returns the scroll offset at which an item is in view: unchanged if it is, otherwise moved as little as possible. */
export function offsetToShow(start: number, size: number, { offset, length, covered }: ScrolledBox): number {
  if (start < offset + covered) return Math.max(0, start - covered);
  if (start + size > offset + length) return Math.max(0, start + size - length);
  return offset;
}

/** Returns the indexes of a rendered range, in order, with the index that holds the keyboard focus. */
export function indexesWith(first: number, last: number, kept: number): number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  if (kept < first) return [kept, ...indexes];
  if (kept > last) return [...indexes, kept];
  return indexes;
}
