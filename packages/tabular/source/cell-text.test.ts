import { expect, test } from 'vitest';
import { stripGuard } from '../write/guarded-text.ts';
import { isBlankCell, storable } from './cell-text.ts';

test.each(['=1+1', '+44 20', '-5', '@name', '\tx', '\rx'])('the guard before %j is stripped once', (cell) => {
  expect(stripGuard(`'${cell}`)).toBe(cell);
  expect(stripGuard(cell)).toBe(cell);
});

test.each(["'=1", "''=1", "'+44 20", "'''@"])(
  'of the apostrophes of %j, which a lead has, none is lost',
  (cell) => {
    expect(stripGuard(`'${cell}`)).toBe(cell);
  },
);

test.each(["'", "''", "'hello'", "''a=1", "O'Neil", ''])('the apostrophe of %j stays', (cell) => {
  expect(stripGuard(cell)).toBe(cell);
});

test('what the database cannot store is replaced', () => {
  expect(storable('a\0b\ud800c😀')).toBe('ab\ufffdc😀');
});

test('white space alone is blank', () => {
  expect([' \t\u00a0\n', '', '0'].map(isBlankCell)).toEqual([true, true, false]);
});
