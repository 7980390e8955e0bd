/** Rows of a page that are simply rendered; longer pages are virtual. */
export const PLAIN_ROWS = 50;

/** A rendered row, or a gap in place of rows that aren't. */
export interface WindowPart {
  key: string;
  /** Index of the row; null for a gap. */
  index: number | null;
  /** Height of the gap in pixels. */
  gap: number;
}

/** Returns the rows to render until the virtual window is known, or all of them for a page that isn't virtual. */
export function firstRows(count: number, virtual: boolean): number[] {
  return Array.from({ length: virtual ? Math.min(count, PLAIN_ROWS) : count }, (_, index) => index);
}

/** Adds the row with the keyboard focus, which has to be rendered wherever the page is scrolled. */
export function withRow(indexes: readonly number[], kept: number): readonly number[] {
  return indexes.includes(kept) ? indexes : [...indexes, kept].sort((a, b) => a - b);
}

/** Puts gaps between indexes that don't follow each other, and at both ends. */
export function windowParts(indexes: readonly number[], count: number, rowHeight: number): WindowPart[] {
  const parts: WindowPart[] = [];
  let next = 0;
  for (const index of [...indexes.filter((each) => each < count), count]) {
    if (index > next) parts.push({ key: `gap-${next}`, index: null, gap: (index - next) * rowHeight });
    if (index < count) parts.push({ key: `row-${index}`, index, gap: 0 });
    next = index + 1;
  }
  return parts;
}
