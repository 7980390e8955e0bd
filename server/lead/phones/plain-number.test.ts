import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_NUMBERS, phoneTexts } from '#tests/support/phone-texts.ts';
import { planOfRegion, plansOfCallingCode } from './numbering-plans.ts';
import { hasTooManyDigits, readPlainNumber } from './plain-number.ts';

/** Reads a text with libphonenumber-js; returns null if it is no valid number. */
function byLibrary(text: string, region: Parameters<typeof readPlainNumber>[1]) {
  const options = { extract: false, ...(region !== null && { defaultCountry: region as 'DE' }) };
  const number = parsePhoneNumberFromString(text, options);
  return number?.isValid() && number.ext === undefined
    ? { number: number.number, region: number.country ?? null }
    : null;
}

describe('what is read is what the phone library reads', () => {
  test('for the example number of every region', () => {
    let read = 0;
    for (const example of EXAMPLE_NUMBERS) {
      const plain = readPlainNumber(example.number, null);
      if (plain === null) continue;
      read += 1;
      expect(plain).toEqual(byLibrary(example.number, null));
    }
    // The library handles the rest, which need more than removing a trunk prefix.
    expect(read / EXAMPLE_NUMBERS.length).toBeGreaterThan(0.9);
  });

  test('for 20,000 texts of all kinds', () => {
    let read = 0;
    let valid = 0;
    const texts = phoneTexts(mulberry(20_261_120));
    for (let count = 0; count < 20_000; count++) {
      const { text, region } = texts.next().value;
      const expected = byLibrary(text, region);
      const plain = readPlainNumber(text, region);
      if (expected !== null) valid += 1;
      if (plain === null) continue;
      read += 1;
      expect(plain, `${text} in ${region}`).toEqual(expected);
    }
    expect(valid).toBeGreaterThan(4_000);
    expect(read / valid).toBeGreaterThan(0.5);
  });
});

test('the phone library reads no number that has too many digits, and 3,000 of all countries have', () => {
  const random = mulberry(7);
  let tooMany = 0;
  for (const { number } of EXAMPLE_NUMBERS) {
    for (let count = 0; count < 60; count++) {
      const more = String(random()).slice(2, 3 + Math.floor(random() * 12));
      const digits = count % 2 === 0 ? `${number}${more}` : `${number.slice(0, 5)}${more}`;
      const { country = null } = parsePhoneNumberFromString(number) ?? {};
      const texts: [string, string | null][] = [
        [digits, null],
        [`0${digits.slice(4)}`, country],
        [digits.slice(3), country],
      ];
      for (const [text, region] of texts) {
        if (readPlainNumber(text, region) !== null || !hasTooManyDigits(text, region)) continue;
        tooMany += 1;
        expect(byLibrary(text, region), `${text} in ${region}`).toBeNull();
      }
    }
  }
  expect(tooMany).toBeGreaterThan(3_000);
});

test.each([
  ['+44 7400 123456', null, '+447400123456', 'GB'],
  ['(0)7400 123-456', 'GB', '+447400123456', 'GB'],
  ['+1 416.555.0123', null, '+14165550123', 'CA'],
])('%s in %s', (text, region, number, owner) => {
  expect(readPlainNumber(text, region)).toEqual({ number, region: owner });
});

test.each([
  ['12345', 'GB'],
  ['07400 123456', null],
  ['+44 7400 12345', null],
  ['+44 7400 123456 x12', null],
  ['٠٧٤٠٠١٢٣٤٥٦', 'GB'],
  ['+800 1234 5678', null],
  ['0'.repeat(60), 'GB'],
  ['', 'GB'],
  ['07400 123456', 'AQ'],
])('%s in %s is left to the library', (text, region) => {
  expect(readPlainNumber(text, region)).toBeNull();
});

test('regions without a plan and calling codes without a region have none', () => {
  expect([planOfRegion('AQ'), planOfRegion('constructor')]).toEqual([null, null]);
  expect([plansOfCallingCode('800'), plansOfCallingCode('constructor')]).toEqual([[], []]);
  expect(plansOfCallingCode('44').map(({ region }) => region)).toEqual(['GB', 'GG', 'IM', 'JE']);
});

/** Creates a small seeded random generator. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
