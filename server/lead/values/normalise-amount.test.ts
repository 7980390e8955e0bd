import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount } from './normalise-amount.ts';
import { decimalEvidence, readNumber } from './normalise-number.ts';

const AMOUNTS: Record<string, string[]> = {
  '1234.56': [
    '1.234,56',
    '1,234.56',
    '1 234,56',
    "1'234.56",
    '1’234,56',
    '1\u00a0234,56',
    '1\u202f234.56',
    '+1234.56',
  ],
  '1234.50': [
    '$1,234.50',
    '1.234,50 €',
    'US$ 1,234.5',
    'USD 1234.5',
    '1234,5eur',
    'R$ 1.234,50',
    '1 234,50 руб.',
  ],
  '1234567.89': ['12,34,567.89', '1.234.567,89', '₹12,34,567.89'],
  '1234567.00': ['1,234,567', '1.234.567', "1'234'567", '1 234 567'],
  '-123.45': [
    '(123.45)',
    '-123.45',
    '123,45-',
    '−123.45',
    '-$123.45',
    '$-123.45',
    '($123.45)',
    '(EUR 123,45)',
  ],
  '5.00': ['5', '5,-', '5.--', 'CHF 5.-', '5.', '005', '£5', '5 zł', 'kr. 5'],
  '0.50': ['.5', '0,5', '0.500', ',50'],
  '0.00': ['0', '-0', '0.004', '-0.004', '(0)'],
  '0.01': ['0.005', '0.0149', '0.01000000000000002'],
  '-0.01': ['-0.005', '(0.005)'],
  '1.00': ['0.995', '0.999'],
  '999999999999.99': ['999,999,999,999.99', '999999999999.994'],
};

test.each(Object.entries(AMOUNTS))('%s', (amount, texts) => {
  expect(texts.map((text) => [text, readAmount(text)])).toEqual(texts.map((text) => [text, amount]));
});

test.each([
  ...[
    '',
    ' ',
    '-',
    '$',
    'abc',
    '12%',
    '12.5 %',
    '5k',
    '1e5',
    '4.47E+11',
    '5 apples',
    '++5',
    '(5',
    '5)',
    '(-5)',
    '-5-',
  ],
  ...[
    '1.2.3',
    '1,23,4',
    '1.234,567.8',
    '1 2',
    '1,2,3',
    '1 234,567,8',
    'NaN',
    'Infinity',
    '0x10',
    '5 5',
    '1.234.56',
  ],
  ...['1234567890123', '999999999999.995', '9'.repeat(100)],
])('%j is no amount', (text) => {
  expect([readAmount(text, '.'), readAmount(text, ',')]).toEqual([null, null]);
});

test('a lone sign before three digits is decided by the column', () => {
  expect([readAmount('1.234', '.'), readAmount('1.234', ',')]).toEqual(['1.23', '1234.00']);
  expect([readAmount('1,234', '.'), readAmount('1,234', ',')]).toEqual(['1234.00', '1.23']);
  expect([readAmount('€1.235', '.'), readAmount('€1.235', ',')]).toEqual(['1.24', '1235.00']);
});

test('what a text tells of its decimal sign', () => {
  const texts = [
    '12,50',
    '12.5',
    '1.234,5',
    '1,234.5',
    '1.234.567',
    '0.500',
    '1.234',
    '1,234',
    '500',
    '1.2.3',
    'x.y',
  ];
  const told = [',', '.', ',', '.', ',', '.', 'ambiguous.', 'ambiguous,', null, null, null];
  expect(texts.map(decimalEvidence)).toEqual(told);
});

const GROUPS = [',', '.', ' ', "'", '\u00a0', ''];

test('every amount is read back from every style it is written in', () => {
  const style = fc.record({
    decimal: fc.constantFrom('.' as const, ',' as const),
    group: fc.constantFrom(...GROUPS),
    wrap: fc.constantFrom(
      ...[(text: string) => text, (text: string) => `€${text}`, (text: string) => `${text} USD`],
      ...[(text: string) => `kr ${text}`, (text: string) => `  ${text}  `],
    ),
    places: fc.constantFrom(0, 2),
  });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n) + 1n, max: 10n ** 14n - 1n }), style, (cents, written) => {
      const { decimal, wrap, places } = written;
      const group = written.group === decimal ? '' : written.group;
      const size = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
      const [whole, fraction] = [size.slice(0, -2), places === 0 ? '00' : size.slice(-2)];
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
      const minus = cents < 0n ? '-' : '';
      const text = wrap(`${minus}${grouped}${places === 0 ? '' : decimal + fraction}`);
      const zero = Number(whole) === 0 && fraction === '00';
      expect(readAmount(text, decimal)).toBe(`${zero ? '' : minus}${whole}.${fraction}`);
    }),
  );
});

test('rounding agrees with exact arithmetic on tenths of a cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (tenths) => {
      const digits = tenths.toString().padStart(4, '0');
      const cents = ((tenths + 5n) / 10n).toString().padStart(3, '0');
      const text = `${digits.slice(0, -3)}.${digits.slice(-3)}`;
      expect(readAmount(text, '.')).toBe(`${cents.slice(0, -2)}.${cents.slice(-2)}`);
    }),
  );
});

test('numbers of custom fields keep their digits or are refused', () => {
  expect([readNumber('1.5'), readNumber('1.234,5'), readNumber('-0'), readNumber('(2)')]).toEqual([
    1.5, 1234.5, 0, -2,
  ]);
  expect([readNumber('1234567890123456'), readNumber('1e5'), readNumber('x')]).toEqual([null, null, null]);
});

test('a whole number as it is written here is read as it is with blanks around it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(), fc.bigInt(0n, 10n ** 14n)), (number) => {
      expect(readAmount(String(number))).toBe(readAmount(` ${number} `));
      expect(readAmount(`0${number}`)).toBe(readAmount(` 0${number} `));
    }),
  );
});

test.each([
  ["CHF 1'000.—", '1000.00'],
  ['1.234,–', '1234.00'],
  ['€ 12,–', '12.00'],
  ['1 000,—', '1000.00'],
  ['1,234.--', '1234.00'],
  ['–5,50', '-5.50'],
])('%s is %s, whatever dash stands for the cents', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
