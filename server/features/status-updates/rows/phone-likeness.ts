import { dialled, readPhone } from '../../../lead/phones/read-phone.ts';

const ORDINARY = /^\+?[\d\s().\-/]+$/;
const DATE = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const AMOUNT = /^-?\d+\.\d{1,4}$/;
const DIGITS = { least: 7, most: 17 } as const;

/**
 * How much a cell looks like a telephone number, to tell a column of them from one of dates, amounts or account numbers:
 * 3 for a valid one, international or of the country `iso`, 2 with + or 0 in front, 1 by its digits alone, 0 not at all.
 */
export function phoneLikeness(text: string, iso: string | null): number {
  const number = dialled(text);
  const digits = number.replace(/\D/g, '').length;
  if (digits < DIGITS.least || digits > DIGITS.most) return 0;
  if (!ORDINARY.test(number) || DATE.test(number) || ADDRESS.test(number) || AMOUNT.test(number)) return 0;
  if (readPhone(text, iso).valid) return 3;
  return /^[+0]/.test(number) ? 2 : 1;
}
