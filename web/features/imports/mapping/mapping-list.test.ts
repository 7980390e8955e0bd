import { expect, test } from 'vitest';
import { guessFieldType } from './mapping-list.tsx';

test.each([
  [['1', ' 2.5', '', '-1.234,50', '0', '0.5'], 'number'],
  [['01', '02'], 'text'],
  [['12345678901234567'], 'text'],
  [['2026-01-31', '2026-02-01 10:30'], 'date'],
  [['31.01.2026', '1/2/26'], 'date'],
  [['yes', 'No', ''], 'boolean'],
  [['ja', 'nein'], 'boolean'],
  [['yes', 'maybe'], 'text'],
  [['1', 'x'], 'text'],
  [['+49 171 2345681', '+4917123456'], 'text'],
  [['', ' '], 'text'],
])('the type of %j is %s', (values, type) => {
  expect(guessFieldType(values)).toBe(type);
});
