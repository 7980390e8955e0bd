import { type CountryCode, getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

/** A telephone number as somebody may have written it, and the region it is read with. */
export interface PhoneText {
  text: string;
  region: CountryCode | null;
}

/** The example number of each region. */
export const EXAMPLE_NUMBERS: readonly PhoneNumber[] = getCountries().flatMap((region) => {
  const number = getExampleNumber(region, examples);
  return number === undefined ? [] : [number];
});

const REGIONS = EXAMPLE_NUMBERS.flatMap(({ country }) => (country === undefined ? [] : [country]));

/**
 * Any number of texts from a source of random numbers (0 to 1): numbers near the examples of all regions, written
 * nationally, internationally, with and without trunk prefixes and signs, read with their own region, another or none;
 * and digits that are hardly ever numbers.
 */
export function* phoneTexts(random: () => number): Generator<PhoneText, never> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  for (;;) {
    const example = pick(EXAMPLE_NUMBERS);
    const lost = 1 + Math.floor(random() * 4);
    const more = random() < 0.1 ? Math.floor(random() * 3) - 1 : 0;
    const national = example.nationalNumber.slice(0, -lost) + digits(lost + more);
    const code = example.countryCallingCode;
    const written = pick([
      () => `+${code}${national}`,
      () => national,
      () => `0${national}`,
      () => code + national,
      () => `00${code}${national}`,
      () => `+${code}${pick(['0', '1', '8', '(0)', '01', '06'])}${national}`,
      () => pick([example.formatNational(), example.formatInternational()]),
      () => `${pick(['+', ''])}${digits(6 + Math.floor(random() * 8))}`,
    ])();
    const own = random() < 0.7 ? (example.country ?? null) : pick(REGIONS);
    yield {
      text: random() < 0.3 ? scattered(written, random) : written,
      region: random() < 0.2 ? null : own,
    };
  }
}

/** Strews signs into the text. */
function scattered(text: string, random: () => number): string {
  const signs = [' ', '-', '.', '(', ')', '/', '0'];
  const sign = () => (random() < 0.15 ? (signs[Math.floor(random() * signs.length)] ?? '') : '');
  return [...text].map((character) => character + sign()).join('');
}
