import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repairPostcode } from './repair-postcode.ts';

test.each([
  ['1067', 'DE', '01067'],
  ['1000', 'FR', '01000'],
  ['8001', 'ES', '08001'],
  ['144', 'IT', '00144'],
  ['2138', 'US', '02138'],
  ['501', 'US', '00501'],
  ['100', 'FI', '00100'],
  ['25', 'NO', '0025'],
  ['800', 'AU', '0800'],
  ['600001', 'JP', '0600001'],
  ['10001', 'RO', '010001'],
])('%s in %s is %s', (postcode, iso, repaired) => {
  expect(repairPostcode(postcode, iso)).toBe(repaired);
});

test.each([
  ['10115', 'DE'],
  ['106', 'DE'],
  ['01067', 'DE'],
  ['1067a', 'DE'],
  ['D-1067', 'DE'],
  ['', 'DE'],
  ['51', 'US'],
  ['2138-1234', 'US'],
  ['1010', 'AT'],
  ['800', 'DK'],
  ['100', 'IS'],
  ['1067', 'GB'],
  ['1067', 'constructor'],
])('%s in %s stays', (postcode, iso) => {
  expect(repairPostcode(postcode, iso)).toBe(postcode);
});

test('a postcode that a spreadsheet took for a number is the same again', () => {
  const lengths: [string, number, number][] = [
    ['DE', 5, 1],
    ['US', 5, 2],
    ['NO', 4, 2],
    ['SG', 6, 1],
    ['JP', 7, 1],
    ['BR', 8, 1],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...lengths),
      fc.nat(2),
      fc.nat(89_999_999),
      ([iso, digits, most], zeros, any) => {
        const significant = digits - Math.min(zeros, most);
        const postcode = String(any + 10_000_000)
          .slice(0, significant)
          .padStart(digits, '0');
        expect(repairPostcode(postcode, iso)).toBe(postcode);
        expect(repairPostcode(String(Number(postcode)), iso)).toBe(postcode);
      },
    ),
  );
});
