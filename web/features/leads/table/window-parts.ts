/** Rows of a page that are simply rendered; longer pages are virtual. */
export const PLAIN_ROWS = 50;

/** A rendered row, or a gap in place of rows that aren't. */
export interface WindowPart {
  /** Index of the row; null for a gap. */
  index: number | null;
  /** Height of the gap in pixels. */
  gap: number;
}

/** Returns the rows to render until the virtual window is known. */
export function firstRows(count: number): number[] {
  return Array.from({ length: Math.min(count, PLAIN_ROWS) }, (_, index) => index);
}

/** Puts gaps between indexes that don't follow each other, and at both ends. */
export function windowParts(indexes: readonly number[], count: number, rowHeight: number): WindowPart[] {
  const parts: WindowPart[] = [];
  let next = 0;
  for (const index of [...indexes.filter((each) => each < count), count]) {
    if (index > next) parts.push({ index: null, gap: (index - next) * rowHeight });
    if (index < count) parts.push({ index, gap: 0 });
    next = index + 1;
  }
  return parts;
}
