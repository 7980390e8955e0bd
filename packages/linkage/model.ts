import type { Blocks } from './blocks.ts';
import { type Comparison, type Frequency, MISSING } from './comparison.ts';
import type { Reason } from './linked-pair.ts';
import { maximise, type Rules, sessionPairs } from './sessions.ts';
import { EXPECTED_MATCHES, EXPECTED_PAIRS, expectedOf, randomNumbers, shares } from './shares.ts';

const RANDOM_PAIRS = 1_000_000;
/** Leads up to which sessions choose from all pairs; from a share of the blocks of more leads. */
const FULLY_VISITED = 200_000;
/** Pairs below which a session or the found pairs say nothing. */
const MIN_PAIRS = 10;
/** Assumed share of true pairs that the deterministic rules find, and later the blocks. */
const RULES_RECALL = 0.6;
const MAX_PRIOR = 0.05;
/** Probability without a field from which a pair shows how often that field agrees. */
const SURE = 0.9;
const ROUNDS = 30;
/** Bits by which found pairs can raise the prior. */
export const MAX_RAISE = 1;
const SEED = 42;
/** Factor by which an earlier agreement can turn evidence for a match into evidence against it. */
const MOST_DISCOUNT = 4;
/** A level follows from an earlier agreement that makes it this many times as frequent. */
const FOLLOWS = 4;

/** The meaning of agreement: the weight of each level in bits, and the odds of a random pair. */
export interface Model extends Weights {
  comparisons: readonly Comparison[];
}

/** Learned weights of the comparisons, as JSON can hold them. */
export interface Weights {
  /** Shares of true and random pairs by comparison and level. */
  m: number[][];
  u: number[][];
  /** Shares of pairs of two people who agree in an earlier comparison: namesakes often live in the same country. */
  given: (number[][] | null)[];
  /** log2 of the odds that a random pair is a match. */
  priorBits: number;
  /** Lowest probability of a pair that is found. */
  least: number;
}

/** Estimates a model from the people alone, without labels. */
export function trainModel(
  comparisons: readonly Comparison[],
  blocks: Blocks,
  length: number,
  isCertain: (a: number, b: number) => boolean,
  least: number,
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
  return { comparisons, m, u: cleaned, given, priorBits: Math.log2(prior / (1 - prior)), least };
}

/**
 * Returns the model with shares of true pairs learned from found ones, each weighed by its evidence in the other fields:
 * within blocks alone, namesakes of a culture look like matches.
 */
export function learnAgain(
  model: Model,
  pairs: Iterable<{ probability: number; reasons: Reason[] }>,
  blocks: Blocks,
  length: number,
): Model {
  const { comparisons, u } = model;
  const sums = comparisons.map(({ levels }) => levels.map(() => 0));
  for (const { probability, reasons } of pairs) {
    const bits = Math.log2(probability / (1 - probability));
    for (const reason of reasons) {
      const others = 1 / (1 + 2 ** (reason.bits - bits));
      if (others < SURE) continue;
      const c = comparisons.findIndex(({ field }) => field === reason.field);
      const level = comparisons[c]?.levels.findIndex(({ name }) => name === reason.comparison) ?? 0;
      const row = sums[c];
      if (row !== undefined) row[level] = (row[level] ?? 0) + others;
    }
  }
  const m = comparisons.map((comparison, c) => {
    const before = model.m[c] ?? expectedOf(comparison);
    return shares(sums[c] ?? [], before, EXPECTED_MATCHES).map((share) => Math.max(share, 1e-4));
  });
  const every = Math.ceil(length / FULLY_VISITED);
  const { given } = estimateMatches(comparisons, blocks, u, { isCertain: () => false, every }, m);
  return { ...model, m, given };
}

/**
 * Returns the bits to add to the prior. It must imply at least the true pairs found, and at most as many as the assumed recall
 * allows: among many people, strangers meet the rules too.
 */
export function priorShift({ priorBits }: Weights, probabilities: Float64Array, allPairs: number): number {
  if (probabilities.length < MIN_PAIRS) return 0;
  const claimed = 2 ** priorBits * allPairs;
  let shift = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    for (const probability of probabilities)
      sum += probability / (probability + (1 - probability) * 2 ** -shift);
    shift = Math.min(Math.log2(Math.min(Math.max(claimed, sum), sum / RULES_RECALL) / claimed), MAX_RAISE);
  }
  return shift;
}

/**
 * Returns the weight of a level in bits, given the earlier comparisons in which a pair agrees. If the level follows from
 * them, the rarity of the value says nothing more: a family shares its rare last name.
 */
export function weightOf(
  { m, u, given }: Weights,
  comparison: number,
  level: number,
  agreed: readonly number[],
  frequency: Frequency | null = null,
): number {
  const random = u[comparison]?.[level] ?? 1;
  const match = m[comparison]?.[level] ?? 1;
  let share = random;
  if (match > share)
    for (const earlier of agreed)
      share = Math.max(share, Math.min(given[earlier]?.[comparison]?.[level] ?? 0, match * MOST_DISCOUNT));
  const rarity = frequency === null ? 0 : rarityOf(frequency, u[comparison]?.[frequency.exact] ?? 1);
  return Math.log2(match / share) + (share > FOLLOWS * random ? Math.min(rarity, 0) : rarity);
}

/** Returns the bits by which a value is rarer than the mean frequency. */
function rarityOf({ count, of, weight }: Frequency, mean: number): number {
  // The pair itself holds the value twice; of the rest, the mean frequency is one observation.
  const others = (Math.max(count - 2, 0) + 1) / (Math.max(of - 2, 0) + 1 / mean);
  return weight * Math.log2(mean / others);
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
  known: readonly number[][] | null = null,
): Pick<Model, 'm' | 'given'> & { certain: number } {
  const given: Model['given'] = comparisons.map(() => null);
  const sums = comparisons.map(({ levels }) => levels.map(() => 0));
  const isKnown = comparisons.map(() => false);
  let certain = 0;
  const run = (number: number, fields: readonly string[]) => {
    const place = comparisons.findIndex(({ field }) => fields.includes(field));
    const used = comparisons.flatMap((_, c) => (c === place ? [] : [c]));
    const compared = comparisons.filter((_, c) => c !== place);
    const session = sessionPairs(compared, blocks, number, rules);
    if (fields[0] === 'name' || fields[0] === 'email') certain += session.certain * rules.every;
    if (session.pairs < MIN_PAIRS) return;
    // Families share an address: what one person's data have in common is learned elsewhere.
    const isHome = fields.includes('address');
    const fixed = used.map((c) => {
      if (known !== null) return known[c] ?? null;
      return isHome && isKnown[c]
        ? shares(sums[c] ?? [], expectedOf(comparisons[c]), EXPECTED_MATCHES)
        : null;
    });
    const random = used.map((c) => u[c] ?? []);
    const found = maximise(compared, session, random, fixed);
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
