import { expect, it } from 'vitest';
import { countryOptions, NO_COUNTRY } from './country-options.ts';

const options = countryOptions();
const codes = new Set(options.map((option) => option.value));

it('has the 249 countries of ISO 3166, Kosovo, Ascension and Tristan da Cunha, and the way back to none', () => {
  expect(options).toHaveLength(253);
  expect(options[0]?.value).toBe(NO_COUNTRY);
  expect(options.find((option) => option.value === 'US')?.label).toBe('United States');
  expect(['DE', 'GB', 'AX', 'AQ', 'XK', 'TW', 'BQ'].every((code) => codes.has(code))).toBe(true);
});

it('has no union, no former country and no made-up one', () => {
  expect(['EU', 'UN', 'SU', 'DD', 'YU', 'UK', 'ZZ', 'XA', 'AN'].filter((code) => codes.has(code))).toEqual(
    [],
  );
});

it('is in the order of the names', () => {
  const names = options.slice(1).map((option) => option.label);
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
});
