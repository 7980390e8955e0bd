import { expect, test } from 'vitest';
import { durationText } from '../record/writes.ts';

test.each([
  [-5, '0.0s'],
  [0, '0.0s'],
  [449, '0.4s'],
  [9_940, '9.9s'],
  [10_000, '10s'],
  [59_400, '59s'],
  [59_600, '1m 0s'],
  [72_000, '1m 12s'],
  [3_599_400, '59m 59s'],
  [3_600_000, '1h 0m'],
  [3_720_000, '1h 2m'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
