import { expect, it } from 'vitest';
import { timeLeft } from './draft-list.tsx';

const now = Date.parse('2026-03-01T12:00:00.000Z');

it.each([
  ['2026-03-08T12:00:00.000Z', '7 days left'],
  ['2026-03-08T11:59:30.000Z', '7 days left'],
  ['2026-03-03T12:00:00.000Z', '2 days left'],
  ['2026-03-02T12:00:00.000Z', '1 day left'],
  ['2026-03-02T11:59:00.000Z', '23 hours left'],
  ['2026-03-01T13:00:00.000Z', '1 hour left'],
  ['2026-03-01T12:59:00.000Z', 'expires within the hour'],
  ['2026-03-01T11:00:00.000Z', 'expires within the hour'],
])('%s is named %s', (until, text) => {
  expect(timeLeft(until, now)).toBe(text);
});
