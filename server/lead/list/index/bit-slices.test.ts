import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { bitLiteral, noBits, setBit } from '../../bitmaps.ts';
import { bitSlices } from './build.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

type Numbers = readonly (number | null)[];

function bitmapOf(numbers: Numbers, isSet: (number: number) => boolean): string {
  const bits = noBits(numbers.length);
  for (const [position, number] of numbers.entries()) {
    if (number !== null && isSet(number)) setBit(bits, position);
  }
  return bitLiteral(bits);
}

/** Slices as servers wrote them before they took the least number off. */
function formerSlices(numbers: Numbers): string {
  const digits = Math.max(...numbers.map((number) => (number ?? 0).toString(2).length));
  const slices = Array.from({ length: digits }, (_, digit) =>
    bitmapOf(numbers, (number) => Math.floor(number / 2 ** digit) % 2 === 1),
  );
  return `{${[bitmapOf(numbers, () => true), ...slices].join()}}`;
}

test('a range finds the numbers within its bounds, in slices of this version and of former ones', async () => {
  const near = fc.integer({ min: 739_200, max: 739_300 });
  const number = fc.oneof(
    near,
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: 99_999_999_999_999 }),
  );
  const numbers = fc.oneof(
    fc.array(fc.option(near), { minLength: 1, maxLength: 30 }),
    fc.array(fc.option(number), { minLength: 1, maxLength: 30 }),
  );
  const bound = fc.oneof(number, near, fc.constant(-1));
  await fc.assert(
    fc.asyncProperty(numbers, bound, fc.option(bound), async (held, least, most) => {
      const wanted = bitmapOf(held, (one) => one >= least && (most === null || one <= most));
      const { rows } = await app.context.db.owner.query<{ found: boolean }>(
        `SELECT bits_between(slices::varbit[], $2, $3) = $4::varbit AS found FROM unnest($1::text[]) AS slices`,
        [[bitSlices(held, held.length), formerSlices(held)], least, most, wanted],
      );
      expect(rows).toEqual([{ found: true }, { found: true }]);
    }),
    { numRuns: 300 },
  );
});
