import { numberTraits } from '../phones/number-traits.ts';
import { isInternational } from '../phones/phone-cell.ts';
import { readPhone } from '../phones/read-phone.ts';
import { isDateLike } from '../values/date-like.ts';
import { readIp } from '../values/normalise-text.ts';

const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}$/;
const PHONE = /^(?:p:|tel:)?[+(]?\d(?:[\s()./-]*\d){6,14}$/i;
const AMOUNT = /^-?\d+[.,]\d{1,4}$/;
const DIGITS_ALONE = /^[1-9]\d+$/;

/** Longer cells are no email or phone. */
const SHORT_CHARACTERS = 200;

/** Share of a column's filled cells. */
const MIN_SHARE = 0.8;
/** Ids may be valid numbers of some country by chance. */
const MIN_BARE_NUMBERS = 3;

/** Countries in which national numbers are tried, largest markets first. */
export const MARKETS = 'US GB DE FR IN BR ES IT CA AU MX NL PL JP ZA TR AE'.split(' ');

/** For files without column names: the first column of e-mail addresses and the first of phones. */
export function mapByContent(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): Record<string, string> {
  const cellsOf = (column: string) => rows.map((row) => row[column] ?? '');
  const email = columns.find((column) => holdsEmails(cellsOf(column)));
  const phone = columns.find((column) => column !== email && holdsPhones(cellsOf(column)));
  return {
    ...(email !== undefined && { [email]: 'email' }),
    ...(phone !== undefined && { [phone]: 'phone' }),
  };
}

/** Returns whether most cells are e-mail addresses. */
export function holdsEmails(cells: readonly string[]): boolean {
  return mostAre(filledIn(cells), (cell) => EMAIL.test(cell));
}

/** Returns whether most cells are valid numbers, international or of one country, and no dates, addresses, amounts or ids. */
export function holdsPhones(cells: readonly string[]): boolean {
  const filled = filledIn(cells);
  if (!mostAre(filled, looksLikePhone)) return false;
  if (mostAre(filled, (cell) => isInternational(cell) && readPhone(cell, null).valid)) return true;
  const areBare = filled.every((cell) => DIGITS_ALONE.test(cell));
  if (areBare && filled.length < MIN_BARE_NUMBERS) return false;
  return MARKETS.some((region) => mostAre(filled, (cell) => isNumberOfPeople(cell, region)));
}

function looksLikePhone(cell: string): boolean {
  return PHONE.test(cell) && !isOtherNumber(cell);
}

/** Returns whether digits with separators are an amount, an address or a date. */
export function isOtherNumber(cell: string): boolean {
  return AMOUNT.test(cell) || readIp(cell) !== null || isDateLike(cell);
}

/** International, or as people of a country write it. */
function isNumberOfPeople(cell: string, region: string): boolean {
  const { phone, valid } = readPhone(cell, region);
  return valid && (isInternational(cell) || numberTraits(cell, phone).isNative);
}

function filledIn(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

function mostAre(filled: readonly string[], is: (cell: string) => boolean): boolean {
  const matching = filled.filter((cell) => cell.length <= SHORT_CHARACTERS && is(cell));
  return matching.length > 0 && matching.length >= filled.length * MIN_SHARE;
}
