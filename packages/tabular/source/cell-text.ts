import { Buffer } from 'node:buffer';

/** As in Excel. */
export const CELL_LIMIT = 32_767;
const CUT_MARK = '…';

/** Cuts to CELL_LIMIT between characters and appends `…`. */
export function limitedCell(cell: string): string {
  return cell.length <= CELL_LIMIT ? cell : cutCell(cell);
}

/** Detects cells cut to CELL_LIMIT, guarded or not. */
export function isCutCell(cell: string): boolean {
  return cell.length >= CELL_LIMIT - 2 && cell.endsWith(CUT_MARK);
}

/** Copies the text, because a slice keeps the whole text in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

function cutCell(cell: string): string {
  const last = cell.charCodeAt(CELL_LIMIT - 2);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return ownText(cell.slice(0, CELL_LIMIT - (isHalf ? 2 : 1)) + CUT_MARK);
}

export function isBlankCell(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}

/** For PostgreSQL: drops NUL, replaces lone surrogates by U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
