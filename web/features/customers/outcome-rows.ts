import type { OutcomeRow } from '#contract/outcomes.ts';

const HEADER = ['Row', 'Lead', 'Outcome', 'Result', 'Message'];
/** Spreadsheets run such texts, except phone numbers. */
const FORMULA = /^[\s"']*(?:[=\-@＝＋－＠]|\+(?!\d+$))/;

/** Returns rows of an import as CSV (RFC 4180) for spreadsheets. */
export function outcomeRowsCsv(rows: readonly OutcomeRow[]): string {
  const records = rows.map(({ row, identifier, outcome, result, message }) => [
    ...[String(row), identifier, outcome],
    ...[result === 'refused' ? 'Refused' : 'Not matched', message],
  ]);
  return `\ufeff${[HEADER, ...records].map(recordOf).join('')}`;
}

function recordOf(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}
