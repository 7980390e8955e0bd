const APOSTROPHE = 39;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * Removes the apostrophe that an export puts before = + - @, tab and carriage return so that no spreadsheet
 * runs the cell. An export adds another before apostrophes followed by such a character, so this removes
 * exactly one.
 */
export function stripGuard(cell: string): string {
  if (cell.charCodeAt(0) !== APOSTROPHE) return cell;
  return GUARDED.test(cell) ? cell.slice(1) : cell;
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
