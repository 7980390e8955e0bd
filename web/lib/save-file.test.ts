import { expect, it } from 'vitest';
import { fileName } from './save-file.ts';

it.each([
  ['attachment; filename="leads-export-2026-01-31.csv"', 'leads-export-2026-01-31.csv'],
  ['attachment; filename=invalid-phones-2026-01-31.csv', 'invalid-phones-2026-01-31.csv'],
  ["attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%27a%27%20-%20report.csv", "Größe 'a' - report.csv"],
  [`attachment; filename="plain.csv"; filename*=UTF-8''%E2%82%AC.csv`, '€.csv'],
  ['attachment', ''],
  [null, ''],
])('reads the name of %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name);
});
