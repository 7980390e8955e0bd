import { expect, it } from 'vitest';
import { timeInTrash } from './trash-table.tsx';

const DELETED = '2026-03-01T12:00:00.000Z';

it.each([
  ['2026-03-01T12:00:00.000Z', '30 days', false],
  ['2026-03-02T11:00:00.000Z', '30 days', false],
  ['2026-03-02T13:00:00.000Z', '29 days', false],
  ['2026-03-28T12:00:00.000Z', '3 days', true],
  ['2026-03-30T13:00:00.000Z', '1 day', true],
  ['2026-03-31T12:00:00.000Z', 'Any time now', true],
  ['2026-04-01T02:00:00.000Z', 'Any time now', true],
])('at %s a lead has %s left', (now, text, isSoon) => {
  expect(timeInTrash(DELETED, Date.parse(now))).toEqual({ text, isSoon, endsAt: '2026-03-31T12:00:00.000Z' });
});
