import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { literalOf, withLiterals } from './literals.ts';

test.each([
  ["O'Neil", "'O''Neil'"],
  ["\\'; DROP TABLE leads; --", " E'\\\\''; DROP TABLE leads; --'"],
  ['a\0b', "'a\ufffdb'"],
  ['$1', "'$1'"],
  [12.5, '12.5'],
  [true, 'true'],
  [null, 'NULL'],
  [['a', "b'"], "ARRAY['a', 'b''']"],
])('%j is written as %s', (value, literal) => {
  expect(literalOf(value)).toBe(literal);
});

test.each([[undefined], [Number.NaN], [{}]])('%j is refused', (value) => {
  expect(() => literalOf(value)).toThrow(TypeError);
});

test('parameters are put in their places, even those that look like places', () => {
  const tags = sql`tags && ${['x', '$1']}::text[]`;
  const statement = sql`select id from leads where email = ${'$2 $1'} and phone = ${"'"} and ${tags} limit ${5}`;
  expect(withLiterals(statement)).toBe(
    `select id from leads where email = '$2 $1' and phone = '''' and tags && ARRAY['x', '$1']::text[] limit 5`,
  );
});
