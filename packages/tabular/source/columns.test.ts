import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameColumns } from './columns.ts';

test('repeated and empty names are told apart', () => {
  const header = ['Phone', '', 'Phone', ' Phone ', 'First\n name', ''];
  expect(nameColumns(header, 7)).toEqual([
    'Phone',
    'Column 2',
    'Phone (2)',
    'Phone (3)',
    'First name',
    'Column 6',
    'Column 7',
  ]);
});

test('a name that is made never takes one that is written', () => {
  expect(nameColumns(['a', 'a', 'a (2)', '', 'Column 4'], 5)).toEqual([
    'a',
    'a (3)',
    'a (2)',
    'Column 4 (2)',
    'Column 4',
  ]);
});

test('names are unique, keep the first written ones and do not depend on the width', () => {
  const name = fc.constantFrom('', 'a', 'a (2)', 'Column 1', 'Column 2', 'Column 2 (2)', ' a ');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), fc.nat(5), (header, more) => {
      const names = nameColumns(header, header.length + more);
      expect(new Set(names).size).toBe(header.length + more);
      expect(nameColumns(header, header.length)).toEqual(names.slice(0, header.length));
      for (const written of header.map((text) => text.trim()).filter((text) => text !== '')) {
        expect(names).toContain(written);
      }
    }),
  );
});

test('a name that is cut is still text', () => {
  expect(nameColumns([`${'n'.repeat(199)}😀`], 1)[0]?.isWellFormed()).toBe(true);
});
