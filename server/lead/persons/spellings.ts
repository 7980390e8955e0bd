import { domainToASCII } from 'node:url';
import { plansOfCallingCode } from '../phones/numbering-plans.ts';

const MAX_CALLING_CODE_DIGITS = 3;
/** Fewer digits match by chance. */
const MIN_DIGITS = 7;
/** National numbers without a trunk 0 look like any number. */
const MIN_BARE_DIGITS = 9;

/** Signs between the digits of a number; `TRANSLATED` has them for PostgreSQL's translate(). */
export const SEPARATORS = ' \u00a0-–().,/·_\t';
const BETWEEN = '[ \\u00a0\\-–().,/·_\\t]*';

/** Behind an email, these are no part of its domain. */
const FILE_ENDING = '(?:csv|tsv|txt|xlsx?|xml|json|zip|pdf)(?![\\p{L}\\p{N}])';

/** Returns an email with its domain in Unicode and in punycode. */
export function emailSpellings(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const ascii = domainToASCII(email.slice(at));
  return [...new Set([email, ascii === '' ? email : email.slice(0, at) + ascii])];
}

/** Returns the digits that every spelling of a phone has: those after the calling code. Null for too few. */
export function digitsIn(phone: string): string | null {
  const { national } = partsOf(phone);
  return national.length < MIN_DIGITS ? null : national;
}

/** Returns the pattern of an email in a text; other addresses that end or begin alike don't match. */
export function emailPattern(email: string): string {
  const either = emailSpellings(email).map(escaped).join('|');
  return `(?<![\\p{L}\\p{N}._%+\\-])(?:${either})(?![\\p{L}\\p{N}\\-]|\\.(?!${FILE_ENDING})[\\p{L}\\p{N}])`;
}

/** Returns the pattern of a phone in its international and national spellings, or null for too few digits. */
export function phonePattern(phone: string): string | null {
  if (digitsIn(phone) === null) return null;
  const { code, national } = partsOf(phone);
  const digits = [...national].join(BETWEEN);
  if (code === null) return `(?<!\\d)${digits}(?!\\d)`;
  const international = `(?:\\+|00)?${BETWEEN}${[...code].join(BETWEEN)}${BETWEEN}(?:\\(?0\\)?${BETWEEN})?`;
  const trunk = `0${BETWEEN}`;
  const bare = national.length < MIN_BARE_DIGITS ? '' : '|';
  // Another country's number with the same digits isn't the person's.
  const alone = `(?<!\\d)(?<!(?:\\+|\\b00)\\d{1,4}${BETWEEN})`;
  return `${alone}(?:${international}|${trunk}${bare})${digits}(?!\\d)`;
}

/** Without a + the calling code is unknown. */
function partsOf(phone: string): { code: string | null; national: string } {
  const digits = phone.replaceAll(/\D/g, '');
  if (!phone.startsWith('+')) return { code: null, national: digits };
  for (let length = 1; length <= MAX_CALLING_CODE_DIGITS; length += 1) {
    const code = digits.slice(0, length);
    if (plansOfCallingCode(code).length > 0) return { code, national: digits.slice(length) };
  }
  return { code: null, national: digits };
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
