import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fingerprint, fingerprintOf, IdentityTable } from './identity-table.ts';

/** Returns a fingerprint with these words in the first part; its last word is made odd. */
function fingerprintWith([one = 0, two = 0, three = 0, four = 0]: readonly number[]): Fingerprint {
  return Int32Array.of(one, two, three, four | 1, 0);
}

describe('a table of identities', () => {
  test('is a set', () => {
    const identity = fc.oneof(fc.emailAddress(), fc.integer({ min: 0, max: 400 }).map(String));
    fc.assert(
      fc.property(fc.array(identity, { maxLength: 400 }), (identities) => {
        const table = new IdentityTable();
        const set = new Set<string>();
        for (const one of identities) {
          expect(table.has(fingerprintOf(one))).toBe(set.has(one));
          table.add(fingerprintOf(one));
          set.add(one);
          expect(table.has(fingerprintOf(one))).toBe(true);
          expect(table.size).toBe(set.size);
        }
      }),
    );
  });

  test('keeps all it was given however often it grows', () => {
    const table = new IdentityTable();
    const nth = (n: number) => fingerprintOf(`lead-${n}@example.com`);
    for (let n = 0; n < 100_000; n++) table.add(nth(n));
    expect(table.size).toBe(100_000);
    const found = Array.from({ length: 200_000 }, (_, n) => table.has(nth(n)));
    expect(found.indexOf(false)).toBe(100_000);
    expect(found.lastIndexOf(true)).toBe(99_999);
  });

  test('takes at most 27 bytes for each', () => {
    const table = new IdentityTable();
    for (let n = 0; n < 300_000; n++) table.add(fingerprintOf(String(n)));
    expect(table.bytes / table.size).toBeGreaterThan(16);
    expect(table.bytes / table.size).toBeLessThan(27);
  });

  test('tells fingerprints apart that belong into the same slot, the last one too', () => {
    const table = new IdentityTable();
    const words = [0, 1, 0xffff_ffff].flatMap((first) =>
      Array.from({ length: 40 }, (_, n) => [first, n, n % 3, 2 * n + 1]),
    );
    for (const one of words) {
      expect(table.has(fingerprintWith(one))).toBe(false);
      table.add(fingerprintWith(one));
    }
    expect(words.every((one) => table.has(fingerprintWith(one)))).toBe(true);
    expect(table.size).toBe(words.length);
    expect(table.has(fingerprintWith([0, 0, 1, 1]))).toBe(false);
    expect(table.has(fingerprintWith([0xffff_ffff, 50, 0, 101]))).toBe(false);
  });

  test('takes a fingerprint of nothing but zeros', () => {
    const table = new IdentityTable();
    expect(table.has(fingerprintWith([]))).toBe(false);
    table.add(fingerprintWith([]));
    expect(table.has(fingerprintWith([]))).toBe(true);
    expect(table.size).toBe(1);
  });
});

test('a fingerprint has the words and the part of the SHA-256', () => {
  const digest = createHash('sha256').update('ada@example.com').digest();
  const words = [4, 8, 12, 16].map((at) => digest.readInt32LE(at));
  expect([...fingerprintOf('ada@example.com')]).toEqual([
    ...words.slice(0, 3),
    (words[3] ?? 0) | 1,
    digest[0],
  ]);
});
