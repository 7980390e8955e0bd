import type { Blocks } from './blocks.ts';
import { type Comparison, type Frequency, MISSING } from './comparison.ts';

const RANDOM_PAIRS = 1_000_000;
/** Random pairs that the expected shares count as. */
const EXPECTED_PAIRS = 1000;
const SESSION_PAIRS = 100_000;
/** Leads up to which sessions choose from all pairs; from a share of the blocks of more leads. */
const FULLY_VISITED = 200_000;
const ROUNDS = 25;
/** Change of the share of matches at which a session has converged. */
const CONVERGED = 1e-5;
/** True pairs that the expected shares of levels count as. */
const EXPECTED_MATCHES = 30;
/** Pairs below which a session says nothing. */
const MIN_PAIRS = 10;
/** Share of true pairs that the deterministic rules find. */
const RULES_RECALL = 0.6;
const MAX_PRIOR = 0.05;
const SEED = 42;
/** Factor by which an earlier agreement can turn evidence for a match into evidence against it. */
const MOST_DISCOUNT = 4;

/** The meaning of agreement: the weight of each level in bits, and the odds of a random pair. */
export interface Model extends Weights {
  comparisons: readonly Comparison[];
}

/** What was learned about the comparisons, as JSON can hold it. */
export interface Weights {
  /** Shares of true and random pairs by comparison and level. */
  m: number[][];
  u: number[][];
  /** Shares of pairs of two people who agree in an earlier comparison: namesakes often live in the same country. */
  given: (number[][] | null)[];
  /** log2 of the odds that a random pair is a match. */
  priorBits: number;
}

/** Rules that hold for few but true pairs, and the share of blocks in which they are looked for: one in `every`. */
interface Rules {
  isCertain(a: number, b: number): boolean;
  every: number;
}

/** Estimates a model from the people alone, without labels. */
export function trainModel(
  comparisons: readonly Comparison[],
  blocks: Blocks,
  length: number,
  isCertain: (a: number, b: number) => boolean,
): Model {
  const allPairs = (length * (length - 1)) / 2;
  const sample = sampleRandom(comparisons, length, isCertain);
  const u = comparisons.map((comparison, c) => randomShares(comparison, sample[c] ?? [], allPairs));
  const every = Math.ceil(length / FULLY_VISITED);
  const { m, given, certain } = estimateMatches(comparisons, blocks, u, { isCertain, every });
  const prior = Math.min(Math.max(certain / RULES_RECALL, 1) / allPairs, MAX_PRIOR);
  // True pairs among the random ones inflate rare levels.
  const left = prior * (1 - RULES_RECALL);
  const cleaned = u.map((shares, c) =>
    shares.map((share, level) => Math.max(share - left * (m[c]?.[level] ?? 0), share / 10)),
  );
  return { comparisons, m, u: cleaned, given, priorBits: Math.log2(prior / (1 - prior)) };
}

/** Returns the weight of a level in bits, given the earlier comparisons in which a pair agrees. */
export function weightOf(
  { m, u, given }: Model,
  comparison: number,
  level: number,
  agreed: readonly number[],
): number {
  let share = u[comparison]?.[level] ?? 1;
  const match = m[comparison]?.[level] ?? 1;
  if (match > share)
    for (const earlier of agreed)
      share = Math.max(share, Math.min(given[earlier]?.[comparison]?.[level] ?? 0, match * MOST_DISCOUNT));
  return Math.log2(match / share);
}

