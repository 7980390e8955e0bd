import type { ShownColumn } from '../lead-columns.ts';
import type { Density } from './use-table-preferences.ts';

/** Heading height in CSS pixels. */
export const HEAD_PX = 28;

/** CSS pixels. */
export const ROW_PX: Record<Density, number> = { normal: 36, compact: 28 };

export const ROW_HEIGHT: Record<Density, string> = { normal: 'h-9', compact: 'h-7' };

/**
 * Fills the window and scrolls by itself; the height doesn't depend on the rows, so that searches
 * move nothing.
 */
export const TABLE_FRAME = 'min-h-[20rem] flex-1 basis-0';

/** Checkbox column in CSS pixels. */
export const BOX_PX = 40;

/** Returns the width of all columns in CSS pixels. */
export function tableWidth(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, BOX_PX);
}
