import { Buffer } from 'node:buffer';

/** Maximum characters of a cell, the same as in Excel. */
export const CELL_LIMIT = 32_767;
const CUT_MARK = '…';

/** Returns a cell within CELL_LIMIT: a longer one is cut, never within a character, and ends in `…`. */
export function limitedCell(cell: string): string {
  return cell.length <= CELL_LIMIT ? cell : cutCell(cell);
}

/** Returns whether a cell, with or without its guard, was longer than CELL_LIMIT in the file. */
export function isCutCell(cell: string): boolean {
  return cell.length >= CELL_LIMIT - 2 && cell.endsWith(CUT_MARK);
}

/** Returns a copy of the text. A part of a text keeps the whole text in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

function cutCell(cell: string): string {
  const last = cell.charCodeAt(CELL_LIMIT - 2);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return ownText(cell.slice(0, CELL_LIMIT - (isHalf ? 2 : 1)) + CUT_MARK);
}

/** Returns whether the cell is empty or white space. */
export function isBlankCell(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}

/** Returns workbook text that PostgreSQL can store: without NUL, lone surrogates replaced by U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
