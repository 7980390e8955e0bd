import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Traits that speak for a reading of a text as a phone number. */
export interface NumberTraits {
  /** The text has just the digits with which people of the number's country write it, the trunk prefix included. */
  isNative: boolean;
  isMobile: boolean;
}

const MOBILE_TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Returns the traits of the valid number `phone` (E.164) as the reading of a text. */
export function numberTraits(text: string, phone: string): NumberTraits {
  const number = parsePhoneNumberFromString(phone);
  if (number === undefined) return { isNative: false, isMobile: false };
  return {
    isNative: digitsOf(number.formatNational()) === digitsOf(text),
    isMobile: MOBILE_TYPES.includes(number.getType()),
  };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
