import { expect, test } from 'vitest';
import { mapByContent } from './map-by-content.ts';

const rows = (...cells: string[][]) => cells.map(([a = '', b = '', c = '']) => ({ a, b, c }));

test('columns of email addresses and phone numbers are told by their values', () => {
  const people = rows(
    ['Ada', '+44 20 7946 0018', 'ada@example.com'],
    ['Bob', '020 7946 0019', ''],
    ['Cy', '', 'cy@example.com'],
  );
  expect(mapByContent(['a', 'b', 'c'], people)).toEqual({ b: 'phone', c: 'email' });
});

test('each field takes the first column, and mixed or empty columns none', () => {
  const mixed = rows(['a@example.com', 'b@example.com', ''], ['c@example.com', '020 7946 0018', '']);
  expect(mapByContent(['a', 'b', 'c'], mixed)).toEqual({ a: 'email' });
  expect(mapByContent(['a'], [])).toEqual({});
});
