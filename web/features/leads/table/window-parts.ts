/** Longer pages are virtual. */
export const PLAIN_ROWS = 50;

/** Rendered row, or a gap. */
export interface WindowPart {
  key: string;
  /** Null for a gap. */
  index: number | null;
  /** Pixels. */
  gap: number;
}

/** Returns the rows to render before the virtual window is known; all on short pages. */
export function firstRows(count: number, virtual: boolean): number[] {
  return Array.from({ length: virtual ? Math.min(count, PLAIN_ROWS) : count }, (_, index) => index);
}

/** Fills missing rows with gaps. */
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
