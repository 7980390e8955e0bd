import type { Option } from '../../ui/option.ts';

export const NO_COUNTRY = 'none';

// Regions that have a name but are no countries: unions, outlying regions, pseudo-locales, parts of countries.
const NO_COUNTRIES = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by its English name, as leads carry it, with its ISO 3166 alpha-2 code; before them, none. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry);
  const countries = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [{ value: code, label: name, hint: code }];
  });
  countries.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return [{ value: NO_COUNTRY, label: 'No default country' }, ...countries];
}

// A code that was given up (SU, DD) stands for another one today.
function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).maximize().region === code;
}
