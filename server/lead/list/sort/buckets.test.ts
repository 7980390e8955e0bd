import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMBEDDED_CONNECTIONS, sharesOf } from '../../../platform/db/connection-shares.ts';
import { startThreads } from '../../../platform/jobs/threads.ts';
import { assignBuckets, bucketCount, bucketOf, comparable, isMixed, type SortKey } from './buckets.ts';
import { inThreads } from './maintain-order.ts';
import { chooseThresholds } from './thresholds.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '日', '\ue000', '\uffff', '😀', '𝒜'),
  maxLength: 4,
});

function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

test('texts become comparable by code points', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [x = '', y = ''] = comparable([a, b]) as string[];
      expect(Math.sign(byCodePoints(a, b))).toBe(x === y ? 0 : x < y ? -1 : 1);
    }),
  );
});

test('buckets are in the order of their values, and only those between thresholds hold different ones', () => {
  const values = fc.oneof(
    fc.array(text, { minLength: 1, maxLength: 60 }),
    fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 60 }),
  );
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 9 }), (unsorted, perBucket) => {
      const sorted = (unsorted as (string | number)[]).toSorted((a, b) =>
        typeof a === 'string' ? byCodePoints(a, b as string) : a - (b as number),
      );
      const thresholds = chooseThresholds(sorted, 1, perBucket);
      const ascending = comparable(thresholds);
      expect(new Set(thresholds).size).toBe(thresholds.length);
      const buckets = comparable(sorted).map((key) => bucketOf(ascending, key));
      expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
      for (const [bucket, held] of Map.groupBy(sorted, (_, nth) => buckets[nth] as number)) {
        expect(bucket).toBeLessThan(bucketCount(thresholds) - 1);
        if (!isMixed(thresholds, bucket)) expect(new Set(held).size).toBe(1);
        else expect(held.length).toBeLessThanOrEqual(2 * perBucket + 2);
      }
      expect(bucketOf(ascending, null)).toBe(bucketCount(thresholds) - 1);
    }),
  );
});

test('a frequent value has a bucket of its own; of others thresholds have the beginning only', () => {
  const values = [
    ...Array.from({ length: 50 }, (_, n) => `person-${n}@mail.test`).sort(),
    ...Array.from({ length: 50 }, () => 'the same'),
    ...Array.from({ length: 50 }, (_, n) => `user-${n}@mail.test`).sort(),
  ];
  const thresholds = chooseThresholds(values, 1, 15);
  expect(thresholds).toContain('the same');
  expect(thresholds.filter((threshold) => threshold.includes('@'))).toEqual([]);
  expect(isMixed(thresholds, bucketOf(thresholds, 'the same'))).toBe(false);
});

test('threads do what is done here', async () => {
  const keys: SortKey[] = ['b', null, 'a', '😀'];
  const fields = [{ keys: JSON.stringify(keys), thresholds: '["a","b"]' }];
  const sample = JSON.stringify(Array.from({ length: 600 }, (_, n) => n));
  const threads = startThreads({
    urls: { app: 'postgres://nobody@localhost:1/none', owner: 'postgres://nobody@localhost:1/none' },
    shares: sharesOf(EMBEDDED_CONNECTIONS),
  });
  try {
    const { assign, choose } = inThreads(threads);
    expect(await assign(fields)).toEqual(assignBuckets(fields));
    expect(await choose([sample], 2)).toEqual([JSON.stringify(chooseThresholds(JSON.parse(sample), 2))]);
  } finally {
    await threads.close();
  }
});
