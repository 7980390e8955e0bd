import { expect, test } from 'vitest';
import { periodOf, stepFor, stepStart, stepsOf } from './period.ts';

const TODAY = '2026-03-31';
const FIRST = '2024-05-17';

test('a period has the one of the same length before it, over the ends of months and years', () => {
  expect(periodOf({ from: '2026-03-01', to: '2026-03-31' }, TODAY, FIRST).before).toEqual({
    from: '2026-01-29',
    to: '2026-02-28',
  });
  expect(periodOf({ from: '2024-01-01', to: '2024-02-29' }, TODAY, FIRST).before).toEqual({
    from: '2023-11-02',
    to: '2023-12-31',
  });
});

test('the last 30 days by default, all time from the first day to today', () => {
  expect(periodOf({}, TODAY, FIRST)).toMatchObject({ from: '2026-03-02', to: TODAY });
  expect(periodOf({ period: 'all' }, TODAY, FIRST)).toMatchObject({ from: FIRST, to: TODAY });
  expect(periodOf({ period: 'all' }, TODAY, TODAY)).toMatchObject({ from: TODAY, to: TODAY });
});

test('steps are days, weeks or months, by the length', () => {
  expect(stepFor({ from: '2026-01-01', to: '2026-04-02' })).toBe('day');
  expect(stepFor({ from: '2026-01-01', to: '2026-04-03' })).toBe('week');
  expect(stepFor({ from: '2024-01-01', to: '2025-12-31' })).toBe('week');
  expect(stepFor({ from: '2024-01-01', to: '2026-01-01' })).toBe('month');
});

test('a week begins on Monday, also around Sunday', () => {
  expect(stepStart('2026-03-01', 'week')).toBe('2026-02-23');
  expect(stepStart('2026-03-02', 'week')).toBe('2026-03-02');
});

test('steps cover every day once and are cut to the period', () => {
  expect(stepsOf({ from: '2026-02-27', to: '2026-03-01' }, 'day')).toEqual([
    { from: '2026-02-27', to: '2026-02-27' },
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ]);
  expect(stepsOf({ from: '2026-03-04', to: '2026-03-17' }, 'week')).toEqual([
    { from: '2026-03-04', to: '2026-03-08' },
    { from: '2026-03-09', to: '2026-03-15' },
    { from: '2026-03-16', to: '2026-03-17' },
  ]);
  expect(stepsOf({ from: '2025-12-31', to: '2026-02-10' }, 'month')).toEqual([
    { from: '2025-12-31', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-10' },
  ]);
});

test('steps at the edges of the calendar: end with the period', () => {
  for (const step of ['day', 'week', 'month'] as const) {
    expect(stepsOf({ from: '9999-12-01', to: '9999-12-31' }, step).at(-1)?.to).toBe('9999-12-31');
    expect(stepsOf({ from: '0001-01-01', to: '0001-01-31' }, step)[0]?.from).toBe('0001-01-01');
  }
  expect(periodOf({ to: '0001-01-01' }, TODAY, FIRST)).toMatchObject({ from: '0001-01-01' });
  expect(periodOf({ to: '9999-12-31' }, TODAY, FIRST)).toMatchObject({ to: '9999-12-31' });
});
