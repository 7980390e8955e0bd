/** Height of the header in pixels. */
export const GRID_HEADER_PX = 44;

/** Widths in pixels: row number, outcome, and each column of the file. */
export interface GridWidths {
  number: number;
  outcome: number;
  column: number;
}

const WIDE: GridWidths = { number: 76, outcome: 288, column: 184 };
const PHONE: GridWidths = { number: 60, outcome: 168, column: 156 };

/** Returns the widths of a grid on a phone or on a wider screen. */
export function gridWidths(phone: boolean): GridWidths {
  return phone ? PHONE : WIDE;
}

// Firefox lays out no element higher than about 17.8 million pixels.
const TALL_ROWS_MAX = 450_000;

/** Returns the height of a row in pixels; compact for lists that would exceed the height that browsers support. */
export function gridRowHeight(rows: number): number {
  return rows > TALL_ROWS_MAX ? 28 : 36;
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
