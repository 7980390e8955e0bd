import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, isoDateText, numberText, wholeText } from './number-text.ts';

test.each([
  [447700900123, '447700900123'],
  [4.47e11, '447000000000'],
  [0.1 + 0.2, '0.3'],
  [1234.5, '1234.5'],
  [-0.00000012, '-0.00000012'],
  [999999999999999, '999999999999999'],
  [1e21, '1.00000000000000E+21'],
  [2 ** 53 * 1.5, '1.35107988821115E+16'],
  [-4111111111111111, '-4.11111111111111E+15'],
  [999999999999999.9, '1.00000000000000E+15'],
  [-0, '0'],
  [1 / 3, '0.333333333333333'],
  [5e-324, `0.${'0'.repeat(323)}494065645841247`],
])('%d is written %s', (value, text) => {
  expect(decimalText(value)).toBe(text);
});

test('a number is written without an exponent below 10^15 and reads back to 15 digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(value);
      const isLong = Math.abs(Number(value.toPrecision(15))) >= 1e15;
      expect(text).toMatch(isLong ? /^-?\d\.\d{14}E\+\d+$/ : /^-?\d+(\.\d*[1-9])?$/);
      expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
    }),
  );
});

test.each([
  [45292, false, '2024-01-01'],
  [45292.75, false, '2024-01-01 18:00:00'],
  [45292.999999, false, '2024-01-02'],
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, '1900-02-29'],
  [61, false, '1900-03-01'],
  [0.5, false, '12:00:00'],
  [43830, true, '2024-01-01'],
  [2958465, false, '9999-12-31'],
  [2958466, false, '2958466'],
  [-1, false, '-1'],
])('%d as a date (1904: %s) is %s', (value, date1904, text) => {
  expect(numberText(value, 'date', date1904)).toBe(text);
});

test.each([
  ['447700900123', '447700900123'],
  ['100000000000000', '100000000000000'],
  ['1000000000000000', '1.00000000000000E+15'],
  ['4111111111111110', '4.11111111111111E+15'],
  ['4111111111111111', '4111111111111111'],
  ['12345678901234567890', '12345678901234567890'],
  ['12345678901234567000', '1.2345678901234567E+19'],
])('%s in a workbook is %s', (written, text) => {
  expect(wholeText(written)).toBe(text);
});

test('elapsed hours and padding', () => {
  expect(numberText(1.5, 'elapsed', false)).toBe('36:00:00');
  expect(numberText(501, { digits: 5 }, false)).toBe('00501');
  expect(numberText(123456, { digits: 5 }, false)).toBe('123456');
  expect(numberText(-5, { digits: 5 }, false)).toBe('-5');
});

test.each([
  ['2024-01-15', '2024-01-15'],
  ['2024-01-15T00:00:00', '2024-01-15'],
  ['2024-01-15T09:30:00.000Z', '2024-01-15 09:30:00'],
  ['soon', 'soon'],
])('the ISO date %s is %s', (written, text) => {
  expect(isoDateText(written)).toBe(text);
});
