import { expect, test } from 'vitest';
import { SeenIdentities } from './seen-identities.ts';

const MIB = 2 ** 20;

function addAll(seen: SeenIdentities, rows: number): number {
  let taken = 0;
  for (let row = 0; row < rows; row++) {
    if (seen.add(`lead-${row}@example.com`)) taken++;
    if (seen.add(`+4474001${row}`)) taken++;
  }
  return taken;
}

test('an identity that was added is always recognized, and few others are taken for one', () => {
  const seen = new SeenIdentities(100_000);
  expect(addAll(seen, 100_000)).toBeLessThan(600);
  expect(addAll(seen, 100_000)).toBe(200_000);
});

test('the identities of any file take at most 16 MiB', () => {
  expect(new SeenIdentities(1).bytes).toBe(8 * 1024);
  expect(new SeenIdentities(1_000_000).bytes).toBe(8 * MIB);
  expect(new SeenIdentities(100_000_000).bytes).toBe(16 * MIB);
});

test('more identities than the filter was made for are still recognized', () => {
  const seen = new SeenIdentities(1);
  addAll(seen, 50_000);
  expect(addAll(seen, 50_000)).toBe(100_000);
});
