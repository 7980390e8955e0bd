import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueParts } from './value-parts.ts';

const parts = (values: string[]) =>
  valueParts(values).map(({ before, differing, after }) => [before, differing, after]);

it('finds the part of values that differs', () => {
  expect(parts(['ana@one.example', 'ana@two.example'])).toEqual([
    ['ana@', 'one', '.example'],
    ['ana@', 'two', '.example'],
  ]);
  expect(parts(['Ana', 'Anna'])).toEqual([
    ['An', '', 'a'],
    ['An', 'n', 'a'],
  ]);
  expect(parts(['Leo', 'Mia', ''])).toEqual([
    ['', 'Leo', ''],
    ['', 'Mia', ''],
    ['', '', ''],
  ]);
});

it('loses nothing of any value', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (values) => {
      expect(valueParts(values).map((part) => part.before + part.differing + part.after)).toEqual(values);
    }),
  );
});