/** Returns the bits by which the frequency of the agreeing value differs from the mean. */
export function frequencyBits({ u }: Model, comparison: number, frequency: Frequency | null): number {
  if (frequency === null) return 0;
  const mean = u[comparison]?.[frequency.exact] ?? 1;
  // The pair itself holds the value twice; of the rest, the mean frequency is one observation.
  const others = (Math.max(frequency.count - 2, 0) + 1) / (Math.max(frequency.of - 2, 0) + 1 / mean);
  return frequency.weight * Math.log2(mean / others);
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

/** Estimates shares by expectation maximisation, in sessions on blocks of one field each. */
function estimateMatches(
  comparisons: readonly Comparison[],
  blocks: Blocks,
  u: readonly number[][],
  rules: Rules,
): Pick<Model, 'm' | 'given'> & { certain: number } {
  const given: Model['given'] = comparisons.map(() => null);
  const sums = comparisons.map(({ levels }) => levels.map(() => 0));
  const isKnown = comparisons.map(() => false);
  let certain = 0;
  const run = (number: number, fields: readonly string[]) => {
    const place = comparisons.findIndex(({ field }) => fields.includes(field));
    const used = comparisons.flatMap((_, c) => (c === place ? [] : [c]));
    const session = sessionPairs(comparisons, used, blocks, number, rules);
    if (fields[0] === 'name' || fields[0] === 'email') certain += session.certain * rules.every;
    if (session.pairs < MIN_PAIRS) return;
    // Families share an address: what one person's data have in common is learned elsewhere.
    const isHome = fields.includes('address');
    const fixed = used.map((c) =>
      isHome && isKnown[c] ? shares(sums[c] ?? [], expectedOf(comparisons[c]), EXPECTED_MATCHES) : null,
    );
    const found = maximise(comparisons, used, session, u, fixed);
    given[place] ??= comparisons.map((_, c) => found.u[used.indexOf(c)] ?? []);
    if (found.matches < MIN_PAIRS) return;
    used.forEach((c, n) => {
      if (isHome && isKnown[c]) return;
      sums[c] = (sums[c] ?? []).map((sum, level) => sum + (found.counts[n]?.[level] ?? 0));
      if (!isHome) isKnown[c] = true;
    });
  };
  const sessions = blocks.all
    .map(({ fields }, number) => ({ fields, number }))
    .filter(({ fields }) => fields.length === 1);
  for (const isHome of [false, true])
    for (const { fields, number } of sessions) if (fields.includes('address') === isHome) run(number, fields);
  const m = sums.map((row, c) =>
    shares(row, expectedOf(comparisons[c]), EXPECTED_MATCHES).map((share) => Math.max(share, 1e-4)),
  );
  return { m, given, certain };
}

/** Returns the levels of a session's pairs, a row of `used` comparisons each. */
function sessionPairs(
  comparisons: readonly Comparison[],
  used: readonly number[],
  blocks: Blocks,
  number: number,
  { isCertain, every }: Rules,
): { levels: Uint8Array; pairs: number; certain: number } {
  const width = used.length;
  const levels = new Uint8Array(SESSION_PAIRS * width);
  let [seen, certain] = [0, 0];
  const random = randomNumbers(SEED + number);
  const visitor = (a: number, b: number) => {
    if (isCertain(a, b)) certain++;
    // Keeps a random sample of all pairs, whatever their number.
    const place = seen < SESSION_PAIRS ? seen : Math.floor(random() * (seen + 1));
    seen++;
    if (place >= SESSION_PAIRS) return;
    for (let n = 0; n < width; n++)
      levels[place * width + n] = comparisons[used[n] ?? 0]?.compare(a, b) ?? MISSING;
  };
  blocks.visit(number, visitor, every);
  return { levels, pairs: Math.min(seen, SESSION_PAIRS), certain };
}

/** Runs expectation maximisation; returns the expected matches by level and the shares of the other pairs. */
function maximise(
  comparisons: readonly Comparison[],
  used: readonly number[],
  { levels, pairs }: { levels: Uint8Array; pairs: number },
  random: readonly number[][],
  fixed: readonly (number[] | null)[],
): { counts: number[][]; matches: number; u: number[][] } {
  const width = used.length;
  const startM = used.map((c, n) => fixed[n] ?? expectedOf(comparisons[c]));
  const startU = used.map((c) => random[c] ?? []);
  let [m, u, share] = [startM, startU, 0.2];
  let counts: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = m.map((row, n) => row.map((value, level) => value / (u[n]?.[level] ?? 1)));
    counts = m.map((row) => row.map(() => 0));
    const rest = m.map((row) => row.map(() => 0));
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
        if (level === MISSING) continue;
        const [row, other] = [counts[n], rest[n]];
        if (row !== undefined) row[level] = (row[level] ?? 0) + probability;
        if (other !== undefined) other[level] = (other[level] ?? 0) + 1 - probability;
      }
    }
    const before = share;
    share = Math.min(Math.max(matches / pairs, 1e-6), 0.999);
    m = counts.map((row, n) => fixed[n] ?? shares(row, startM[n] ?? [], EXPECTED_MATCHES));
    u = rest.map((row, n) => shares(row, startU[n] ?? [], EXPECTED_PAIRS));
    if (Math.abs(share - before) < CONVERGED) break;
  }
  return { counts, matches: share * pairs, u };
}

function expectedOf(comparison: Comparison | undefined): number[] {
  return comparison?.levels.map(({ m }) => m) ?? [];
}

/** Returns the shares of counts, with expected shares that count as some more. */
function shares(counts: readonly number[], expected: readonly number[], weight: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, weight);
  return counts.map((count, level) => (count + weight * (expected[level] ?? 0)) / total);
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
