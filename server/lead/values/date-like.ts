import { monthOfName } from './month-names.ts';
import { readDate } from './normalise-date.ts';

/** Maximum characters of a date in a spreadsheet. */
const MAX_CHARACTERS = 40;
/** Serials and grouped digits have neither. */
const SIGN_OF_DATE = /[-/.:\p{L}]/u;
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)?$/;
const TIME = /^\d{1,3}:\d{2}(?::\d{2})?(?:\s?[ap]m)?$/i;
/** 01-May, 1. Mai, 5/Jan */
const DAY_AND_MONTH = /^(\d{1,2})[-./\s]{1,2}(\p{L}{3,})\.?$/u;
/** May-05, Mai 2005 */
const MONTH_AND_NUMBER = /^(\p{L}{3,})\.?[-./\s]{1,2}(?:\d{2}|\d{4})$/u;

/**
 * Whether the text is a date or time in a spreadsheet's format (14 to 22 of ECMA-376, `d-mmm`, `mmm-yy`), into which it turns 1.5 or 5-10.
 * Digits alone never count.
 */
export function isDateLike(text: string): boolean {
  if (text.length > MAX_CHARACTERS || PLAIN_NUMBER.test(text) || !SIGN_OF_DATE.test(text)) return false;
  if (TIME.test(text) || readDate(text, 'dmy') !== null) return true;
  const month = DAY_AND_MONTH.exec(text)?.[2] ?? MONTH_AND_NUMBER.exec(text)?.[1];
  return month !== undefined && monthOfName(month) !== null;
}
