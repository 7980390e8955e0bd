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

test('the widest header of one name is named in linear time', () => {
  // A hundred headers, because searching each number from 2 on takes 17 seconds for one of them.
  for (let times = 0; times < 100; times += 1) {
    const names = nameColumns(
      Array.from({ length: 16_384 }, () => 'n'),
      16_384,
    );
    expect([names[0], names[1], names.at(-1)]).toEqual(['n', 'n (2)', 'n (16384)']);
  }
});

test('a name that objects cannot have as a key is numbered', () => {
  expect(nameColumns(['__proto__', 'a', '__proto__', 'constructor'], 4)).toEqual([
    '__proto__ (2)',
    'a',
    '__proto__ (3)',
    'constructor',
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
