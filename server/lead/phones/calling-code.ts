import { canonicalCountry } from '../countries/canonical-country.ts';
import { plansOfCallingCode } from './numbering-plans.ts';
import { isInternational } from './phone-cell.ts';
import { readPhone } from './read-phone.ts';

const CODE =
  /^[^\p{L}\d]*(?:\p{L}{2,3}\W+)?\(?\s*(\+|00)?\s*([1-9]\d{0,2})(?:[\s-]?\d{3})?(?:\.0+)?\)?(?:\W+\p{L}{2,3}\W*)?$/u;
const known = new Map<string, string | null>();
const MAX_KNOWN = 1_000;

/** Main country of a calling code as files write it (`+44`, `0044`, `44`, `1-684`, `GB +44`); null for another text. */
function regionOfCode(text: string): string | null {
  const held = known.get(text);
  if (held !== undefined) return held;
  const [, , digits] = CODE.exec(text) ?? [];
  const region = (digits !== undefined && plansOfCallingCode(digits)[0]?.region) || null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, region);
  return region;
}

/** Returns whether a text is a calling code, with or without + or 00. */
export function isCallingCode(text: string): boolean {
  return regionOfCode(text.trim()) !== null;
}

/** Returns whether a text is a calling code beyond doubt. */
export function isSignedCallingCode(text: string): boolean {
  return /\+|^\s*00/.test(text) && isCallingCode(text);
}

/**
 * Returns a phone with the calling code, or the country, of another cell: 07400 123456 with `44` is +447400123456. International numbers stay
 * as they are, as do phones that the code doesn't make valid.
 */
export function withCallingCode(phone: string, code: string | null): string {
  if (phone === '' || code === null || code === '' || isInternational(phone)) return phone;
  const region = regionOfCode(code) ?? canonicalCountry(code).iso;
  const reading = region === null ? null : readPhone(phone, region);
  return reading?.valid ? reading.phone : phone;
}
