const GUARD_AT_START = /^'(?='*[=+\-@＝＋－＠\t\r])/;
const GUARD_AFTER_SEPARATOR = /([,;\t\r\n])'(?='*[=+\-@＝＋－＠])/g;

/** Removes the apostrophes that an export puts before what a spreadsheet would run (`guardedText`), one at each place. */
export function stripGuard(cell: string): string {
  return cell.includes("'") ? cell.replace(GUARD_AT_START, '').replace(GUARD_AFTER_SEPARATOR, '$1') : cell;
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
