import { expect, it } from 'vitest';
import { dateTicks, tickFormat } from './time-chart.tsx';

const daysOf = (...days: string[]) => days.map((day) => ({ from: day, to: day }));
const MARCH = daysOf(
  ...Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`),
);

it('labels the latest step and as many before it as have room', () => {
  expect(dateTicks(MARCH, 310, 60)).toEqual([
    '2026-03-03',
    '2026-03-10',
    '2026-03-17',
    '2026-03-24',
    '2026-03-31',
  ]);
  expect(dateTicks(MARCH, 3100, 60)).toHaveLength(31);
  expect(dateTicks(MARCH, 20, 60)).toEqual(['2026-03-31']);
  expect(dateTicks([], 310, 60)).toEqual([]);
});

it('names days, and months with their year for months and for weeks of several years', () => {
  expect(tickFormat(MARCH, 'day')('2026-03-31')).toBe('Mar 31');
  expect(tickFormat(MARCH, 'month')('2026-03-01')).toBe('Mar 2026');
  expect(tickFormat(daysOf('2025-12-29', '2026-01-05'), 'week')('2026-01-05')).toBe('Jan 2026');
});
