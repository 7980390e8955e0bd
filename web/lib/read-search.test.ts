import { expect, it } from 'vitest';
import { oneOf, pageIn, textUpTo, uuidIn } from './read-search.ts';

it('reads what makes sense and drops the rest', () => {
  expect([oneOf('csv', ['csv']), oneOf('xls', ['csv']), oneOf(undefined, ['csv'])]).toEqual([
    'csv',
    undefined,
    undefined,
  ]);
  expect([textUpTo('abc', 3), textUpTo('abcd', 3), textUpTo('', 3), textUpTo(7, 3)]).toEqual([
    'abc',
    undefined,
    undefined,
    '7',
  ]);
  expect(['2', '1', '0', '-3', '2.5', 'two', undefined].map(pageIn)).toEqual([
    2,
    ...Array(6).fill(undefined),
  ]);
});

it.each([
  ['0199c0de-0000-7000-8000-000000000001', true],
  ['0199C0DE-0000-7000-8000-000000000001', true],
  ['0199c0de-0000-7000-8000-00000000000', false],
  [' 0199c0de-0000-7000-8000-000000000001', false],
  ['new', false],
])('takes %s for a UUID: %s', (text, expected) => {
  expect(uuidIn(text)).toBe(expected ? text : undefined);
});
