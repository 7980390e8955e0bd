import type { Comparison } from './comparison.ts';

/** Random pairs that the expected shares count as. */
export const EXPECTED_PAIRS = 1000;
/** True pairs that the expected shares of levels count as. */
export const EXPECTED_MATCHES = 30;

/** Returns the shares of true pairs that are expected before any data is seen. */
export function expectedOf(comparison: Comparison | undefined): number[] {
  return comparison?.levels.map(({ m }) => m) ?? [];
}

/** Returns the shares of counts, with expected shares that count as some more. */
export function shares(counts: readonly number[], expected: readonly number[], weight: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, weight);
  return counts.map((count, level) => (count + weight * (expected[level] ?? 0)) / total);
}

/** Returns a generator of numbers from 0 to 1 that repeats with its seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
