import { expect, it } from 'vitest';
import { lengthOf, periodDays } from './period.ts';

const TODAY = '2026-03-01';
const CUSTOM = { choice: 'custom', from: '', to: '' } as const;

it.each([
  [
    { ...CUSTOM, choice: '7' },
    { from: '2026-02-23', to: TODAY },
  ],
  [
    { ...CUSTOM, choice: '30' },
    { from: '2026-01-31', to: TODAY },
  ],
  [CUSTOM, null],
  [{ ...CUSTOM, from: '2026-02-01' }, null],
  [{ ...CUSTOM, from: '2026-02-02', to: '2026-02-01' }, null],
  [
    { ...CUSTOM, from: '2026-02-01', to: '2026-02-01' },
    { from: '2026-02-01', to: '2026-02-01' },
  ],
] as const)('makes days of %j', (period, days) => {
  expect(periodDays(period, TODAY)).toEqual(days);
});

it('counts both days', () => {
  expect(lengthOf({ from: '2026-02-27', to: '2026-03-01' })).toBe(3);
});
