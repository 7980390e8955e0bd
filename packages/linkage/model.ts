import type { Blocks } from './blocks.ts';
import { type Comparison, type Frequency, MISSING } from './comparison.ts';

const RANDOM_PAIRS = 1_000_000;
/** Random pairs that the expected shares count as. */
const EXPECTED_PAIRS = 1000;
const SESSION_PAIRS = 200_000;
const ROUNDS = 25;
/** True pairs that the expected shares of levels count as. */
const EXPECTED_MATCHES = 30;
/** Matches below which a session says nothing. */
const MIN_MATCHES = 10;
/** Share of true pairs that the deterministic rules find. */
const RULES_RECALL = 0.6;
const MAX_PRIOR = 0.05;
const SEED = 42;

/** What agreement says: the weight of each level in bits, and the odds of a random pair. */
export interface Model {
  comparisons: readonly Comparison[];
  /** Shares of true and random pairs by comparison and level. */
  m: number[][];
  u: number[][];
  /** log2 of the odds that a random pair is a match. */
  priorBits: number;
}

/** Estimates a model from the people alone, without labels. */
export function trainModel(
  comparisons: readonly Comparison[],
  blocks: Blocks,
  length: number,
  isCertain: (a: number, b: number) => boolean,
): Model {
  const allPairs = (length * (length - 1)) / 2;
  const prior = estimatePrior(blocks, isCertain, allPairs);
  const sample = sampleRandom(comparisons, length, isCertain);
  const u = comparisons.map((comparison, c) => randomShares(comparison, sample[c] ?? [], allPairs));
  const m = estimateMatches(comparisons, blocks, u);
  // True pairs among the random ones inflate rare levels.
  const left = prior * (1 - RULES_RECALL);
  const cleaned = u.map((shares, c) =>
    shares.map((share, level) => Math.max(share - left * (m[c]?.[level] ?? 0), share / 10)),
  );
  return { comparisons, m, u: cleaned, priorBits: Math.log2(prior / (1 - prior)) };
}

/** Returns the weight of a level in bits, adjusted by the frequency of the agreeing value. */
export function bitsOf({ m, u }: Model, comparison: number, level: number, frequency: Frequency | null): number {
  if (level === MISSING) return 0;
  const share = u[comparison]?.[level] ?? 1;
  const bits = Math.log2((m[comparison]?.[level] ?? 1) / share);
  if (frequency === null) return bits;
  const mean = u[comparison]?.[frequency.exact] ?? 1;
  // The pair itself holds the value twice; of the rest, the mean frequency is one observation.
  const others = (Math.max(frequency.count - 2, 0) + 1) / (Math.max(frequency.of - 2, 0) + 1 / mean);
  return bits + frequency.weight * Math.log2(mean / others);
}

function estimatePrior(blocks: Blocks, isCertain: (a: number, b: number) => boolean, allPairs: number): number {
  let certain = 0;
  blocks.all.forEach(({ fields }, number) => {
    if (fields.length > 1 || (fields[0] !== 'name' && fields[0] !== 'email')) return;
    blocks.visit(number, (a, b) => {
      if (isCertain(a, b)) certain++;
    });
  });
  return Math.min(Math.max(certain / RULES_RECALL, 1) / allPairs, MAX_PRIOR);
}

/** Counts the levels of random pairs. */
function sampleRandom(
  comparisons: readonly Comparison[],
  length: number,
  isCertain: (a: number, b: number) => boolean,
): number[][] {
  const counts = comparisons.map(({ levels }) => levels.map(() => 0));
  const count = (a: number, b: number) => {
    if (isCertain(a, b)) return;
    comparisons.forEach((comparison, c) => {
      const level = comparison.compare(a, b);
      const row = counts[c];
      if (level !== MISSING && row !== undefined) row[level] = (row[level] ?? 0) + 1;
    });
  };
  if ((length * (length - 1)) / 2 <= RANDOM_PAIRS) {
    for (let a = 0; a < length; a++) for (let b = a + 1; b < length; b++) count(a, b);
    return counts;
  }
  const random = randomNumbers(SEED);
  for (let n = 0; n < RANDOM_PAIRS; n++) {
    const [a, b] = [Math.floor(random() * length), Math.floor(random() * length)];
    if (a !== b) count(a, b);
  }
  return counts;
}

