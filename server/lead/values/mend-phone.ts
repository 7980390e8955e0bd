import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { callingRegion, type PhoneReading, readPhone } from '../phones/read-phone.ts';
import { isDateLike } from './date-like.ts';
import { FAULTS, type Fault } from './problems.ts';
import { readScientific } from './scientific-number.ts';

/** A phone as an import takes it, and what is to be said of it. */
export interface ImportedPhone {
  reading: PhoneReading;
  fault: Fault | null;
}

/** What a spreadsheet leaves of a telephone number that it took for a number: digits, the first of them no zero. */
const BARE_NUMBER = /^([1-9]\d{4,14})(?:\.0+)?$/;

/**
 * Digits that a zero is put back before, at least. Some plans (Italy's) take nearly any short number with a zero in front:
 * what is shorter was rather mistyped, or is 12345.
 */
const ZERO_LOST_FROM = 7;

/**
 * Reads a telephone number out of a file, where a spreadsheet may have taken it for a number or a date.
 *
 * Rule: what is valid as it stands stays, save digits that `missingPlus` tells of. A number in scientific notation that
 * has all its digits is read as these. A leading zero is put back where the number is then one of the `region`
 * (alpha-2) it is read with, and would not also be one of another country with a + in front: `readPhone` has by
 * then tried the + for the region's own calling code. All else is kept as typed, and said where it is plain what
 * happened.
 */
export function importPhone(text: string, region: string | null): ImportedPhone {
  const reading = readPhone(text, region);
  if (reading.loss === 'extension') return { reading, fault: FAULTS.phoneExtension };
  if (reading.valid) return missingPlus(reading, text) ?? { reading, fault: null };
  if (reading.loss === 'excel_number') return fromScientific(reading, region);
  const [, digits] = BARE_NUMBER.exec(reading.phone) ?? [];
  if (digits !== undefined) return fromDigits(reading, digits, region);
  return { reading, fault: isDateLike(reading.phone) ? FAULTS.excelPhoneDate : null };
}

function fromScientific(reading: PhoneReading, region: string | null): ImportedPhone {
  const number = readScientific(reading.phone);
  if (number === null || number.kind === 'rounded') return { reading, fault: FAULTS.excelNumber };
  if (number.kind === 'exact') return importPhone(number.digits, region);
  return { reading: { ...reading, phone: number.digits }, fault: FAULTS.excelPrecision };
}

/**
 * Digits that begin with the calling code they were read with, and are valid with it before them and with a + alone.
 * Null for any other number, which is nearly all there are.
 *
 * Rule: a mobile number with its + is what was meant, and not the fixed line that the other reading makes of it: 491701234567
 * is +49 170 1234567. Numbering plans leave the length of fixed lines open where nobody has one so long
 * (Germany, Indonesia). Where that does not tell the two apart, the number stays, and is reported.
 */
function missingPlus(reading: PhoneReading, text: string): ImportedPhone | null {
  // The first digit of the calling code: hardly any other number goes further.
  if (text.charCodeAt(0) !== reading.phone.charCodeAt(1)) return null;
  const [, digits] = BARE_NUMBER.exec(text) ?? [];
  if (digits === undefined || !reading.phone.endsWith(digits)) return null;
  const code = reading.phone.slice(1, -digits.length);
  if (code === '' || !digits.startsWith(code)) return null;
  const withPlus = readPhone(`+${digits}`, null);
  if (!withPlus.valid) return null;
  const isMeant = isMobile(withPlus.phone) && !isMobile(reading.phone);
  return isMeant ? { reading: withPlus, fault: null } : { reading, fault: FAULTS.phonePrefix };
}

function isMobile(number: string): boolean {
  return parsePhoneNumberFromString(number)?.getType() === 'MOBILE';
}

/** A number that is not valid as the digits stand: with a zero or a + in front it may be. */
function fromDigits(reading: PhoneReading, digits: string, region: string | null): ImportedPhone {
  const abroad = readPhone(`+${digits}`, null);
  const country = digits.length < ZERO_LOST_FROM ? null : callingRegion(region);
  const national = country && readPhone(`0${digits}`, country);
  const ownCode = country && `+${getCountryCallingCode(country)}`;
  if (!national?.valid || ownCode === null || !national.phone.startsWith(ownCode)) {
    return { reading, fault: abroad.valid ? FAULTS.phonePrefix : null };
  }
  return abroad.valid ? { reading, fault: FAULTS.phonePrefix } : { reading: national, fault: null };
}
