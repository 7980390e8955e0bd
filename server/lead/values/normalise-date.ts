import { isWeekday, monthOfName } from './month-names.ts';
import { inAscii } from './normalise-text.ts';

/** Orders of day, month and year in numbers; a year comes first only with two digits. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const TIME =
  /(?:T|,?\s+(?:at\s+)?)(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?)\s*(?:(?:Z|UTC|GMT|[A-Z]{3,4})?\s*(?:[+-]\d{2}(?::?\d{2})?)?)(?:\s*\([^)]*\))?$/i;
/** As in `15.03.1988 г.` and `5 marca 1984 r.` */
const YEAR_WORD = /(?<=\d)\s{0,3}(?:г|года|r|roku)\.?$/iu;
const ISO = /^\d{4}-\d{2}-\d{2}$/;
const YEAR_FIRST = /^(\d{4})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{1,2})\.?$/;
const EAST_ASIAN = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?/;
/** Since 1970, as in `1699012800`, `1699012800000` and `/Date(1699012800000)/`. */
const UNIX_TIME = /^(?:\/Date\()?(\d{10})(?:\d{3})?(?:[+-]\d{4})?(?:\)\/)?$/;
const YEAR_LAST = /^(\d{1,2})\s*([-/. ])\s*(\d{1,2})\s*\2\s*['’]?(\d{4}|\d{2})\.?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;
const FIRST_WORD = /^(\p{L}[\p{L}\p{M}-]*)\.?,?\s+/u;
const DAY_MONTH_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|\.|[º°]|er)?[-/\s]*(?:of\s+|de\s+)?(\p{L}{3,}\.?)[-/,\s]*(?:del?\s+)?['’]?(\d{4}|\d{2})$/iu;
const MONTH_NAME_DAY = /^(\p{L}{3,}\.?)[-/\s]*(\d{1,2})(?:st|nd|rd|th)?[-/,\s]+['’]?(\d{4}|\d{2})$/iu;
const YEAR_NAME_DAY = /^(\d{4})[-/\s]+(\p{L}{3,}\.?)[-/\s]+(\d{1,2})$/u;

const ZERO = '0'.charCodeAt(0);

// Adjusted for the false leap day of 1900.
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];
// From 1950 to 2099, so that a bare year or a small number never counts.
const [FIRST_SERIAL, LAST_SERIAL] = [18_264, 73_050];
// In 2026, 36 is 2036 and 37 is 1937.
const YEARS_AHEAD = 10;
// Spares the patterns a cell of megabytes.
const MAX_CHARACTERS = 80;

/**
 * Reads a date as `yyyy-mm-dd`; null for an unknown form, an impossible day, or a year outside 1900 to 2100.
 * Rule: ISO, yyyymmdd, day and month before the year with slashes, dots, dashes or blanks, month names, CJK dates, serials of Excel's 1900
 * system, and Unix times. A weekday before and a time and zone after the date are dropped. `order` decides 03/04/2024; a number above 12 is
 * the day. Two-digit years lie in the hundred years that end ten years after `thisYear`.
 */
export function readDate(text: string, order: DateOrder, thisYear?: number): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return null;
  if (ISO.test(trimmed)) return isDayOf(trimmed) ? trimmed : null;
  const day = dayOf(trimmed);
  const year = thisYear ?? new Date().getUTCFullYear();
  return readDay(day, order, year) ?? readDay(withoutWeekday(day), order, year);
}

/** Dates that three numbers are in each order, null where they are none; null for other texts. */
export function datesByOrder(text: string, thisYear: number): Record<DateOrder, string | null> | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS || ISO.test(trimmed)) return null;
  const parts = YEAR_LAST.exec(withoutWeekday(dayOf(trimmed)));
  if (!parts) return null;
  const [first, second, last = ''] = [Number(parts[1]), Number(parts[3]), parts[4]];
  const year = fullYear(last, thisYear);
  return {
    dmy: validDate(year, second, first),
    mdy: validDate(year, first, second),
    ymd: last.length === 2 ? validDate(fullYear(parts[1], thisYear), second, Number(last)) : null,
  };
}

/** Without the time of day, the word for the year and a spreadsheet's apostrophe, in ASCII. */
function dayOf(text: string): string {
  const plain = inAscii(text).replace(EAST_ASIAN, '$1-$2-$3');
  return plain.replace(/^'/, '').replace(TIME, '').trim().replace(YEAR_WORD, '');
}

function withoutWeekday(text: string): string {
  const [before, word] = FIRST_WORD.exec(text) ?? [];
  return before !== undefined && word !== undefined && isWeekday(word) ? text.slice(before.length) : text;
}

function readDay(text: string, order: DateOrder, thisYear: number): string | null {
  return readNumeric(text, order, thisYear) ?? readNamed(text, thisYear);
}

function readNumeric(text: string, order: DateOrder, thisYear: number): string | null {
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), fullYear(yearLast[4], thisYear)];
    const shortYearFirst = order === 'ymd' && yearLast[4]?.length === 2;
    const byYear = shortYearFirst
      ? validDate(fullYear(yearLast[1], thisYear), second, Number(yearLast[4]))
      : null;
    if (byYear !== null) return byYear;
    const dayFirst = second > 12 ? false : first > 12 || order !== 'mdy';
    return dayFirst ? validDate(year, second, first) : validDate(year, first, second);
  }
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) return validDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const unix = UNIX_TIME.exec(text);
  if (unix) return new Date(1_000 * Number(unix[1])).toISOString().slice(0, 10);
  const serial = Number(SERIAL.exec(text)?.[1] ?? 0);
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
  return new Date(SERIAL_EPOCH + serial * DAY).toISOString().slice(0, 10);
}

function readNamed(text: string, thisYear: number): string | null {
  const dayFirst = DAY_MONTH_NAME.exec(text);
  if (dayFirst) return namedDate(dayFirst[3], dayFirst[2], dayFirst[1], thisYear);
  const monthFirst = MONTH_NAME_DAY.exec(text);
  if (monthFirst) return namedDate(monthFirst[3], monthFirst[1], monthFirst[2], thisYear);
  const yearFirst = YEAR_NAME_DAY.exec(text);
  return yearFirst ? namedDate(yearFirst[1], yearFirst[2], yearFirst[3], thisYear) : null;
}

function namedDate(year = '', month = '', day = '', thisYear = 0): string | null {
  const number = monthOfName(month);
  return number === null ? null : validDate(fullYear(year, thisYear), number, Number(day));
}

function fullYear(text = '', thisYear = 0): number {
  const year = Number(text);
  if (text.length > 2) return year;
  const latest = thisYear + YEARS_AHEAD;
  return latest - ((((latest - year) % 100) + 100) % 100);
}

function isDayOf(iso: string): boolean {
  return isDay(numberIn(iso, 0, 4), numberIn(iso, 5, 7), numberIn(iso, 8, 10));
}

function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = 10 * number + text.charCodeAt(at) - ZERO;
  return number;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function validDate(year: number, month: number, day: number): string | null {
  if (!isDay(year, month, day)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
