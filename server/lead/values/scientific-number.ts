/**
 * What a number in scientific notation still tells of the whole number that somebody typed. `exact`: all its digits.
 * `cut`: the 15 digits or more that a spreadsheet keeps, with zeros in the places of those that are lost. `rounded`:
 * fewer than that.
 */
export type ScientificNumber = { kind: 'exact' | 'cut'; digits: string } | { kind: 'rounded' };

const SCIENTIFIC = /^\+?(\d{1,3})(?:[.,](\d{1,20}))?e\+?(\d{1,3})$/i;
/** As spreadsheets and programs write it: 4.47E+11, 1E+05, 4.47E11; `1E5`, `12e3` and `5E-05` may be codes. */
const WRITTEN_BY_PROGRAM = /^\d(?:[.,]\d{1,20})?e\+\d{2,3}$|^\d[.,]\d{1,20}e\d{2}$/i;
/** Significant digits of a number that spreadsheets keep (Excel specifications and limits: number precision). */
const KEPT_DIGITS = 15;
/** Shorter numbers stand in full in a spreadsheet; one with an exponent below was typed with it, as the code 123E0. */
const LEAST_EXPONENT = 11;
/** Longest cell that the pattern for programs can fit. */
const LONGEST = 28;

/**
 * Reads a number in scientific notation, with point or comma; null for any other text.
 *
 * Rule: a whole number is whole again, digit for digit, when as many digits stand behind the point as the exponent
 * says, and a double holds them all. With fewer digits some are lost, or were zeros: that can't be told.
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
 * The number in scientific notation that a spreadsheet made of a text such as a card or customer number; null for any
 * other text, and for codes that only look like it.
 */
export function scientificText(text: string): ScientificNumber | null {
  const first = text.charCodeAt(0);
  if (first < 48 || first > 57 || text.length > LONGEST || !WRITTEN_BY_PROGRAM.test(text)) return null;
  const number = readScientific(text);
  const isShort = number?.kind === 'exact' && number.digits.length <= LEAST_EXPONENT;
  return isShort ? { kind: 'rounded' } : number;
}
