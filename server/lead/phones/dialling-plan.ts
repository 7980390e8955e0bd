import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

/** Enough of a numbering plan to guess E.164 forms. */
export interface DiallingPlan {
  region: CountryCode;
  callingCode: string;
  /** Lengths of national numbers in all countries that share the calling code. */
  lengths: ReadonlySet<number>;
  /** Null if countries share the calling code. */
  pattern: RegExp | null;
  /** Trunk prefix of national numbers, and the rule for rewriting the rest. */
  trunk: RegExp | null;
  rewritten: string | null;
  /** International exit code. */
  exit: RegExp;
}

/** In the library's array of a country, by its format description. */
const PLACE = { exit: 1, pattern: 2, lengths: 3, prefix: 5, prefixForParsing: 7, transformRule: 8 } as const;
/** Longer numbers have no E.164 form; shorter ones can't be dialled from abroad. */
const E164_DIGITS = { least: 7, most: 15 } as const;

const REGIONS_OF_CODE = Map.groupBy(getCountries(), (region) => getCountryCallingCode(region));
const known = new Map<CountryCode, DiallingPlan>();

/** Returns the numbering plan of a country, cached. */
export function diallingPlan(region: CountryCode): DiallingPlan {
  const held = known.get(region);
  if (held !== undefined) return held;
  const callingCode = getCountryCallingCode(region);
  const sharing = REGIONS_OF_CODE.get(callingCode) ?? [region];
  const pattern = sharing.length === 1 ? metadataText(region, PLACE.pattern) : null;
  const trunk = metadataText(region, PLACE.prefixForParsing) ?? metadataText(region, PLACE.prefix);
  const plan: DiallingPlan = {
    region,
    callingCode,
    lengths: new Set(sharing.flatMap(lengthsOf)),
    pattern: pattern === null ? null : new RegExp(`^(?:${pattern})$`),
    trunk: trunk === null ? null : new RegExp(`^(?:${trunk})`),
    rewritten: metadataText(region, PLACE.transformRule),
    exit: new RegExp(`^(?:${metadataText(region, PLACE.exit) ?? '00'})`),
  };
  known.set(region, plan);
  return plan;
}

/** E.164 numbers that dialled digits may stand for: with and without trunk prefix, after the exit code. Misses none; `readPhone` decides. */
export function dialledFrom(plan: DiallingPlan, digits: string): string[] {
  const numbers: string[] = [];
  const national = withoutTrunk(plan, digits);
  for (const number of national === digits ? [digits] : [digits, national]) {
    if (!plan.lengths.has(number.length) || plan.pattern?.test(number) === false) continue;
    numbers.push(`+${plan.callingCode}${number}`);
  }
  const abroad = digits.replace(plan.exit, '');
  if (abroad !== digits && couldBeE164(abroad)) numbers.push(`+${abroad}`);
  return numbers;
}

/** Returns whether digits could be a number with its calling code. */
export function couldBeE164(digits: string): boolean {
  const { least, most } = E164_DIGITS;
  return digits.length >= least && digits.length <= most && !digits.startsWith('0');
}

function withoutTrunk({ trunk, rewritten }: DiallingPlan, digits: string): string {
  const found = trunk?.exec(digits);
  if (!trunk || !found) return digits;
  // With a matched last group the rule rewrites the number; otherwise the match is the prefix.
  const kept = found.length > 1 && found.at(-1) !== undefined;
  return rewritten !== null && kept ? digits.replace(trunk, rewritten) : digits.slice(found[0].length);
}

function metadataAt(region: CountryCode, place: number): unknown {
  return metadata.countries[region]?.[place];
}

function metadataText(region: CountryCode, place: number): string | null {
  const value = metadataAt(region, place);
  return typeof value === 'string' && value !== '' ? value : null;
}

function lengthsOf(region: CountryCode): number[] {
  const value = metadataAt(region, PLACE.lengths);
  return Array.isArray(value) ? value.filter((length) => typeof length === 'number') : [];
}
