import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitCount, decodePosting, encodePosting, positionsOf } from '../../bitmaps.ts';
import { indexSubstrings, type SubstringIndex, TEXT_END } from './substrings.ts';

function indexOf(texts: readonly string[], least: number): Promise<SubstringIndex> {
  return indexSubstrings(texts.map((text) => text + TEXT_END).join(''), least);
}

/** The texts that contain a term, as the index tells, in descending order; null where it does not. */
function known({ dictionary, postings }: SubstringIndex, term: string, texts: number): number[] | null {
  const at = Buffer.from(dictionary).indexOf(term);
  if (at === -1) return null;
  const letters = Buffer.from(dictionary).toString('latin1');
  const offset = (six = ''): number =>
    Number.parseInt(
      six.replace(/./g, (letter) => 'ABCDEFGHIJKLMNOP'.indexOf(letter).toString(16)),
      16,
    );
  const from = offset(/([A-P]{6})[^A-P]*$/.exec(letters.slice(0, at))?.[1]);
  const to = offset(/[A-P]{6}/.exec(letters.slice(at))?.[0]);
  return positionsOf(decodePosting(postings.subarray(from, to), texts));
}

/** The substrings with the number of texts that contain them. */
function entriesOf(index: SubstringIndex, texts: number): string[] {
  const parts = Buffer.from(index.dictionary)
    .toString()
    .split(/([A-P]{6})/)
    .filter((part) => part !== '');
  return parts
    .filter((part) => !/^[A-P]{6}$/.test(part))
    .map((part) => `${known(index, part, texts)?.length} ${part}`);
}

const holding = (texts: readonly string[], term: string): number[] =>
  [...texts.entries()].flatMap(([nth, text]) => (text.includes(term) ? nth : [])).reverse();

test('knows of every substring of a line, and of its parts, how many texts hold it', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'ß', '漢', '1', '@', '😀'), maxLength: 12 });
  const texts = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), async (lines, least) => {
      const joined = lines.map((one) => one.join('\n'));
      const index = await indexOf(joined, least);
      for (const one of lines.flat()) {
        const characters = [...one];
        for (let from = 0; from < characters.length; from++) {
          const term = characters.slice(from, from + 1 + (from % 5)).join('');
          const texts = holding(joined, term);
          expect(known(index, term, joined.length), term).toEqual(texts.length >= least ? texts : null);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('knows no substring that spans lines or texts, and none that too few hold', async () => {
  expect(entriesOf(await indexOf(['ab\ncd', 'ab\ncd', 'xy'], 2), 3)).toEqual(['2 ab', '2 cd']);
  expect((await indexOf(['ab', 'ba'], 3)).dictionary).toHaveLength(0);
  expect((await indexOf([], 1)).dictionary).toHaveLength(0);
});

test('keeps the longest of the substrings that the same texts hold', async () => {
  expect(entriesOf(await indexOf(['anna', 'anna', 'nan'], 2), 3)).toEqual(['3 an', '3 na', '2 anna']);
});

test('keeps the first parts of substrings that are too long', async () => {
  const long = 'abcdefghij'.repeat(10);
  const index = await indexOf([long, long], 2);
  expect(known(index, long.slice(30, 94), 2)).toEqual([1, 0]);
  expect(known(index, long.slice(30, 95), 2)).toBeNull();
});

test('indexes what it can of more different substrings than it considers, and never a wrong number', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let seed = 1;
  const random = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return letters[seed % 36] as string;
  };
  const texts = Array.from({ length: 16_384 }, () => Array.from({ length: 120 }, random).join(''));
  const index = await indexOf(texts, 2);
  for (const term of ['ab', 'a1b', 'zz9', ...texts.slice(0, 50).map((text) => text.slice(3, 8))]) {
    expect([null, holding(texts, term)]).toContainEqual(known(index, term, texts.length));
  }
  expect(known(index, 'a', texts.length)).toEqual(holding(texts, 'a'));
});

test('posting lists are gaps where these are shorter than a bitmap, and mean the same', () => {
  const lists = fc.tuple(fc.uniqueArray(fc.nat(40_000), { maxLength: 400 }), fc.constantFrom(40_001, 65_000));
  fc.assert(
    fc.property(lists, ([positions, leads]) => {
      const ascending = positions.toSorted((a, b) => a - b);
      const posting = encodePosting(ascending, leads);
      expect(posting.length).toBeLessThan(leads / 8);
      expect(positionsOf(decodePosting(posting, leads))).toEqual(ascending.toReversed());
    }),
  );
  const all = Array.from({ length: 100 }, (_, nth) => nth);
  expect(encodePosting(all, 100)).toHaveLength(13);
  expect(bitCount(decodePosting(encodePosting(all, 100), 100))).toBe(100);
});
