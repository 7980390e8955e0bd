import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { hasTooManyDigits, readPlainNumber } from './plain-number.ts';

/** A single number in its stored form, with its properties. */
export interface NumberReading {
  /** E.164 when `valid`, otherwise as typed, trimmed. */
  phone: string;
  valid: boolean;
  /** Alpha-2 code of the number's own country; null when invalid or when it belongs to none (+800). */
  region: string | null;
  /**
   * Loss of information: `excel_number` if a spreadsheet rounded the number to 4.47E+11, `extension` if a
   * valid number had an extension, which E.164 can't hold.
   */
  loss: 'excel_number' | 'extension' | null;
}

const EXCEL_NUMBER = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
// Suffix that floating-point columns add to numbers: 5046218927.0
const FLOAT_TAIL = /^(\+?\d{6,})\.0+$/;
const BRACKETED_PLUS = /^[\s(]+\+/;
const TEL_SCHEME = /^tel:\s*/i;
const DOUBLE_ZERO = /^[\s(]*00[\s).-]*(?=\d)/;
const NO_MORE_THAN_DIGITS = /^[\d\s()./-]+$/;
const DIGITS_ALONE = /^\d+$/;

/**
 * Invalid texts with the region of the attempt. The same few placeholders occur in many rows of forms that
 * required a number, and libphonenumber-js takes about 20 µs to reject one.
 */
const invalidTexts = new Set<string>();
const MAX_CACHED_TEXTS = 2_000;
const MAX_CACHED_CHARACTERS = 30;

/**
 * Reads one phone number without anything around it.
 *
 * Rule: an international number, with + or 00 (or the exit code of `region`), stands for itself. Digits with
 * separators that begin with the calling code of `region` (alpha-2) are international if that makes them valid:
 * no one separates 49 from 171 2345681 otherwise. Any other number is read as a national number of `region` or,
 * if that is invalid, as an international one that lacks the +. Without a region, or in one without phone
 * numbers, only international numbers can be valid. An extension is dropped and reported in `loss`, because
 * the number itself is valid and identifies the lead. A valid number matches the numbering plan including its
 * type, not only its length.
 */
export function readSingleNumber(cell: string, region: string | null): NumberReading {
  const typed = cell.trim();
  const country = callingRegion(region);
  const text = withoutTail(typed);
  const plain = readPlainNumber(text, country);
  if (plain !== null) return { phone: plain.number, valid: true, region: plain.region, loss: null };
  if (isHopeless(text, country)) return { phone: typed, valid: false, region: null, loss: null };
  if (EXCEL_NUMBER.test(typed)) return { phone: typed, valid: false, region: null, loss: 'excel_number' };
  const number = isCachedInvalid(typed, country) ? null : validOrCached(typed, country);
  if (!number) return { phone: typed, valid: false, region: null, loss: null };
  return {
    phone: number.number,
    valid: true,
    region: number.country ?? null,
    loss: number.ext ? 'extension' : null,
  };
}

/** Returns whether digits alone can't be valid: national ones without a country, or too many. */
function isHopeless(text: string, country: CountryCode | null): boolean {
  return (country === null && NO_MORE_THAN_DIGITS.test(text)) || hasTooManyDigits(text, country);
}

/** Returns the text without the suffix of floating-point columns, and with + for 00. */
function withoutTail(typed: string): string {
  const number = typed.includes('.') ? typed.replace(FLOAT_TAIL, '$1') : typed;
  return number.startsWith('+') ? number : number.replace(DOUBLE_ZERO, '+');
}

/**
 * Returns the dialled number of a text as people and spreadsheets write it, with a + if it is international.
 */
export function dialled(text: string): string {
  return text
    .trim()
    .replace(TEL_SCHEME, '')
    .replace(FLOAT_TAIL, '$1')
    .replace(BRACKETED_PLUS, '+')
    .replace(DOUBLE_ZERO, '+');
}

function findValidNumber(text: string, region: CountryCode | null): PhoneNumber | null {
  const lacksPlus = region !== null && NO_MORE_THAN_DIGITS.test(text);
  const isSeparated = lacksPlus && !DIGITS_ALONE.test(text);
  const separated = isSeparated ? withoutPlus(text, region) : null;
  if (separated !== null) return separated;
  const number = parse(text, region);
  if (number?.isValid()) return number;
  return lacksPlus && !isSeparated ? withoutPlus(text, region) : null;
}

function withoutPlus(text: string, region: CountryCode): PhoneNumber | null {
  const digits = text.replace(/\D/g, '');
  if (!digits.startsWith(getCountryCallingCode(region))) return null;
  const number = parse(`+${digits}`, null);
  return number?.isValid() ? number : null;
}

function parse(text: string, region: CountryCode | null): PhoneNumber | undefined {
  return parsePhoneNumberFromString(
    text,
    region ? { defaultCountry: region, extract: false } : { extract: false },
  );
}

/** Returns `iso` as a calling region, or null without a country or for one without a numbering plan. */
export function callingRegion(iso: string | null): CountryCode | null {
  return iso !== null && isSupportedCountry(iso) ? iso : null;
}

function isCachedInvalid(typed: string, region: CountryCode | null): boolean {
  return typed.length <= MAX_CACHED_CHARACTERS && invalidTexts.has(`${region}${typed}`);
}

/** Returns the valid number in a text, or null; remembers texts without one. */
function validOrCached(typed: string, region: CountryCode | null): PhoneNumber | null {
  const number = findValidNumber(dialled(typed), region);
  if (number === null) cacheInvalid(typed, region);
  return number;
}

function cacheInvalid(typed: string, region: CountryCode | null): void {
  if (typed.length > MAX_CACHED_CHARACTERS) return;
  if (invalidTexts.size >= MAX_CACHED_TEXTS) invalidTexts.clear();
  // Copies the key: a substring can keep the whole text alive, which is a piece of the file.
  invalidTexts.add(Buffer.from(`${region}${typed}`).toString());
}
