import type { CountrySuggestion } from '#contract/import-dry-run.ts';
import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import { MARKETS } from '../../../lead/mapping/map-by-content.ts';
import { numberTraits } from '../../../lead/phones/number-traits.ts';
import { isInternational } from '../../../lead/phones/phone-cell.ts';
import { callingRegion } from '../../../lead/phones/read-number.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';
import type { LeadDraft } from '../../../lead/values/draft.ts';

/** Random sample of the numbers read with each candidate. */
const SAMPLE_NUMBERS = 5_000;
/** Numbers that rank the candidates; the best are counted over the whole sample. */
const TRIAL_NUMBERS = 300;
const MAX_SUGGESTIONS = 3;
const MAX_COUNTRIES_OF_FILE = 5;

/** Least share of mobile numbers for a suggestion without further evidence. */
const MIN_MOBILE_SHARE = 0.3;

/** Least and most digits of a local number. */
const LOCAL_DIGITS = [7, 15] as const;

/** Phone and country of a row that would become a lead. */
type PhoneOfRow = Pick<LeadDraft, 'phone' | 'numberValid' | 'country'>;

/** Default countries with which a file's national numbers would be valid. */
export class CountrySuggester {
  private readonly likely: readonly string[];
  private readonly sample: string[] = [];
  private readonly countries = new Map<string, number>();
  private numbers = 0;
  private random = 1;

  /** @param likely alpha-2 codes, likeliest first: of the organization's leads, of the browser */
  constructor(likely: readonly string[]) {
    this.likely = likely;
  }

  add({ phone, numberValid, country }: PhoneOfRow): void {
    if (country !== undefined) this.countCountry(country);
    if (phone === undefined || numberValid || country !== undefined || !isLocal(phone)) return;
    this.numbers++;
    if (this.sample.length < SAMPLE_NUMBERS) this.sample.push(ownText(phone));
    else {
      const place = this.nextRandom(this.numbers);
      if (place < SAMPLE_NUMBERS) this.sample[place] = ownText(phone);
    }
  }

  /**
   * Returns the default countries that make more than half of the doubtful numbers valid, the most fitting first; a country that the
   * file names comes before others that make no more valid.
   */
  suggestions(): CountrySuggestion[] {
    const of = this.sample.length;
    if (of === 0) return [];
    const named = this.countriesOfFile();
    const evident = [...named, ...this.likely];
    const candidates = [...new Set([...evident, ...MARKETS])].filter((code) => callingRegion(code) !== null);
    const best = ranked(candidates, thinned(this.sample, TRIAL_NUMBERS)).filter(
      ({ country, valid, mobile }) => evident.includes(country) || mobile >= valid * MIN_MOBILE_SHARE,
    );
    const fitting = best.slice(0, MAX_SUGGESTIONS).map(({ country }) => country);
    const counted = [...new Set([...fitting, ...named])]
      .map((country) => ({
        country,
        valid: this.sample.filter((number) => readPhone(number, country).valid).length,
        ...{ of, isSample: this.numbers > of },
      }))
      .filter(({ valid }) => 2 * valid > of);
    const isPreferred = ({ country, valid }: CountrySuggestion) =>
      named.includes(country) && valid >= (counted[0]?.valid ?? 0);
    const preferred = named.flatMap((code) =>
      counted.filter((one) => one.country === code && isPreferred(one)),
    );
    return [...new Set([...preferred, ...counted])].slice(0, MAX_SUGGESTIONS);
  }

  /** Number of invalid phones that a default country may make valid. */
  get localPhones(): number {
    return this.numbers;
  }

  private countCountry(country: string): void {
    const rows = this.countries.get(country);
    this.countries.set(rows === undefined ? ownText(country) : country, (rows ?? 0) + 1);
  }

  /** Alpha-2 codes, those of most rows first. */
  private countriesOfFile(): string[] {
    return [...this.countries]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MAX_COUNTRIES_OF_FILE)
      .flatMap(([name]) => canonicalCountry(name).iso ?? [])
      .filter((code) => callingRegion(code) !== null);
  }

  /** Pseudo-random, below `limit`: a file always gives the same sample. */
  private nextRandom(limit: number): number {
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.random / 2 ** 32) * limit);
  }
}

interface Ranked {
  country: string;
  valid: number;
  /** How many of the valid numbers are mobile numbers of the country. */
  mobile: number;
}

/**
 * Countries by their valid numbers. Some plans, as the German one, accept nearly any digits, so mobile numbers count more, and a
 * country whose people write the number so.
 */
function ranked(countries: readonly string[], numbers: readonly string[]): Ranked[] {
  const counted = countries.map((country) => {
    let [valid, native, mobile] = [0, 0, 0];
    for (const number of numbers) {
      const reading = readPhone(number, country);
      if (!reading.valid) continue;
      valid++;
      if (reading.region !== country) continue;
      const traits = numberTraits(number, reading.phone);
      native += Number(traits.isNative);
      mobile += Number(traits.isMobile);
    }
    return { country, valid, mobile, score: 2 * valid + native + mobile };
  });
  return counted.filter(({ valid }) => valid > 0).sort((one, other) => other.score - one.score);
}

/** Returns at most `count` of the texts, evenly spread. */
function thinned(texts: readonly string[], count: number): readonly string[] {
  if (texts.length <= count) return texts;
  return Array.from({ length: count }, (_, n) => texts[Math.floor((n * texts.length) / count)] ?? '');
}

/** Whether the phone may be a number of a country that the file doesn't name. */
function isLocal(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length;
  return digits >= LOCAL_DIGITS[0] && digits <= LOCAL_DIGITS[1] && !isInternational(phone);
}

/** A substring can keep a piece of the file alive. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}
