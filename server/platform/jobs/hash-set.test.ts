import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashSet } from './hash-set.ts';

test('sets that share a text are never disjoint, and no more than a pair in millions is taken to share one', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, texts, fc.string({ unit: 'binary' }), (one, other, shared) => {
      const [first, second] = [new HashSet([...one, shared]), new HashSet([...other, shared])];
      expect([first.isDisjointFrom(second), second.isDisjointFrom(first)]).toEqual([false, false]);
    }),
    { numRuns: 300 },
  );
  const numbered = (from: number) =>
    new HashSet(Array.from({ length: 1_000 }, (_, at) => `anna.${from + at}@mail.test`));
  const disjoint = Array.from({ length: 20 }, (_, at) =>
    numbered(at * 2_000).isDisjointFrom(numbered(at * 2_000 + 1_000)),
  );
  expect(disjoint.filter((one) => !one).length).toBeLessThanOrEqual(1);
});

test('a set of many is found whole after it has grown, and an empty one shares nothing', () => {
  const many = new HashSet();
  for (let at = 0; at < 20_000; at++) many.add(`+4915112${at}`);
  for (let at = 0; at < 20_000; at += 997) {
    expect(many.isDisjointFrom(new HashSet([`+4915112${at}`]))).toBe(false);
  }
  expect(many.isDisjointFrom(new HashSet())).toBe(true);
  expect(new HashSet().isDisjointFrom(many)).toBe(true);
  expect(new HashSet(['']).isDisjointFrom(new HashSet(['']))).toBe(false);
});
