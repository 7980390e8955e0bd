/**
 * Remains of a whole number in scientific notation. `exact`: all its digits. `cut`: the 15 or more digits
 * that a spreadsheet keeps, with zeros for the lost ones. `rounded`: fewer digits than that.
 */
export type ScientificNumber = { kind: 'exact' | 'cut'; digits: string } | { kind: 'rounded' };

const SCIENTIFIC = /^\+?(\d{1,3})(?:[.,](\d{1,20}))?e\+?(\d{1,3})$/i;
/**
 * Forms that spreadsheets and programs write: 4.47E+11, 1E+05, 4.47E11. `1E5`, `12e3` and `5E-05` may be
 * codes.
 */
const WRITTEN_BY_PROGRAM = /^\d(?:[.,]\d{1,20})?e\+\d{2,3}$|^\d[.,]\d{1,20}e\d{2}$/i;
/** Significant digits that spreadsheets keep (Excel specifications and limits: number precision). */
const KEPT_DIGITS = 15;
/**
 * Minimum exponent that spreadsheets write, because they show shorter numbers in full. A smaller exponent was
 * typed, as in the code 123E0.
 */
const MIN_EXPONENT = 11;
/** Maximum characters that the pattern for programs can match. */
const MAX_CHARACTERS = 28;

/**
 * Reads a number in scientific notation, with a decimal point or comma. Returns null for any other text.
 *
 * Rule: a whole number is exact if the exponent equals the number of digits after the point and a double can
 * hold all of them. With fewer digits, the missing ones are lost or were zeros; the two cases look the same.
 */
export function readScientific(text: string): ScientificNumber | null {
  const parts = SCIENTIFIC.exec(text);
  if (parts === null) return null;
  const [, before = '', behind = '', exponent = ''] = parts;
  const missing = Number(exponent) - behind.length;
  const digits = before + behind;
  if (missing === 0 && Number.isSafeInteger(Number(digits))) return { kind: 'exact', digits };
  if (missing < 0 || digits.length < KEPT_DIGITS) return { kind: 'rounded' };
  return { kind: 'cut', digits: digits + '0'.repeat(missing) };
}

/**
 * Reads the number that a spreadsheet made of a text such as a card or customer number. Returns null for any
 * other text, and for codes that only look like scientific notation.
 */
export function scientificText(text: string): ScientificNumber | null {
  const first = text.charCodeAt(0);
  if (first < 48 || first > 57 || text.length > MAX_CHARACTERS || !WRITTEN_BY_PROGRAM.test(text)) return null;
  const number = readScientific(text);
  const isShort = number?.kind === 'exact' && number.digits.length <= MIN_EXPONENT;
  return isShort ? { kind: 'rounded' } : number;
}
