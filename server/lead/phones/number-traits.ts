import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Speak for a reading of a text as a phone number. */
export interface NumberTraits {
  /** As people of its country write it, trunk prefix included. */
  isNative: boolean;
  isMobile: boolean;
}

const MOBILE_TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

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
