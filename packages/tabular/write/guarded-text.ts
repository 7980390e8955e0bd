/** Behind whatever another program may take for the end of a cell, and blanks and quotes there. Excel runs full-width signs too. */
const AFTER_SEPARATOR = /([,;|\t\r\n][ \t\r\n"]*)(?='*[=+\-@＝＋－＠])/g;
const AT_START = /^(?='*[=+\-@＝＋－＠\t\r])/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Returns the cell so that no spreadsheet runs it, or a part of it, as a formula: with an apostrophe at its start, and one before
 * each sign behind a separator. Phone numbers in E.164 form stay as they are.
 */
export function guardedText(text: string): string {
  const inner = text.replace(AFTER_SEPARATOR, "$1'");
  return (inner === text && !AT_START.test(text)) || E164.test(text) ? text : `'${inner}`;
}

const GUARD_AFTER_SEPARATOR = /([,;|\t\r\n][ \t\r\n"]*)'(?='*[=+\-@＝＋－＠])/g;

/** Returns the text of which `guardedText` made the cell. Of any other cell, it takes off an apostrophe before a formula. */
export function stripGuard(cell: string): string {
  if (!cell.startsWith("'")) return cell;
  const rest = cell.slice(1);
  const text = rest.replace(GUARD_AFTER_SEPARATOR, '$1');
  if (guardedText(text) === cell) return text;
  return AT_START.test(rest) ? rest : cell;
}
