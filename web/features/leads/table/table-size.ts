import type { ShownColumn } from '../lead-columns.ts';

/** Rows and skeleton alike: the table scrolls on its own, the page keeps its heading and its pages in view. */
export const TABLE_HEIGHT = 'max-h-[calc(100dvh-22.75rem)] min-h-80';

const BOX = 40;

/** CSS pixels that the box and the columns take. */
export function tableWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, BOX);
}
