/** Programs may end a cell at these separators. Excel runs full-width signs too. */
const AFTER_SEPARATOR = /([,;|\t\r\n][ \t\r\n"]*)(?='*[=+\-@＝＋－＠])/g;
const AT_START = /^(?='*[=+\-@＝＋－＠\t\r])/;
const E164 = /^\+[1-9]\d{6,14}$/;

/** Puts an apostrophe before formulas, also after separators; E.164 numbers stay. */
export function guardedText(text: string): string {
  const inner = text.replace(AFTER_SEPARATOR, "$1'");
  return (inner === text && !AT_START.test(text)) || E164.test(text) ? text : `'${inner}`;
}

const GUARD_AFTER_SEPARATOR = /([,;|\t\r\n][ \t\r\n"]*)'(?='*[=+\-@＝＋－＠])/g;

/** Reverts `guardedText`; from other cells removes an apostrophe before a formula. */
export function stripGuard(cell: string): string {
  if (!cell.startsWith("'")) return cell;
  const rest = cell.slice(1);
  const text = rest.replace(GUARD_AFTER_SEPARATOR, '$1');
  if (guardedText(text) === cell) return text;
  return AT_START.test(rest) ? rest : cell;
}
