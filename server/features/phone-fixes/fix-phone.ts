import { getCountryCallingCode } from 'libphonenumber-js/max';
import { canonicalCountry } from '../../lead/countries/canonical-country.ts';
import { callingRegion, readPhone } from '../../lead/phones/read-phone.ts';

type Region = NonNullable<ReturnType<typeof callingRegion>>;

/** A plus, or the double zero that stands for it: such a number names its country itself. */
const INTERNATIONAL = /[+＋]|^[^\p{L}\p{N}]*00/u;
const LETTER = /\p{L}/u;
/** `0301234, 0305678` are two numbers. */
const TWO_NUMBERS = /\d\s*[,;|&\n]\s*\d/;

// What was found is kept for the next look at the same numbers: the statistics, the preview and the operation follow
// one another, and a look at a number costs 5 to 30 µs. The bound is some 30 MB.
const REMEMBERED_LIMIT = 200_000;
const remembered = new Map<Region, Map<string, string | null>>();
let held = 0;

/** The region whose calling prefix goes before the numbers of this country; null without a country we know. */
export function prefixRegion(country: string | null): Region | null {
  return country === null ? null : callingRegion(canonicalCountry(country).iso);
}

/**
 * The number that an invalid one becomes with the calling prefix of its lead's country, in E.164, or null when it
 * can't be fixed.
 *
 * Rule: a number with an international prefix is left alone, and so is one of a lead without a country that has
 * telephone numbers. The number is what its national spelling means, read by the country's numbering plan with its
 * own trunk prefix (0, 8, 06, 1, …). Where that is no valid number, stray punctuation and leading zeros are stripped
 * and the calling prefix is put before the rest. Valid by the numbering plan, type and all, or no fix. The national
 * spelling goes first because some zeros are part of the number: 0331 234567 in Italy is +39 0331 234567, and
 * without its zero a stranger's mobile.
 */
export function fixPhone(phone: string, country: string | null): string | null {
  const region = prefixRegion(country);
  if (region === null) return null;
  const known = remembered.get(region)?.get(phone);
  if (known !== undefined) return known;
  const fixed = INTERNATIONAL.test(phone) ? null : fixedIn(region, phone);
  remember(region, phone, fixed);
  return fixed;
}

function remember(region: Region, phone: string, fixed: string | null): void {
  if (held >= REMEMBERED_LIMIT) {
    remembered.clear();
    held = 0;
  }
  const phones = remembered.get(region) ?? new Map<string, string | null>();
  remembered.set(region, phones.set(phone, fixed));
  held++;
}

function fixedIn(region: Region, phone: string): string | null {
  for (const spelling of spellings(region, phone)) {
    const reading = readPhone(spelling, region);
    if (reading.valid) return reading.phone;
  }
  return null;
}

/** What the number may have been meant to be, likeliest first. */
function* spellings(region: Region, phone: string): Generator<string> {
  const digits = phone.replace(/\D/g, '');
  // Two zeros that stand apart, as in (0)020, are a trunk zero said twice; read as they are they would be a plus.
  const doubled = digits.startsWith('00');
  if (!doubled) yield phone;
  if (LETTER.test(phone) || TWO_NUMBERS.test(phone)) return;
  const significant = digits.replace(/^0+/, '');
  yield doubled ? `0${significant}` : digits;
  yield `+${getCountryCallingCode(region)}${significant}`;
  if (significant !== digits) yield significant;
}
