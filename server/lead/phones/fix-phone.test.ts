import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { countryName } from '../countries/canonical-country.ts';
import { fixPhone, prefixRegion } from './fix-phone.ts';
import { readPhone } from './read-phone.ts';

/**
 * Regions where a zero before the example yields a different number instead of a typing error: in Italy and the Vatican
 * 0312 3456789 is a landline and 312 3456789 a mobile; on Ascension 40123 is a mobile and 040123 a landline.
 */
const ZERO_IS_A_NUMBER = new Set(['AC', 'IT', 'VA']);

function exampleOf(region: ReturnType<typeof getCountries>[number]) {
  const number = getExampleNumber(region, examples);
  if (!number) throw new Error(`No example for ${region}`);
  const country = countryName(region);
  if (country === null) throw new Error(`No name for ${region}`);
  return { country, national: number.formatNational(), e164: number.number as string };
}

describe('the example number of every region', () => {
  test.each(getCountries())('%s', (region) => {
    const { country, national, e164 } = exampleOf(region);
    const digits = national.replace(/\D/g, '');
    // Valid when read in its own country,
    expect(readPhone(national, region)).toMatchObject({ phone: e164, valid: true });
    // and fixed when stored without its country: digits only, as spelled, or with stray punctuation.
    const stored = [digits, national, `"${national}"`, [...digits].join('_'), ` *${digits}*`];
    expect(stored.map((phone) => fixPhone(phone, country))).toEqual(stored.map(() => e164));
    // A repeated trunk zero.
    const doubled = fixPhone(`(0) ${digits}`, country);
    if (ZERO_IS_A_NUMBER.has(region)) expect(doubled).not.toBe(e164);
    else expect(doubled).toBe(e164);
    // International numbers are left alone, and so are numbers without a known country.
    expect(fixPhone(e164, country)).toBeNull();
    expect(fixPhone(e164.replace('+', '00'), country)).toBeNull();
    expect(fixPhone(digits, null)).toBeNull();
    expect(fixPhone(digits, 'Atlantis')).toBeNull();
  });

  test('there are as many as countries with telephone numbers', () => {
    expect(getCountries().length).toBeGreaterThanOrEqual(245);
  });
});

test.each([
  // The basic rule: strip leading zeros, prepend the calling prefix.
  ['020 7946 0958', 'United Kingdom', '+442079460958'],
  ['0 020 7946 0958', 'United Kingdom', '+442079460958'],
  ['(0)0151 23456789', 'Germany', '+4915123456789'],
  ['0-0-6 12 34 56 78', 'France', '+33612345678'],
  ['020!7946!0958', 'UK', '+442079460958'],
  // Trunk prefixes other than 0.
  ['8 (495) 123-45-67', 'Russia', '+74951234567'],
  ['08 495 123 45 67', 'Russia', '+74951234567'],
  ['06 20 123 4567', 'Hungary', '+36201234567'],
  ['1 504 621 8927', 'United States', '+15046218927'],
  // The calling prefix is present and only the plus is missing.
  ['447911123456', 'United Kingdom', '+447911123456'],
  ['0447911123456', 'United Kingdom', '+447911123456'],
  // Zeros that are part of the number stay; without its zero this landline would be someone else's mobile.
  ['06 1234567', 'Italy', '+39061234567'],
  ['0331 234567', 'Italy', '+390331234567'],
  ['01 95 12 34 56', 'Benin', '+2290195123456'],
])('%s in %s becomes %s', (phone, country, fixed) => {
  expect(fixPhone(phone, country)).toBe(fixed);
  // The result is international, so it isn't fixed again.
  expect(fixPhone(fixed, country)).toBeNull();
});

test.each([
  // An international prefix in various spellings.
  ['+44 20 7946 09589999', 'United Kingdom'],
  ['0044 20 7946 0958', 'United Kingdom'],
  ['(00)44 20 7946 0958', 'United Kingdom'],
  ['＋44 20 7946 0958', 'United Kingdom'],
  ['0020 7946 0958', 'United Kingdom'],
  // No number, or more than one.
  ['4.47E+11', 'United Kingdom'],
  ['n/a', 'United Kingdom'],
  ['call 020!7946!0958', 'United Kingdom'],
  ['030 901820, 030 901821', 'Germany'],
  ['12345', 'United Kingdom'],
  ['0000000000', 'United Kingdom'],
  ['_', 'United Kingdom'],
  // A country without telephone numbers.
  ['020 7946 0958', 'Antarctica'],
  ['020 7946 0958', ''],
])('%s in %s stays', (phone, country) => {
  expect(fixPhone(phone, country)).toBeNull();
});

test('two trunk zeros that stand apart are no international prefix', () => {
  // Read as 00 20 it would be a number in Egypt.
  expect(fixPhone('(0)020 7946 0958', 'United Kingdom')).toBe('+442079460958');
});

test('the same number is fixed by the country of its lead, also when it is looked at again', () => {
  for (let look = 0; look < 2; look++) {
    expect(fixPhone('0612345678', 'France')).toBe('+33612345678');
    expect(fixPhone('0612345678', 'Netherlands')).toBe('+31612345678');
  }
});

test('a country has a calling prefix when it has telephone numbers', () => {
  const regions = ['UK', 'Germany', 'Antarctica', 'Atlantis', null].map(prefixRegion);
  expect(regions).toEqual(['GB', 'DE', null, null, null]);
});
