import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_NUMBERS, phoneTexts } from '#tests/support/phone-texts.ts';
import { readSingleNumber } from './read-number.ts';
import { repairedNumber } from './repair-number.ts';

const brief = (text: string, region: string | null) => {
  const { phone, valid, fault } = repairedNumber(text, region);
  return [phone, valid, fault?.code ?? null];
};

test.each([
  // The zero belongs to the number.
  ['612345678', 'IT', '+390612345678'],
  ['707123456', 'CI', '+2250707123456'],
  // Half the trunk prefix is gone: 06 1 234 5678.
  ['612345678', 'HU', '+3612345678'],
  ['7911123456.0', 'GB', '+447911123456'],
  ['447911123456', 'GB', '+447911123456'],
  ['4.47911123456E+11', 'GB', '+447911123456'],
  ['4,47911123456e11', 'GB', '+447911123456'],
  ['7.911123456E+09', 'GB', '+447911123456'],
  ['6.12345678E+08', 'IT', '+390612345678'],
  // Also valid as fixed lines of Leer and of Sumatra, but longer than any that exist there.
  ['491701234567', 'DE', '+491701234567'],
  ['4.91701234567E+11', 'DE', '+491701234567'],
  ['62812345678', 'ID', '+62812345678'],
  ['4912345678', 'DE', '+494912345678'],
])('%s in %s is %s', (text, region, number) => {
  expect(brief(text, region)).toEqual([number, true, null]);
});

test.each([
  ['4.47E+11', 'GB', '4.47E+11', 'excel_number'],
  ['-1.2E+10', 'GB', '-1.2E+10', 'excel_number'],
  ['4.11111111111111E+15', 'GB', '4111111111111110', 'excel_precision'],
  // A + makes it valid, but its country is unknown or contradicts that.
  ['447911123456', null, '447911123456', 'phone_prefix'],
  ['447911123456', 'AQ', '447911123456', 'phone_prefix'],
  ['4.47911123456E+11', null, '447911123456', 'phone_prefix'],
  ['447911123456', 'US', '447911123456', 'phone_prefix'],
  // After a zero it is Italian, after a + Danish.
  ['4534412345', 'IT', '4534412345', 'phone_prefix'],
  ['2026-05-01', 'GB', '2026-05-01', 'excel_date'],
  ['01-May', null, '01-May', 'excel_date'],
  ['12345', 'US', '12345', null],
  // After a zero it would be Italian, as almost any digits are.
  ['12345', 'IT', '12345', null],
  ['07700 900123', null, '07700 900123', null],
  ['12 03 2024', null, '12 03 2024', null],
  ['n/a', 'GB', 'n/a', null],
])('%s in %s is kept as %s', (text, region, phone, code) => {
  expect(brief(text, region)).toEqual([phone, false, code]);
});

test('a number of Emden without its zero, or of Düsseldorf without its +, stays and is reported', () => {
  expect(brief('492112345678', 'DE')).toEqual(['+49492112345678', true, 'phone_prefix']);
  expect(brief('0492112345678', 'DE')).toEqual(['+49492112345678', true, null]);
});

test('an extension is dropped and said so', () => {
  expect(brief('020 7946 0958 x12', 'GB')).toEqual(['+442079460958', true, 'phone_extension']);
});

describe('the example number of every region', () => {
  /** Returns a number as a spreadsheet leaves it after reading it as a number. */
  const damaged = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

  test.each(EXAMPLE_NUMBERS.map((number) => [number.country ?? '', number] as const))(
    '%s, damaged, is the same number with its country, or reported',
    (region, number) => {
      const international = [number.number, number.number.replace('+', '00')];
      // In Gabon the seven digits after the zero are also a valid number.
      for (const written of region === 'GA' ? international : [number.formatNational(), ...international]) {
        const { phone, fault } = repairedNumber(damaged(written), region);
        expect([written, phone, fault]).toEqual([written, number.number, null]);
      }
    },
  );

  test('without a country is never another one', () => {
    for (const number of EXAMPLE_NUMBERS) {
      expect(brief(damaged(number.number), null)).toEqual([damaged(number.number), false, 'phone_prefix']);
      expect(brief(damaged(number.formatNational()), null)[1]).toBe(false);
    }
  });
});

test('what is valid as it stands stays, save for its +, and what is fixed has its zero back', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (first, seed) => {
      let state = seed;
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state / 2 ** 32 + first) % 1;
      };
      const { text, region } = phoneTexts(random).next().value;
      const { loss: _before, ...before } = readSingleNumber(text, region);
      const { fault: _after, ...reading } = repairedNumber(text, region);
      const numberOf = (written: string, country: string | null) => {
        const { loss: _loss, ...number } = readSingleNumber(written, country);
        return number;
      };
      const withPlus = numberOf(`+${text}`, null);
      if (withPlus.valid && reading.phone === withPlus.phone) expect(reading).toEqual(withPlus);
      else if (reading.valid && text.includes('(0)')) {
        expect([before, numberOf(text.replace('(0)', ''), region)]).toContainEqual(reading);
      } else if (before.valid) expect(reading).toEqual(before);
      else if (reading.valid) {
        const withoutMobileOne = text.replace(/^\s*(\+|00)?\s*52[\s.-]*1/, '+52');
        expect([numberOf(`0${before.phone}`, region), numberOf(withoutMobileOne, null)]).toContainEqual(
          reading,
        );
      } else expect(reading).toEqual(before);
    }),
    { numRuns: 2_000 },
  );
});
