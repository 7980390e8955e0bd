import { dialled } from '../../../lead/phones/read-number.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';

const ORDINARY = /^\+?[\d\s().\-/]+$/;
const DATE = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const AMOUNT = /^-?\d+\.\d{1,4}$/;
const DIGITS = { least: 7, most: 17 } as const;

/**
 * Rates how much a cell looks like a phone number, to tell a column of phones from dates, amounts or account numbers.
 * @returns 3 for a valid number, international or of the country `iso`; 2 if it starts with + or 0; 1 if only its
 *   digits fit; 0 otherwise
 */
export function phoneLikeness(text: string, iso: string | null): number {
  const number = dialled(text);
  const digits = number.replace(/\D/g, '').length;
  if (digits < DIGITS.least || digits > DIGITS.most) return 0;
  if (!ORDINARY.test(number)) return readPhone(text, iso).valid ? 3 : 0;
  if (DATE.test(number) || ADDRESS.test(number) || AMOUNT.test(number)) return 0;
  if (readPhone(text, iso).valid) return 3;
  return /^[+0]/.test(number) ? 2 : 1;
}
