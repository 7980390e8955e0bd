import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { diallingPlan } from './dialling-plan.ts';
import { hasTooManyDigits, readPlainNumber } from './plain-number.ts';

/** A single number in its stored form, with its properties. */
export interface NumberReading {
  /** E.164 when `valid`, otherwise as typed, trimmed. */
  phone: string;
  valid: boolean;
  /** Null when invalid or of no country (+800). */
  region: string | null;
  /** `excel_number`: rounded to 4.47E+11; `extension`: dropped from a valid number. */
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

/** Forms that require a number repeat few placeholders; the library takes 20 µs to reject one. */
const invalidTexts = new Set<string>();
const MAX_CACHED_TEXTS = 2_000;
const MAX_CACHED_CHARACTERS = 30;

/**
 * Reads one phone number without anything around it.
 * Rule: an international number (+, 00 or the exit code of `region`) stands for itself. Digits with separators that begin with the calling
 * code of `region` are international if that makes them valid. Any other number is national of `region`, else international without its +.
 * An extension is dropped and reported in `loss`. A valid number matches the numbering plan with its type.
 */
export function readSingleNumber(cell: string, region: string | null): NumberReading {
  const typed = cell.trim();
  const country = callingRegion(region);
  const text = withExitCode(withoutTail(typed), typed, country);
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

/** National digits without a country, or too many. */
function isHopeless(text: string, country: CountryCode | null): boolean {
  return (country === null && NO_MORE_THAN_DIGITS.test(text)) || hasTooManyDigits(text, country);
}

/** Without the suffix of floating-point columns, + for 00. */
function withoutTail(typed: string): string {
  const number = typed.includes('.') ? typed.replace(FLOAT_TAIL, '$1') : typed;
  return number.startsWith('+') ? number : number.replace(DOUBLE_ZERO, '+');
}

/** A longer exit code of the country than 00, as Australia's 0011, if a number follows it. */
function withExitCode(text: string, typed: string, country: CountryCode | null): string {
  if (country === null || !DOUBLE_ZERO.test(typed)) return text;
  const digits = typed.replace(/\D/g, '');
  const code = diallingPlan(country).exit.exec(digits)?.[0] ?? '';
  if (code.length <= 2) return text;
  const abroad = `+${digits.slice(code.length)}`;
  return parse(abroad, null)?.isValid() ? abroad : text;
}

/** As dialled, with + if international. */
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

/** Null for a country without a numbering plan. */
export function callingRegion(iso: string | null): CountryCode | null {
  return iso !== null && isSupportedCountry(iso) ? iso : null;
}

function isCachedInvalid(typed: string, region: CountryCode | null): boolean {
  return typed.length <= MAX_CACHED_CHARACTERS && invalidTexts.has(`${region}${typed}`);
}

/** Remembers texts without one. */
function validOrCached(typed: string, region: CountryCode | null): PhoneNumber | null {
  const number = findValidNumber(dialled(typed), region);
  if (number === null) cacheInvalid(typed, region);
  return number;
}

function cacheInvalid(typed: string, region: CountryCode | null): void {
  if (typed.length > MAX_CACHED_CHARACTERS) return;
  if (invalidTexts.size >= MAX_CACHED_TEXTS) invalidTexts.clear();
  // A substring can keep a piece of the file alive.
  invalidTexts.add(Buffer.from(`${region}${typed}`).toString());
}
