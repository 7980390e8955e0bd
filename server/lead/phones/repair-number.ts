import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isDateLike } from '../values/date-like.ts';
import { FAULTS, type Fault } from '../values/problems.ts';
import { readScientific } from '../values/scientific-number.ts';
import { callingRegion, type NumberReading, readSingleNumber } from './read-number.ts';

/** Phone in the form that is stored, and the fault to report. */
export interface PhoneReading extends Omit<NumberReading, 'loss'> {
  fault: Fault | null;
}

/** Digits without a leading zero, as a spreadsheet leaves them. */
const BARE_NUMBER = /^([1-9]\d{4,14})(?:\.0+)?$/;

/** Italy and San Marino keep the zero. */
const BRACKETED_ZERO = /^(\s*(?:\+|00)\s*(?!39|378)[\d\s.-]*)\(0\)/;
const MEXICAN_MOBILE = /^\s*(\+|00)?\s*52[\s.-]*1[\s.-]*((?:\d[\s.()-]*){10})$/;

/** Some plans (Italy's) accept almost any short number with a zero in front. */
const MIN_DIGITS_FOR_ZERO = 7;

/**
 * Reads one phone number that a spreadsheet may have turned into a number or a date.
 * Rule: a valid number stays, except by `missingPlus`. Scientific notation with all digits is read as those. A leading zero is restored if
 * that makes the number valid in `region` and a + would not in another country. Other text stays as typed, with a fault if the cause is
 * clear.
 */
export function repairedNumber(text: string, region: string | null): PhoneReading {
  const reading = readAsDialled(text, region);
  if (reading.loss === 'extension') return faulty(reading, FAULTS.phoneExtension);
  if (reading.valid) return missingPlus(reading, text) ?? faulty(reading, null);
  if (reading.loss === 'excel_number') return fromScientific(reading, region);
  const [, digits] = BARE_NUMBER.exec(reading.phone) ?? [];
  if (digits !== undefined) return fromDigits(reading, digits, region);
  return faulty(reading, isDateLike(reading.phone) ? FAULTS.excelPhoneDate : null);
}

/** Without a trunk prefix in brackets after the calling code, and without the 1 that Mexico dropped in 2019. */
function readAsDialled(text: string, region: string | null): NumberReading {
  const bare = text.includes('(0)') ? text.replace(BRACKETED_ZERO, '$1') : text;
  const reading = bare === text ? null : readSingleNumber(bare, region);
  if (reading?.valid) return reading;
  const whole = readSingleNumber(text, region);
  if (whole.valid) return whole;
  const [, plus, digits = ''] = MEXICAN_MOBILE.exec(text) ?? [];
  if (digits === '' || (plus === undefined && region !== 'MX')) return whole;
  const mexican = readSingleNumber(`+52${digits}`, null);
  return mexican.valid ? mexican : whole;
}

function faulty({ phone, valid, region }: NumberReading, fault: Fault | null): PhoneReading {
  return { phone, valid, region, fault };
}

function fromScientific(reading: NumberReading, region: string | null): PhoneReading {
  const number = readScientific(reading.phone);
  if (number === null || number.kind === 'rounded') return faulty(reading, FAULTS.excelNumber);
  if (number.kind === 'exact') return repairedNumber(number.digits, region);
  return { ...faulty(reading, FAULTS.excelPrecision), phone: number.digits };
}

/**
 * Handles digits that begin with the region's calling code and are valid both after that code and after a +
 * alone. Returns null for any other number, which is almost all of them.
 *
 * Rule: a mobile number with its + wins over a fixed line in the other reading: 491701234567 is +49 170
 * 1234567. Some plans (Germany, Indonesia) allow fixed lines of any length. Otherwise the number stays as read, with a fault.
 */
function missingPlus(reading: NumberReading, text: string): PhoneReading | null {
  // Compares the first digit of the calling code, which rules out almost all numbers cheaply.
  if (text.charCodeAt(0) !== reading.phone.charCodeAt(1)) return null;
  const [, digits] = BARE_NUMBER.exec(text) ?? [];
  if (digits === undefined || !reading.phone.endsWith(digits)) return null;
  const code = reading.phone.slice(1, -digits.length);
  if (code === '' || !digits.startsWith(code)) return null;
  const withPlus = readSingleNumber(`+${digits}`, null);
  if (!withPlus.valid) return null;
  const isMeant = isMobile(withPlus.phone) && !isMobile(reading.phone);
  return isMeant ? faulty(withPlus, null) : faulty(reading, FAULTS.phonePrefix);
}

function isMobile(number: string): boolean {
  return parsePhoneNumberFromString(number)?.getType() === 'MOBILE';
}

/** Repairs an invalid number of plain digits with a zero or a + in front, if one of them is clearly right. */
function fromDigits(reading: NumberReading, digits: string, region: string | null): PhoneReading {
  const abroad = readSingleNumber(`+${digits}`, null);
  const country = digits.length < MIN_DIGITS_FOR_ZERO ? null : callingRegion(region);
  const national = country && readSingleNumber(`0${digits}`, country);
  const ownCode = country && `+${getCountryCallingCode(country)}`;
  if (!national?.valid || ownCode === null || !national.phone.startsWith(ownCode)) {
    return faulty(reading, abroad.valid ? FAULTS.phonePrefix : null);
  }
  return abroad.valid ? faulty(reading, FAULTS.phonePrefix) : faulty(national, null);
}
