import { expect, test } from 'vitest';
import { shiftOf } from './answers.ts';

const answers = (same: number, different: number, bits: number) => [
  ...Array.from({ length: same }, () => ({ bits, isSame: true })),
  ...Array.from({ length: different }, () => ({ bits, isSame: false })),
];

test('answers as expected shift nothing, and none do neither', () => {
  expect(shiftOf([])).toBe(0);
  expect(shiftOf(answers(90, 10, Math.log2(9)))).toBeCloseTo(0, 3);
});

test('many answers bring the odds to what people found, few stay close to the model', () => {
  const odds = (same: number, different: number) => 4 + shiftOf(answers(same, different, 4));
  expect(odds(500, 500)).toBeCloseTo(0, 1);
  expect(odds(1, 1)).toBeGreaterThan(1);
  expect(odds(1, 1)).toBeLessThan(4);
});

test('confirmed pairs raise the odds by one bit at most', () => {
  expect(shiftOf(answers(20, 0, 3))).toBeGreaterThan(0);
  expect(shiftOf(answers(10_000, 0, 1))).toBeLessThanOrEqual(1);
  expect(shiftOf(answers(0, 10_000, 12))).toBeGreaterThanOrEqual(-10);
});
