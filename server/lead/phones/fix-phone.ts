import { getCountryCallingCode } from 'libphonenumber-js/max';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { FAULTS } from '../values/problems.ts';
import { callingRegion } from './read-number.ts';
import { readPhone } from './read-phone.ts';

type Region = NonNullable<ReturnType<typeof callingRegion>>;

/** A plus sign or a leading double zero: the number contains its own country code. */
const INTERNATIONAL = /[+＋]|^[^\p{L}\p{N}]*00/u;
const LETTER = /\p{L}/u;
/** `0301234, 0305678` are two numbers. */
const TWO_NUMBERS = /\d\s*[,;|&\n]\s*\d/;

// Results are cached: the statistics, the preview and the operation process the same numbers in succession, and reading
// a number costs 5 to 30 µs. At the limit the cache takes about 30 MB.
const MAX_CACHED_FIXES = 200_000;
const fixCache = new Map<Region, Map<string, string | null>>();
let cachedFixes = 0;

/** Returns the region whose calling prefix applies to numbers of this country; null without a known country. */
export function prefixRegion(country: string | null): Region | null {
  return country === null ? null : callingRegion(canonicalCountry(country).iso);
}

/**
 * Returns the E.164 number that results from fixing an invalid one with the calling prefix of its lead's country, or
 * null when it can't be fixed.
 *
 * A number with an international prefix is left alone, and so is a number without a country that has telephone numbers.
 * The number is first read in its national spelling, with the country's trunk prefix (0, 8, 06, 1, …). If that isn't a valid number, stray punctuation and leading zeros are stripped and the calling prefix is
 * prepended. The result must be fully valid, including its type. Some zeros are part of the number: 0331 234567 in Italy is
 * +39 0331 234567, and without its zero someone else's mobile.
 */
export function fixPhone(phone: string, country: string | null): string | null {
  const region = prefixRegion(country);
  if (region === null) return null;
  const known = fixCache.get(region)?.get(phone);
  if (known !== undefined) return known;
  const fixed = INTERNATIONAL.test(phone) ? null : fixedIn(region, phone);
  cacheFix(region, phone, fixed);
  return fixed;
}

function cacheFix(region: Region, phone: string, fixed: string | null): void {
  if (cachedFixes >= MAX_CACHED_FIXES) {
    fixCache.clear();
    cachedFixes = 0;
  }
  const phones = fixCache.get(region) ?? new Map<string, string | null>();
  fixCache.set(region, phones.set(phone, fixed));
  cachedFixes++;
}

function fixedIn(region: Region, phone: string): string | null {
  for (const spelling of spellings(region, phone)) {
    const reading = readPhone(spelling, region);
    // A fix has no way to tell of the numbers it would drop.
    if (reading.fault?.code === FAULTS.otherPhones.code) return null;
    if (reading.valid) return reading.phone;
  }
  return null;
}

/** Yields possible intended numbers, likeliest first. */
function* spellings(region: Region, phone: string): Generator<string> {
  const digits = phone.replace(/\D/g, '');
  // Two separate zeros, as in (0)020, are a repeated trunk zero; read literally they would be an international prefix.
  const doubled = digits.startsWith('00');
  if (!doubled) yield phone;
  if (LETTER.test(phone) || TWO_NUMBERS.test(phone)) return;
  const significant = digits.replace(/^0+/, '');
  yield doubled ? `0${significant}` : digits;
  yield `+${getCountryCallingCode(region)}${significant}`;
  if (significant !== digits) yield significant;
}
