/** Behind whatever another program may take for the end of a cell, and blanks and quotes there. Excel runs full-width signs too. */
const AFTER_SEPARATOR = /([,;|\t\r\n][ \t\r\n"]*)(?='*[=+\-@＝＋－＠])/g;
const AT_START = /^(?='*[=+\-@＝＋－＠\t\r])/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Returns the cell with an apostrophe before each text that a spreadsheet would run as a formula. Phone numbers in E.164 form
 * stay as they are. `stripGuard` takes exactly these apostrophes off.
 */
export function guardedText(text: string): string {
  return E164.test(text) ? text : text.replace(AFTER_SEPARATOR, "$1'").replace(AT_START, "'");
}
