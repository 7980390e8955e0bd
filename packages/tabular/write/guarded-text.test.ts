import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecord } from './csv-records.ts';
import { guardedText, stripGuard } from './guarded-text.ts';

const FORMULA = /^[=+\-@＝＋－＠]/;

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['a,=1+1', "'a,'=1+1"],
  ['a;-1', "'a;'-1"],
  ['a\t@x', "'a\t'@x"],
  ['a\r\n＋1', "'a\r\n'＋1"],
  ["'=1", "''=1"],
  ["a;'=1", "'a;''=1"],
  ['+447400123456', '+447400123456'],
  ['a-b @ c = d', 'a-b @ c = d'],
  ['first, @second', "'first, '@second"],
  ['a;"=1;b', "'a;\"'=1;b"],
  ['a|＝1', "'a|'＝1"],
])('%j: is written as %j, and read back as it was', (text, written) => {
  expect(guardedText(text)).toBe(written);
  expect(stripGuard(written)).toBe(text);
});

const text = fc
  .array(
    fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      ',',
      ';',
      '\t',
      '\r',
      '\n',
      ' ',
      'a',
      '1',
    ),
    {
      maxLength: 12,
    },
  )
  .map((characters) => characters.join(''));

test.each(["a,'-b", "'Tis", "he said;'=no"])('%j, which no export wrote: stays as it is', (text) => {
  expect(stripGuard(text)).toBe(text);
});

test('any text: is read back as it was', () => {
  fc.assert(
    fc.property(text, (given) => {
      const written = guardedText(given);
      expect(stripGuard(written)).toBe(given);
    }),
    { numRuns: 5_000 },
  );
});

test('any text: wherever another delimiter ends a cell of it, the next one is no formula', () => {
  fc.assert(
    fc.property(text, (given) => {
      const cells = guardedText(given).split(/[,;|\t\r\n]/);
      expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

test('a record: quotes every cell', () => {
  expect(csvRecord(['1', 'Berlin', '', 'a;b', '-1'])).toBe(`"1","Berlin",,"a;b","'-1"\r\n`);
});
