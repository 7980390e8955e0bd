import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CountrySuggester } from './country-suggestions.ts';

function suggested(phones: readonly string[], likely: readonly string[] = []) {
  const suggester = new CountrySuggester(likely);
  for (const phone of phones) suggester.add({ phone, numberValid: false, country: undefined });
  return suggester.suggestions();
}

function numbered(count: number, textOf: (n: string) => string): string[] {
  return Array.from({ length: count }, (_, n) => textOf(String(n).padStart(4, '0')));
}

test('the country that makes most numbers valid comes first, with its share of the doubtful numbers', () => {
  const phones = [...numbered(298, (n) => `(212) 555-${n}`), '12', 'none'];
  expect(suggested(phones)[0]).toEqual({ country: 'US', valid: 298, of: 298, isSample: false });
});

test('of countries that share a calling code, the one that the numbers belong to wins', () => {
  expect(suggested(['(416) 555-0123', '416-555-0199'], ['US'])[0]?.country).toBe('CA');
});

test('a numbering plan that accepts nearly any digits does not win by its laxness', () => {
  expect(suggested(['212 555 0123', '4155550199', '12125550142', '05555555'])[0]?.country).toBe('US');
  expect(suggested(['0171 2345678', '0151 23456789', '030 901820'])[0]?.country).toBe('DE');
  expect(suggested(['07400 123456', '020 7946 0018'])[0]?.country).toBe('GB');
  expect(suggested(['06 12 34 56 78', '01 42 68 53 00'])[0]?.country).toBe('FR');
  expect(suggested(['98765 43210', '8899001122', '7012345678', '9812345670'])[0]?.country).toBe('IN');
});

test('countries of the file, the organization and the browser are tried beside the largest markets', () => {
  const phones = ['06 30 123 4567', '06 20 123 4567'];
  expect(suggested(phones, ['HU'])[0]).toMatchObject({ country: 'HU', valid: 2 });
  const suggester = new CountrySuggester([]);
  suggester.add({ phone: undefined, numberValid: false, country: 'Hungary' });
  for (const phone of phones) suggester.add({ phone, numberValid: false, country: undefined });
  expect(suggester.suggestions()[0]?.country).toBe('HU');
});

test.each([
  ['Thailand', ['081 234 5678', '089 765 4321', '086 555 0123', '091 234 5678']],
  ['Singapore', ['9123 4567', '8123 4567', '9876 5432']],
])('mobile numbers of %s are no reason for Germany, where they are valid landline numbers', (_, phones) => {
  expect(suggested(phones).map(({ country }) => country)).not.toContain('DE');
  expect(suggested(phones, ['DE']).map(({ country }) => country)).toContain('DE');
});

test('numbers with a + or a country of their own need no default country', () => {
  const suggester = new CountrySuggester([]);
  suggester.add({ phone: '+1 2', numberValid: false, country: undefined });
  suggester.add({ phone: '(212) 555-0123', numberValid: false, country: 'Germany' });
  suggester.add({ phone: '+12125550123', numberValid: true, country: undefined });
  expect(suggester.suggestions()).toEqual([]);
});

test('a country that makes half of the doubtful numbers valid, or less, is not suggested', () => {
  const american = ['(212) 555-0123', '(415) 555-0199'];
  const nowhere = ['111111111111111', '999999999999999'];
  expect(suggested([...american, ...nowhere])).toEqual([]);
  expect(suggested([...american, ...nowhere.slice(1)])[0]).toMatchObject({ country: 'US', valid: 2, of: 3 });
});

test('numbers that are valid without a default country are no reason for one', () => {
  const suggester = new CountrySuggester(['AT']);
  for (let n = 0; n < 200; n++) {
    suggester.add({ phone: `+4915123${100_000 + n}`, numberValid: true, country: 'Germany' });
  }
  for (const phone of ['0664 1234567', '111111111111111', '222222222222222', '999999999999999']) {
    suggester.add({ phone, numberValid: false, country: undefined });
  }
  expect(suggester.suggestions()).toEqual([]);
});

test('of countries that make the same numbers valid, the one that most rows of the file name wins', () => {
  const phones = ['0221 2210', '0512 5360', '0664 1234567'];
  const inFile = (...countries: string[]) => {
    const suggester = new CountrySuggester(['AT']);
    for (const country of countries) suggester.add({ phone: undefined, numberValid: false, country });
    for (const phone of phones) suggester.add({ phone, numberValid: false, country: undefined });
    return suggester.suggestions().map(({ country }) => country);
  };
  expect(inFile('Austria', 'Germany', 'Germany')[0]).toBe('DE');
  expect(inFile('Germany', 'Austria', 'Austria')[0]).toBe('AT');
});

test('a country that makes no number valid is not suggested', () => {
  expect(suggested(['12', '7'])).toEqual([]);
});

test('of very many numbers a sample is read', () => {
  const phones = Array.from({ length: 12_000 }, (_, n) => `(212) ${200 + (n % 700)}-${1000 + (n % 9000)}`);
  const [best] = suggested(phones);
  expect(best).toMatchObject({ country: 'US', of: 5_000, isSample: true });
  expect(best?.valid).toBeGreaterThan(4_500);
});

test('the sample does not keep the text of the file alive', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const suggester = new CountrySuggester([]);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let piece = 0; piece < 1000; piece++) {
    const text = `07400 ${String(piece).padStart(6, '0')},`.repeat(5000);
    suggester.add({ phone: text.slice(0, 13), numberValid: false, country: undefined });
    suggester.add({ phone: undefined, numberValid: false, country: text.slice(14, 40) });
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  expect(suggester.localPhones).toBe(1000);
});
