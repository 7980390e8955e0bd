import { expect, it } from 'vitest';
import { chartWindowDays, daysUpTo, importedRows, importTotals } from './import-days.ts';

const day = (name: string, imported = 1) => ({ day: name, imports: 1, imported, updated: 2 });

it('names every day of the window, over the end of a month and of a leap year’s February', () => {
  const days = daysUpTo('2028-03-01', [day('2028-02-29', 7)], 3);
  expect(days.map((one) => one.day)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(days.map(importedRows)).toEqual([0, 9, 0]);
});

it('leaves days before the window out', () => {
  expect(importTotals(daysUpTo('2026-06-30', [day('2026-01-01'), day('2026-06-30', 5)], 30))).toEqual({
    imports: 1,
    imported: 5,
    updated: 2,
  });
});

it('spans 30 days while nothing is older, 90 otherwise', () => {
  expect(chartWindowDays('2026-06-30', [])).toBe(30);
  expect(chartWindowDays('2026-06-30', [day('2026-06-01')])).toBe(30);
  expect(chartWindowDays('2026-06-30', [day('2026-05-31'), day('2026-06-30')])).toBe(90);
});
