import type { ShownColumn } from '../lead-columns.ts';
import type { Density } from './use-table-preferences.ts';

// Height of everything above and below the table; the header and the toolbar take one more line each on
// narrow windows.
const LEFT = '[--left:calc(100dvh-31rem)] xl:[--left:calc(100dvh-22.75rem)] max-h-(--left)';

/**
 * Heights for the rows and the skeleton: the table scrolls by itself, while heading and pagination stay in
 * view. It keeps the height of a full page even with fewer leads, so that nothing below it moves during a
 * search.
 */
export const TABLE_HEIGHT: Record<Density, string> = {
  normal: `${LEFT} min-h-[max(20rem,min(var(--left),758px))]`,
  compact: `${LEFT} min-h-[max(20rem,min(var(--left),598px))]`,
};

const BOX = 40;

/** Returns the width of the checkbox and the columns in CSS pixels. */
export function tableWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, BOX);
}
