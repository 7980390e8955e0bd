import { LANGUAGE } from '../ui/format-number.ts';
import type { Option } from '../ui/option.ts';

export const NO_COUNTRY = 'none';

// Named regions that aren't countries, such as unions and pseudo-locales.
const NO_COUNTRIES = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns a no-country option and all countries: English name as stored, with ISO 3166 alpha-2 code. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry);
  const countries = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [{ value: code, label: name, hint: code }];
  });
  countries.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return [{ value: NO_COUNTRY, label: 'No default country' }, ...countries];
}

// Withdrawn codes (SU, DD) are aliases of current codes.
function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).maximize().region === code;
}
