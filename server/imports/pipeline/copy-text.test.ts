import { expect, test } from 'vitest';
import { copyText } from './copy-text.ts';

const COLUMNS = ['a', 'b'] as const;

function textOf(rows: Parameters<typeof copyText<'a' | 'b'>>[0]): string {
  return Buffer.concat(copyText(rows, COLUMNS)).toString();
}

test.each([
  [null, '\\N'],
  [undefined, '\\N'],
  ['plain', 'plain'],
  ['', ''],
  ['a\\b\tc\nd\re', 'a\\\\b\\tc\\nd\\re'],
  [true, 't'],
  [false, 'f'],
  [[], '{}'],
  [['x', 'y "z"', 'back\\slash'], '{"x","y \\\\"z\\\\"","back\\\\\\\\slash"}'],
  [{}, '{}'],
  [{ key: 'two\nlines' }, '{"key":"two\\\\nlines"}'],
])('%j', (value, text) => {
  expect(textOf([{ a: value, b: 'end' }])).toBe(`0\t${text}\tend\n`);
});

test('rows are numbered through all buffers', () => {
  const rows = Array.from({ length: 1_234 }, (_, index) => ({ a: `row ${index}` }));
  const lines = textOf(rows).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toEqual(rows.map(({ a }, index) => `${index}\t${a}\t\\N`));
});
