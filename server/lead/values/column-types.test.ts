import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createStyleInference,
  DEFAULT_STYLE,
  inferableColumns,
  isUnsureDate,
  styleOfColumn,
} from './column-types.ts';

function styleOf(kind: 'date' | 'number', values: string[]) {
  const inference = createStyleInference(['Other', 'It'], { It: kind });
  inference.observe(values.map((value, at) => ({ number: at + 2, cells: ['13/12/11', value] })));
  return inference.result()['It'];
}

test('one unambiguous date decides the order of its column', () => {
  expect(styleOf('date', ['01/02/2024', '04/13/2024', '', 'x'])?.dateOrder).toBe('mdy');
  expect(styleOf('date', ['01/02/2024', '13/04/2024'])?.dateOrder).toBe('dmy');
});

test('the majority decides, and day first where nothing does', () => {
  expect(styleOf('date', ['04/13/2024', '04/14/2024', '13/04/2024'])?.dateOrder).toBe('mdy');
  expect(styleOf('date', ['04/13/2024', '13/04/2024'])?.dateOrder).toBe('dmy');
  expect(styleOf('date', ['01/02/2024', '2024-03-13'])?.dateOrder).toBe('dmy');
});

test.each([
  [['25-11-03', '25-10-28', '25-12-30', '24-12-31'], 'ymd', []],
  [['23/01/05', '23/02/07', '22/12/11'], 'ymd', []],
  [['99.12.31', '01.02.03'], 'ymd', []],
  [['03-11-25', '28-10-25'], 'dmy', []],
  [['05.06.24', '12.07.24', '20.08.23'], 'dmy', []],
  [['8/23/22', '11/30/22'], 'mdy', []],
  [['8/23/22', '30/11/22', '05/06/22'], 'dmy', ['mdy', 'ymd']],
  [['05/06/2024', '07/08/2024'], 'dmy', ['mdy']],
  [['01/12/2099', '12/01/2020'], 'dmy', ['mdy']],
  [['2024-03-13'], 'dmy', []],
])('the order of %j is %s, or %j', (values, order, rivals) => {
  const style = styleOf('date', values);
  expect([style?.dateOrder, style?.rivals ?? []]).toEqual([order, rivals]);
});

test('a date is unsure where the orders of its column mean two days', () => {
  const style = { ...DEFAULT_STYLE, rivals: ['mdy' as const] };
  const unsure = (text: string) => isUnsureDate(text, style);
  expect(['05/06/2024', '05/05/2024', '13/04/2024', '2024-05-06', 'x'].map(unsure)).toEqual([
    ...[true, false, false, false, false],
  ]);
  expect(isUnsureDate('05/06/2024', DEFAULT_STYLE)).toBe(false);
});

test('the decimal sign of a column', () => {
  expect(styleOf('number', ['1.234', '12,50'])?.decimal).toBe(',');
  expect(styleOf('number', ['1.234', '12.5', '$3'])?.decimal).toBe('.');
  expect(styleOf('number', ['€ 1.234,00', '1.234'])?.decimal).toBe(',');
  expect(styleOf('number', ['500', ''])?.decimal).toBe('.');
});

test('with nothing else to go by, a lone sign before three digits groups thousands', () => {
  expect(styleOf('number', ['1.234', '2.500', '80'])?.decimal).toBe(',');
  expect(styleOf('number', ['1,234', '2,500'])?.decimal).toBe('.');
  expect(styleOf('number', ['1,234', '2.500'])?.decimal).toBe('.');
});

test('the result does not depend on order or batches', () => {
  const cell = fc.constantFrom(
    '13/04/2024',
    '04/13/2024',
    '01/01/2024',
    '1.234',
    '1,234',
    '1,50',
    '1.50',
    'x',
    '',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), fc.nat(), (cells, cut) => {
      const rows = cells.map((row, at) => ({ number: at, cells: [...row] }));
      const results = [[rows], [rows.slice(0, cut % 7), rows.slice(cut % 7)], [rows.toReversed()]].map(
        (batches) => {
          const inference = createStyleInference(['D', 'N'], { D: 'date', N: 'number' });
          for (const batch of batches) inference.observe(batch);
          return inference.result();
        },
      );
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    }),
  );
});

test('types are inferred for date, amount and number columns only', () => {
  const mapping = {
    A: 'depositAmount',
    D: 'depositDate',
    E: 'email',
    N: 'custom:Age',
    B: 'custom:Born',
    T: 'custom:Note',
  };
  const fields = [
    { name: 'Age', type: 'number' as const, required: false },
    { name: 'Born', type: 'date' as const, required: false },
    { name: 'Note', type: 'text' as const, required: false },
  ];
  expect(inferableColumns(mapping, fields)).toEqual({ A: 'money', D: 'date', N: 'number', B: 'date' });
  expect(inferableColumns({ ...mapping, C: 'currency' }, fields)).toMatchObject({ A: 'number' });
});

test('a column that was not inferred has the default style', () => {
  expect(styleOfColumn({}, 'toString')).toEqual(DEFAULT_STYLE);
});
