import { expect, test } from 'vitest';
import { countText, dayText, groupedNumber } from './message-text.ts';

test('numbers are grouped, and nouns follow their count', () => {
  expect(groupedNumber(1_048_575)).toBe('1,048,575');
  expect([0, 1, 12_345].map((count) => countText(count, 'lead'))).toEqual([
    '0 leads',
    '1 lead',
    '12,345 leads',
  ]);
});

test('days are those in UTC', () => {
  expect(dayText(new Date('2026-01-04T23:59:59Z'))).toBe('Jan 4, 2026');
  expect(dayText(new Date('2026-12-31T00:00:00Z'))).toBe('Dec 31, 2026');
});
