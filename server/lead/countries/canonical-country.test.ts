import { expect, test } from 'vitest';
import { canonicalCountry, countryName } from './canonical-country.ts';
import { ISO_CODES } from './iso-codes.ts';
import { keyOfName } from './name-key.ts';

test('every code and canonical name is known, and no two countries share one', () => {
  expect(ISO_CODES).toHaveLength(252);
  expect(new Set(ISO_CODES.map(({ alpha3 }) => alpha3)).size).toBe(252);
  expect(new Set(ISO_CODES.map(({ alpha2 }) => keyOfName(countryName(alpha2) ?? ''))).size).toBe(252);
  for (const { alpha2, alpha3 } of ISO_CODES) {
    const name = countryName(alpha2) ?? '';
    expect(name.length).toBeGreaterThan(3);
    for (const text of [alpha2, alpha3.toLowerCase(), name, name.toUpperCase()]) {
      expect([text, canonicalCountry(text)]).toEqual([text, { name, iso: alpha2 }]);
    }
  }
});

const SPELLINGS: Record<string, string[]> = {
  'United States': [
    'USA',
    'U.S.A.',
    'U. S.',
    'u.s.',
    'America',
    'United States of America (the)',
    '🇺🇸',
    'EE.UU.',
  ],
  'United Kingdom': ['U.K.', 'uk', 'England', 'Great Britain', 'Great Britain (UK)', 'Northern Ireland'],
  Germany: ['Deutschland', 'GER', 'Allemagne', 'Alemania', 'Niemcy', 'Германия', ' germany '],
  Slovakia: ['Slovakia (Slovak Republic)', 'Slovak Republic', 'Slovensko'],
  Vietnam: ['Viet Nam', 'Việt Nam'],
  Netherlands: ['Holland', 'The Netherlands', 'Nederland', 'Netherlands (the)'],
  Czechia: ['Czech Republic', 'Česko', 'Česká republika'],
  'South Korea': ['Korea (Republic of)', 'Korea, Republic of', 'Republic of Korea', 'S. Korea', 'Korea'],
  'North Korea': ["Korea, Democratic People's Republic of", 'DPRK', 'N.Korea'],
  Russia: ['Russian Federation', 'Россия'],
  'Côte d’Ivoire': ['Ivory Coast', "Côte d'Ivoire", 'Cote d’Ivoire', 'COTE DIVOIRE'],
  'Myanmar (Burma)': ['Burma', 'Myanmar'],
  'United Arab Emirates': ['UAE', 'U.A.E.', 'الإمارات العربية المتحدة'],
  Türkiye: ['Turkey', 'TURKIYE', 'türkiye', 'TÜRKİYE'],
  Iran: ['Iran (Islamic Republic of)', 'Iran, Islamic Republic of'],
  'North Macedonia': ['Macedonia', 'Macedonia, The Former Yugoslav Republic of'],
  Eswatini: ['Swaziland'],
  'Palestinian Territories': ['Palestinian Territory', 'Palestine, State of'],
  'Hong Kong SAR China': ['Hong Kong', 'Hong Kong SAR China', 'HongKong'],
  Libya: ['Libyan Arab Jamahiriya'],
  Laos: ["Lao People's Democratic Republic", 'Lao People’s Democratic Republic'],
  Moldova: ['Moldova Republic of', 'Moldova, Republic of'],
  Syria: ['Syrian Arab Republic'],
  Tanzania: ['Tanzania United Republic of', 'Tanzania, United Republic of'],
  'U.S. Virgin Islands': ['Virgin Islands U.S.', 'Virgin Islands, U.S.', 'Virgin Islands (US)'],
  'British Virgin Islands': ['Virgin Islands (British)', 'Virgin Islands, British'],
  'St. Vincent & Grenadines': ['Saint Vincent and the Grenadines', 'St Vincent & the Grenadines'],
  'Congo - Kinshasa': ['Congo, The Democratic Republic of the', 'DR Congo'],
  'Congo - Brazzaville': ['Congo', 'Republic of the Congo'],
  Spain: ['España', 'ESPANA'],
  Austria: ['Österreich', 'Oesterreich', 'osterreich'],
  Switzerland: ['Schweiz', 'Suisse', 'Svizzera', 'SUI'],
  Italy: ['Italia'],
  Poland: ['Polska'],
  China: ['中国', 'PRC'],
  Greece: ['Ελλάδα', 'EL'],
  Canada: ['CA', 'ca'],
  Georgia: ['GE', 'Georgia'],
};

test.each(Object.entries(SPELLINGS))('%s', (name, spellings) => {
  expect(spellings.map((text) => [text, canonicalCountry(text).name])).toEqual(
    spellings.map((text) => [text, name]),
  );
  expect(canonicalCountry(spellings[0] ?? '').iso).not.toBeNull();
});

test('unknown texts are kept, trimmed', () => {
  for (const text of [
    'Atlantis',
    ' Mars ',
    'Georgia (USA)',
    'XX',
    '44',
    '?',
    `Spain ${'x'.repeat(200)}`,
    '',
  ]) {
    expect(canonicalCountry(text)).toEqual({ name: text.trim(), iso: null });
  }
});
