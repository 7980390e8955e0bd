const APOSTROPHE = 39;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * The cell without the apostrophe that an export puts before = + - @, tab and carriage return, so that no spreadsheet
 * runs it. An export puts one more before apostrophes that are followed by such a character: exactly one is taken.
 */
export function stripGuard(cell: string): string {
  if (cell.charCodeAt(0) !== APOSTROPHE) return cell;
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** Whether nothing but white space stands in the cell. */
export function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}

/** Text of a workbook as the database can store it: without NUL, lone surrogates replaced by U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
