import { expect, test } from 'vitest';
import { builtInFormat, formatOfCode } from './number-format.ts';

test.each([
  'dd/mm/yyyy',
  'yyyy-mm-dd;@',
  '[$-409]d-mmm-yy',
  'h:mm AM/PM',
  '"on" d. mmmm',
  '[$-F800]dddd\\, mmmm dd\\, yyyy',
  'mm:ss.0',
  '[Red]yyyy',
])('%s is a date', (code) => {
  expect(formatOfCode(code)).toBe('date');
});

test.each([
  'General',
  '[Red]0.00',
  '"days" 0',
  '0.00E+00',
  '#,##0.00 [$€-407]',
  '0\\d',
  '_-* #,##0_-',
  '0.00;[Red]"d"',
  '@',
  '[>=1000]0',
  '000-00-0000',
])('%s is no date', (code) => {
  expect(formatOfCode(code)).toBe('plain');
});

test('elapsed time and zeros to pad to', () => {
  expect(formatOfCode('[h]:mm:ss')).toBe('elapsed');
  expect(formatOfCode('00000')).toEqual({ digits: 5 });
  expect(formatOfCode('0')).toBe('plain');
});

test('built-in formats', () => {
  expect([0, 1, 9, 11, 14, 22, 37, 45, 46, 49].map(builtInFormat)).toEqual([
    'plain',
    'plain',
    'plain',
    'plain',
    'date',
    'date',
    'plain',
    'date',
    'elapsed',
    'plain',
  ]);
});