function randomShares({ levels }: Comparison, counts: readonly number[], allPairs: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return levels.map(({ u }, level) => {
    const share = ((counts[level] ?? 0) + EXPECTED_PAIRS * u) / (total + EXPECTED_PAIRS);
    return Math.max(share, Math.min(u, 0.5 / Math.max(Math.min(total, allPairs), 1)));
  });
}

/** Estimates the shares of true pairs by expectation maximisation, in sessions on blocks of one field each. */
function estimateMatches(comparisons: readonly Comparison[], blocks: Blocks, u: readonly number[][]): number[][] {
  const sums = comparisons.map(({ levels }) => levels.map(({ m }) => m * EXPECTED_MATCHES));
  blocks.all.forEach(({ fields }, number) => {
    if (fields.length > 1) return;
    const used = comparisons.flatMap(({ field }, c) => (fields.includes(field) ? [] : [c]));
    const { levels, pairs } = sessionPairs(comparisons, used, blocks, number);
    if (pairs < MIN_MATCHES) return;
    const found = maximise(comparisons, used, levels, pairs, u);
    if (found.matches < MIN_MATCHES) return;
    used.forEach((c, place) => {
      found.counts[place]?.forEach((count, level) => {
        const row = sums[c];
        if (row !== undefined) row[level] = (row[level] ?? 0) + count;
      });
    });
  });
  return sums.map((row) => {
    const total = row.reduce((sum, count) => sum + count, 0);
    return row.map((count) => Math.max(count / total, 1e-4));
  });
}

/** Returns the levels of a session's pairs, a row of `used` comparisons each. */
function sessionPairs(
  comparisons: readonly Comparison[],
  used: readonly number[],
  blocks: Blocks,
  number: number,
): { levels: Uint8Array; pairs: number } {
  const width = used.length;
  const levels = new Uint8Array(SESSION_PAIRS * width);
  let seen = 0;
  const random = randomNumbers(SEED + number);
  blocks.visit(number, (a, b) => {
    // Keeps a random sample of all pairs, whatever their number.
    const place = seen < SESSION_PAIRS ? seen : Math.floor(random() * (seen + 1));
    seen++;
    if (place >= SESSION_PAIRS) return;
    for (let n = 0; n < width; n++)
      levels[place * width + n] = comparisons[used[n] ?? 0]?.compare(a, b) ?? MISSING;
  });
  return { levels, pairs: Math.min(seen, SESSION_PAIRS) };
}

/** Runs expectation maximisation with fixed shares of random pairs; returns the expected matches by level. */
function maximise(
  comparisons: readonly Comparison[],
  used: readonly number[],
  levels: Uint8Array,
  pairs: number,
  u: readonly number[][],
): { counts: number[][]; matches: number } {
  const width = used.length;
  let m = used.map((c) => comparisons[c]?.levels.map((level) => level.m) ?? []);
  let share = 0.2;
  let counts: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = m.map((row, n) => row.map((value, level) => value / (u[used[n] ?? 0]?.[level] ?? 1)));
    counts = m.map((row) => row.map(() => 0));
    let matches = 0;
    for (let pair = 0; pair < pairs; pair++) {
      let odds = share / (1 - share);
      for (let n = 0; n < width; n++) {
        const level = levels[pair * width + n] ?? MISSING;
        if (level !== MISSING) odds *= ratios[n]?.[level] ?? 1;
      }
      const probability = odds / (1 + odds);
      matches += probability;
      for (let n = 0; n < width; n++) {
        const level = levels[pair * width + n] ?? MISSING;
        const row = counts[n];
        if (level !== MISSING && row !== undefined) row[level] = (row[level] ?? 0) + probability;
      }
    }
    share = Math.min(Math.max(matches / pairs, 1e-6), 0.999);
    m = counts.map((row, n) => {
      const expected = comparisons[used[n] ?? 0]?.levels ?? [];
      const total = row.reduce((sum, count) => sum + count, EXPECTED_MATCHES);
      return row.map((count, level) => (count + EXPECTED_MATCHES * (expected[level]?.m ?? 0)) / total);
    });
  }
  return { counts, matches: share * pairs };
}

/** Returns a generator of numbers from 0 to 1 that repeats with its seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
