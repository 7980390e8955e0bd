/** Part of a row, in pixels from the row's top left corner. */
export interface GridBox {
  left: number;
  top: number;
  /** Null for the full width. */
  width: number | null;
  height: number;
}

/** Positions of the grid's parts, as table rows or stacked cards. */
export interface GridLayout {
  kind: 'table' | 'cards';
  /** Pixels; 0 if each cell names its column. */
  header: number;
  /** Pixels covered by a sticky header or card head. */
  covered: number;
  /** A closed card shows one cell. */
  rowHeight: number;
  /** A card with all its cells. */
  openHeight: number;
  /** Pixels; null for the window's width. */
  width: number | null;
  number: GridBox;
  outcome: GridBox;
  cellAt: (column: number, open?: boolean) => GridBox;
}

const TABLE_HEADER_PX = 44;
const NUMBER_PX = 76;
const OUTCOME_PX = 288;
const COLUMN_PX = 184;

const CARD_NUMBER_PX = 64;
const CARD_HEAD_PX = 48;
const CARD_CELL_PX = 56;
/** Label height on cards; the editor leaves this much of the cell free as a touch target (24 px minimum). */
export const CARD_LABEL_PX = 24;

// Firefox limits elements to about 17.8 million pixels.
const HEIGHT_MAX_PX = 17_000_000;
const TALL_ROWS_MAX = 450_000;

/** Returns the row height in pixels, compact if the list would exceed the browser's limit. */
export function gridRowHeight(rows: number): number {
  return rows > TALL_ROWS_MAX ? 28 : 36;
}

/** Returns cards on phones, unless they would exceed the browser's height limit, else a table. */
export function gridLayout(size: { rows: number; columns: number }, phone: boolean): GridLayout {
  const cards = cardLayout(size.columns);
  const height = size.rows * cards.rowHeight + cards.openHeight;
  return phone && height <= HEIGHT_MAX_PX ? cards : tableLayout(size);
}

function tableLayout({ rows, columns }: { rows: number; columns: number }): GridLayout {
  const height = gridRowHeight(rows);
  const lead = NUMBER_PX + OUTCOME_PX;
  return {
    kind: 'table',
    header: TABLE_HEADER_PX,
    covered: TABLE_HEADER_PX,
    rowHeight: height,
    openHeight: height,
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
    rowHeight: CARD_HEAD_PX + CARD_CELL_PX,
    openHeight: CARD_HEAD_PX + columns * CARD_CELL_PX,
    width: null,
    number: { left: 0, top: 0, width: CARD_NUMBER_PX, height: CARD_HEAD_PX },
    outcome: { left: CARD_NUMBER_PX, top: 0, width: null, height: CARD_HEAD_PX },
    cellAt: (column, open = true) => ({
      left: 0,
      top: CARD_HEAD_PX + (open ? column : 0) * CARD_CELL_PX,
      width: null,
      height: CARD_CELL_PX,
    }),
  };
}

/** Returns the top of a row behind those before it; `open` is the index of the open card. */
export function rowTop(
  { header, rowHeight, openHeight }: GridLayout,
  index: number,
  open: number | null,
): number {
  const more = open !== null && index > open ? openHeight - rowHeight : 0;
  return header + index * rowHeight + more;
}

/** Returns the style of a part; without a width it reaches the right edge. */
export function boxStyle({ left, top, width, height }: GridBox) {
  return width === null ? { left, top, right: 0, height } : { left, top, width, height };
}
