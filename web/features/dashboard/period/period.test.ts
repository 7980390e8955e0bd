import { expect, it } from 'vitest';
import { daysProblem, lengthOf, queryOfPeriod, readPeriod, searchOfPeriod } from './period.ts';

const TODAY = '2026-03-01';

it.each([
  ['7d', { from: '2026-02-23', to: TODAY }],
  ['30d', { from: '2026-01-31', to: TODAY }],
  ['90d', { from: '2025-12-02', to: TODAY }],
  ['month', { from: '2026-03-01', to: TODAY }],
  ['last-month', { from: '2026-02-01', to: '2026-02-28' }],
  ['year', { from: '2026-01-01', to: TODAY }],
  ['all', { period: 'all' }],
] as const)('asks for the days of %s', (preset, query) => {
  expect(queryOfPeriod({ preset }, TODAY)).toEqual(query);
});

it('has the last month across the end of a year', () => {
  expect(queryOfPeriod({ preset: 'last-month' }, '2026-01-31')).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  });
});

it.each([
  [{}, { preset: '30d' }],
  [{ period: 'year' }, { preset: 'year' }],
  [{ period: 'decade' }, { preset: '30d' }],
  [
    { from: '2026-02-01', to: '2026-02-01' },
    { preset: 'custom', from: '2026-02-01', to: '2026-02-01' },
  ],
  [{ from: '2026-02-01' }, { preset: '30d' }],
  [{ from: '2026-02-30', to: '2026-03-01' }, { preset: '30d' }],
  [{ period: '7d', from: '2026-02-02', to: '2026-02-01' }, { preset: '7d' }],
])('reads %j in a URL', (search, period) => {
  expect(readPeriod(search)).toEqual(period);
});

it('writes what it reads, and nothing for the last 30 days', () => {
  expect(searchOfPeriod({ preset: '30d' })).toEqual({ period: undefined, from: undefined, to: undefined });
  for (const period of [
    { preset: 'all' },
    { preset: 'custom', from: '2026-02-01', to: '2026-02-03' },
  ] as const) {
    expect(readPeriod(searchOfPeriod(period))).toEqual(period);
  }
});

it('says what is wrong with days', () => {
  expect(daysProblem({ from: '', to: TODAY })).toBe('Choose a first and a last day.');
  expect(daysProblem({ from: '2026-03-02', to: TODAY })).toBe("The first day can't be after the last.");
  expect(daysProblem({ from: '2010-01-01', to: TODAY })).toBe('Choose at most 10 years.');
  expect(daysProblem({ from: TODAY, to: TODAY })).toBeNull();
});

it('counts both days', () => {
  expect(lengthOf({ from: '2026-02-27', to: '2026-03-01' })).toBe(3);
});
