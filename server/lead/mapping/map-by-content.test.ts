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

test.each([
  ['dates', ['01.06.2015', '02.07.2016', '03.08.2017', '04.09.2018']],
  ['ISO dates', ['2021-01-10', '2021-01-11', '2021-01-12']],
  ['compact dates', ['20210110', '20210111', '20210112']],
  ['IP addresses', ['192.168.1.1', '10.0.0.12', '172.16.254.1']],
  ['case ids', ['101004155594', '101004155595', '101004155599']],
  ['Unix times', ['1699012800', '1699012801', '1699099200']],
  ['amounts', ['100000.50', '250000.75', '1234567.00']],
  ['grouped amounts', ['1 000 000', '2 500 000']],
  ['numbers', ['303190000', '303190001', '303190002']],
  ['one bare number', ['6082719014']],
])('%s are no phones', (_name, cells) => {
  expect(mapByContent(['a'], rows(...cells.map((cell) => [cell])))).toEqual({});
});

test.each([
  ['international', ['+49 151 23456701', '+44 7400 123456']],
  ['German', ['0151 23456701', '030/901820', '0171-2345678']],
  ['American', ['608-271-9014', '(201) 555-0123']],
  ['bare American', ['6082719014', '2015550123', '4165550124']],
  ['French', ['06 12 34 56 78', '0142685300']],
  ['Spanish', ['612 345 678', '912 345 678']],
])('%s numbers are phones', (_name, cells) => {
  expect(mapByContent(['a'], rows(...cells.map((cell) => [cell])))).toEqual({ a: 'phone' });
});
