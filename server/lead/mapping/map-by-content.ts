const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}$/;
const PHONE = /^(?:p:|tel:)?[+(]?\d(?:[\s()./-]*\d){6,14}$/i;

/** Longer cells are no email or phone. */
const SHORT_CHARACTERS = 200;

/** Share of a column's filled cells. */
const MIN_SHARE = 0.8;

/** For files without column names: the first column of e-mail addresses and the first of phones. */
export function mapByContent(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): Record<string, string> {
  const email = columns.find((column) => mostLook(column, rows, EMAIL));
  const phone = columns.find((column) => column !== email && mostLook(column, rows, PHONE));
  return {
    ...(email !== undefined && { [email]: 'email' }),
    ...(phone !== undefined && { [phone]: 'phone' }),
  };
}

function mostLook(
  column: string,
  rows: readonly Readonly<Record<string, string>>[],
  pattern: RegExp,
): boolean {
  const filled = rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
  const matching = filled.filter((cell) => cell.length <= SHORT_CHARACTERS && pattern.test(cell));
  return matching.length > 0 && matching.length >= filled.length * MIN_SHARE;
}
