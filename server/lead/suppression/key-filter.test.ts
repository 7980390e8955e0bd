import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyFilter } from './key-filter.ts';
import { KEY_BYTES } from './keys.ts';

const KEYS = 100_000;
const positions = Array.from({ length: KEYS }, (_, at) => at);
const passing = (filter: KeyFilter, keys: Buffer) =>
  positions.filter((at) => filter.mayHold(keys, at)).length;

test('a filter lets all its keys pass, and at most 0.5 % of others', () => {
  const [added, others] = [randomBytes(KEYS * KEY_BYTES), randomBytes(KEYS * KEY_BYTES)];
  const filter = KeyFilter.for(KEYS);
  expect(passing(filter, added)).toBe(0);
  filter.add(added.subarray(0, KEY_BYTES));
  filter.add(added.subarray(KEY_BYTES));
  const stored = new KeyFilter(Buffer.from(filter.bits));
  expect(passing(stored, added)).toBe(KEYS);
  expect(passing(stored, others)).toBeLessThan(KEYS * 0.005);
});

test('the first and the last possible key have a place', () => {
  const keys = Buffer.concat([Buffer.alloc(KEY_BYTES), Buffer.alloc(KEY_BYTES, 255)]);
  const filter = KeyFilter.for(1);
  filter.add(keys);
  expect([filter.mayHold(keys, 0), filter.mayHold(keys, 1)]).toEqual([true, true]);
});
