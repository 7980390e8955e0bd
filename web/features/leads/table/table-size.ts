import type { ShownColumn } from '../lead-columns.ts';
import type { Density } from './use-table-preferences.ts';

/** Height of the heading row in CSS pixels. */
export const HEAD_PX = 28;

/** Height of a row in CSS pixels. */
export const ROW_PX: Record<Density, number> = { normal: 36, compact: 28 };

/** Classes of a row's cells. */
export const ROW_HEIGHT: Record<Density, string> = { normal: 'h-9', compact: 'h-7' };

/**
 * Classes of the table and of its skeleton: it takes the height that the window leaves and scrolls by itself, while the toolbar and
 * the pagination stay in view. Its height doesn't depend on the number of rows, so that nothing moves during a search.
 */
export const TABLE_FRAME = 'min-h-[20rem] flex-1 basis-0';

/** Width of the column of checkboxes in CSS pixels. */
export const BOX_PX = 40;

/** Returns the width of the checkbox and the columns in CSS pixels. */
export function tableWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, BOX_PX);
}
