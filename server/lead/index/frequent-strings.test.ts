import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frequentStrings, numberTold, TEXT_END } from './frequent-strings.ts';

function told(texts: readonly string[], least: number): Promise<string> {
  return frequentStrings(Buffer.from(texts.map((text) => text + TEXT_END).join('')), least);
}

const holding = (texts: readonly string[], term: string): number =>
  texts.filter((text) => text.includes(term)).length;

test('tells of every string of a line, and of its parts, how many texts hold it', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'ß', '漢', '1', '@', '😀'), maxLength: 12 });
  const texts = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), async (lines, least) => {
      const joined = lines.map((one) => one.join('\n'));
      const strings = Buffer.from(await told(joined, least));
      for (const one of lines.flat()) {
        const characters = [...one];
        for (let from = 0; from < characters.length; from++) {
          const term = characters.slice(from, from + 1 + (from % 5)).join('');
          const texts = holding(joined, term);
          expect(numberTold(strings, term), term).toBe(texts >= least ? texts : 0);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('tells no string that spans lines or texts, and none that too few hold', async () => {
  expect(await told(['ab\ncd', 'ab\ncd', 'xy'], 2)).toBe('AAACabAAACcd');
  expect(await told(['ab', 'ba'], 3)).toBe('');
  expect(await told([], 1)).toBe('');
});

test('tells of the longest of the strings that the same texts hold', async () => {
  expect(await told(['anna', 'anna', 'nan'], 2)).toBe('AAADanAAADnaAAACanna');
});

test('of strings that are too long the first parts are told', async () => {
  const long = 'abcdefghij'.repeat(10);
  const strings = Buffer.from(await told([long, long], 2));
  expect(numberTold(strings, long.slice(30, 94))).toBe(2);
  expect(numberTold(strings, long.slice(30, 95))).toBe(0);
});

test('of more different strings than it keeps apart it tells what it can, and never a wrong number', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let seed = 1;
  const random = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return letters[seed % 36] as string;
  };
  const texts = Array.from({ length: 16_384 }, () => Array.from({ length: 120 }, random).join(''));
  const strings = Buffer.from(await told(texts, 2));
  for (const term of ['ab', 'a1b', 'zz9', ...texts.slice(0, 50).map((text) => text.slice(3, 8))]) {
    expect([0, holding(texts, term)]).toContain(numberTold(strings, term));
  }
  expect(numberTold(strings, 'ab')).toBe(holding(texts, 'ab'));
});
