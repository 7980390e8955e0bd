import { expect, test } from 'vitest';
import { CopyText } from './copy-text.ts';

const COLUMNS = ['a', 'b'] as const;

function textOf(
  rows: readonly Parameters<CopyText<'a' | 'b'>['add']>[0][],
  text = new CopyText(COLUMNS),
): string {
  for (const row of rows) text.add(row);
  return Buffer.concat(text.take()).toString();
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

test('each time it is taken the numbers begin anew', () => {
  const text = new CopyText(COLUMNS);
  expect([textOf([{ a: 'x' }], text), textOf([{ a: 'y' }], text), textOf([], text)]).toEqual([
    '0\tx\t\\N\n',
    '0\ty\t\\N\n',
    '',
  ]);
});
