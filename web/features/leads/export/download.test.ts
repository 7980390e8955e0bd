import { expect, it } from 'vitest';
import { fileName } from './download.ts';

it.each([
  ['attachment; filename="leads-export-2026-01-31.csv"', 'leads-export-2026-01-31.csv'],
  ['attachment; filename=invalid-phones-2026-01-31.csv', 'invalid-phones-2026-01-31.csv'],
  ['attachment', ''],
  [null, ''],
])('reads the name of %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name);
});
