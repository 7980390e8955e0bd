import { foldText } from '../values/fold-text.ts';

/** The form by which numbers are one customer: without case, accents and surrounding blanks. */
export function customerKey(number: string): string {
  return foldText(number).trim();
}

export function isSameCustomer(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && customerKey(a) === customerKey(b));
}
