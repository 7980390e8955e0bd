import { Blocks } from './blocks.ts';
import { comparisonsOf, deterministicRules, judgeOf, POSSIBLE } from './judge.ts';
import { planKeys } from './keys.ts';
import type { LinkedPair, Reason, ScoredPair } from './linked-pair.ts';
import type { StoredModel } from './look-up.ts';
import { learnAgain, MAX_RAISE, type Model, priorShift, trainModel } from './model.ts';
import type { People } from './people.ts';
import { visitCounts, visitEntries } from './people-index.ts';

export { type PairAnswer, shiftOf } from './answers.ts';
export { clusterPairs } from './clusters.ts';
export type { LinkedPair, ScoredPair } from './linked-pair.ts';
export { lookUpKeys, matchStored, type StoredModel } from './look-up.ts';
export { type LinkedPerson, People } from './people.ts';
export { DIVIDED } from './people-index.ts';

/** Expected share of right pairs up to which also pairs are shown that are less likely than not, and their lowest probability. */
const MOST_RIGHT = 0.99;
const LEAST = 0.1;

/** Pairs that are likely the same person, and everything by which later people are compared with these. */
interface Found {
  pairs: ScoredPair[];
  reasonsOf(pair: ScoredPair): Reason[];
  model: Model;
  /** Needed by `matchStored`. */
  stored: StoredModel;
  /** Visits the keys by which people are found with their rows, `DIVIDED` for keys that have too many. */
  visitEntries(visitor: (key: number, row: number) => void): void;
  /** Visits the keys of frequent values with their number of people. */
  visitCounts(visitor: (key: number, count: number) => void): void;
}

/**
 * Finds pairs of people that are likely the same, in any order, and how it decided.
 * @param shift bits that answers add to the evidence of every pair
 */
export function findDuplicates(people: People, shift = 0): Found {
  people.seal();
  const comparisons = comparisonsOf(people);
  const plan = planKeys(people);
  const blocks = new Blocks(people, plan);
  const trained = trainModel(comparisons, blocks, people.length, deterministicRules(people), POSSIBLE);
  const { pairs, model } = findPairs(people, blocks, trained, shift);
  const { m, u, given, priorBits, least } = model;
  return {
    pairs,
    reasonsOf: judgeOf(model).reasonsOf,
    model,
    stored: {
      plan,
      kinds: people.others.map(({ name, kind }) => ({ name, kind })),
      fields: comparisons.map(({ field }) => field),
      filled: Object.fromEntries(people.columns().map(({ name, column }) => [name, column.filled])),
      ...{ m, u, given, priorBits, least },
    },
    visitEntries: (visitor) => visitEntries(blocks, people, visitor),
    visitCounts: (visitor) => visitCounts(people, visitor),
  };
}

/** Judges the pairs of all blocks, and those found once more by what they teach. */
function findPairs({ length }: People, blocks: Blocks, trained: Model, shift: number) {
  const places = foundPlaces(length, blocks, {
    ...{ ...trained, least: LEAST },
    priorBits: trained.priorBits + MAX_RAISE + Math.max(shift, 0),
  });
  let model = trained;
  for (const isLast of [false, true]) {
    const raise = priorShift(model, probabilitiesOf(places, length, model), (length * (length - 1)) / 2);
    model = { ...model, priorBits: model.priorBits + raise };
    if (!isLast) model = learnAgain(model, withReasons(places, length, model), blocks, length);
  }
  model = { ...model, priorBits: model.priorBits + shift, least: LEAST };
  model.least = leastOf(probabilitiesOf(places, length, model));
  return { model, pairs: [...judged(places, length, model)] };
}

/** Returns the possible pairs of all blocks, each as `a * length + b`, in ascending order. */
function foundPlaces(length: number, blocks: Blocks, model: Model): Float64Array {
  let places = new Float64Array(1024);
  let count = 0;
  const { judge } = judgeOf(model);
  for (let number = 0; number < blocks.all.length; number++) {
    blocks.visit(number, (a, b) => {
      if (judge(a, b) === null) return;
      if (count === places.length) {
        const more = new Float64Array(count * 2);
        more.set(places);
        places = more;
      }
      places[count++] = a * length + b;
    });
  }
  return places
    .subarray(0, count)
    .sort()
    .filter((place, n, all) => place !== all[n - 1]);
}

function probabilitiesOf(places: Float64Array, length: number, model: Model): Float64Array {
  return Float64Array.from(judged(places, length, model), ({ probability }) => probability);
}

/** Returns the lowest probability of a pair to show: more likely than not, or less as long as most of all pairs are right. */
function leastOf(probabilities: Float64Array): number {
  probabilities.sort().reverse();
  let sum = 0;
  const end = probabilities.findIndex((probability, n) => {
    sum += probability;
    return sum < MOST_RIGHT * (n + 1);
  });
  return end < 0 ? LEAST : Math.min(probabilities[end] ?? LEAST, POSSIBLE);
}

function* judged(places: Float64Array, length: number, model: Model): Generator<ScoredPair> {
  const { judge } = judgeOf(model);
  for (const place of places) {
    const pair = judge(Math.floor(place / length), place % length);
    if (pair !== null) yield pair;
  }
}

function* withReasons(places: Float64Array, length: number, model: Model): Generator<LinkedPair> {
  const { reasonsOf } = judgeOf(model);
  for (const pair of judged(places, length, model)) yield { ...pair, reasons: reasonsOf(pair) };
}
