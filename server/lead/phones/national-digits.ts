import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Returns whether a text has just the digits with which people of a number's country write the number, the trunk prefix
 * included: `0171 2345678` of `+491712345678`, but not `171 2345678`.
 */
export function hasNationalDigits(text: string, phone: string): boolean {
  const national = parsePhoneNumberFromString(phone)?.formatNational();
  return national !== undefined && digitsOf(national) === digitsOf(text);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
