import type { ShownColumn } from '../lead-columns.ts';
import type { Density } from './use-table-preferences.ts';

// What stands above and below the table; its head and its tools take a line more each where the window is narrow.
const LEFT = '[--left:calc(100dvh-31rem)] xl:[--left:calc(100dvh-22.75rem)] max-h-(--left)';

/**
 * Rows and skeleton alike: the table scrolls on its own, the page keeps its heading and its pages in view. It has the
 * height of a whole page of leads with fewer of them as well, so that nothing below it moves while one searches.
 */
export const TABLE_HEIGHT: Record<Density, string> = {
  normal: `${LEFT} min-h-[max(20rem,min(var(--left),758px))]`,
  compact: `${LEFT} min-h-[max(20rem,min(var(--left),598px))]`,
};

const BOX = 40;

/** CSS pixels that the box and the columns take. */
export function tableWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, BOX);
}
