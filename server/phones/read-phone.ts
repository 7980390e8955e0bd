import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** A telephone number as it is stored, and what is known of it. */
export interface PhoneReading {
  /** E.164 when `valid`, otherwise as typed, trimmed. */
  phone: string;
  valid: boolean;
  /** Alpha-2 code of the number's own country; null when invalid or when it belongs to none (+800). */
  region: string | null;
  /**
   * What was lost: `excel_number` when a spreadsheet rounded the number to 4.47E+11, `extension` when a valid
   * number was followed by one, which E.164 cannot hold.
   */
  loss: 'excel_number' | 'extension' | null;
}

const EXCEL_NUMBER = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
// What floating-point columns leave behind numbers: 5046218927.0
const FLOAT_TAIL = /^(\+?\d{6,})\.0+$/;
const TEL_SCHEME = /^tel:\s*/i;
const DOUBLE_ZERO = /^[\s(]*00[\s).-]*(?=\d)/;
const NO_MORE_THAN_DIGITS = /^[\d\s().-]+$/;

/**
 * Reads a telephone number as people and spreadsheets write it.
 *
 * Rule: an international number, led by + or 00 (or the exit code of `region`), stands for itself; any other is
 * read as a national number of `region` (alpha-2), or, where that is no valid number, as an international one
 * that begins with the calling code of `region` and lacks the +. Without a region, or with one that has no
 * telephone numbers, only international numbers can be valid. An extension is dropped, and said so: the number
 * as such is valid and is what a lead is known by. Valid means valid by the numbering plan, type and all, not
 * only of a fitting length.
 */
export function readPhone(text: string, region: string | null): PhoneReading {
  const typed = text.trim();
  if (EXCEL_NUMBER.test(typed)) return { phone: typed, valid: false, region: null, loss: 'excel_number' };
  const number = validNumber(typed.replace(TEL_SCHEME, '').replace(FLOAT_TAIL, '$1'), callingRegion(region));
  if (!number) return { phone: typed, valid: false, region: null, loss: null };
  return {
    phone: number.number,
    valid: true,
    region: number.country ?? null,
    loss: number.ext ? 'extension' : null,
  };
}

function validNumber(text: string, region: CountryCode | null): PhoneNumber | null {
  const international = text.replace(DOUBLE_ZERO, '+');
  const number = parse(international, region);
  if (number?.isValid()) return number;
  return region && NO_MORE_THAN_DIGITS.test(international) ? withoutPlus(international, region) : null;
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

/** `iso` where telephone numbers are read with it; null without a country or for one without a numbering plan. */
export function callingRegion(iso: string | null): CountryCode | null {
  return iso !== null && isSupportedCountry(iso) ? iso : null;
}
