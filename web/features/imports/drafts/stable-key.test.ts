import { expect, it } from 'vitest';
import { stableKey } from './stable-key.ts';

it('ignores the order of members and nothing else', () => {
  expect(stableKey({ a: 1, b: { c: [1, { d: 2, e: null }] } })).toBe(
    stableKey({ b: { c: [1, { e: null, d: 2 }] }, a: 1 }),
  );
  expect(stableKey({ a: [1, 2] })).not.toBe(stableKey({ a: [2, 1] }));
  expect(stableKey({ a: 1 })).not.toBe(stableKey({ a: '1' }));
});
