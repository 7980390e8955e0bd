import { Blocks } from './blocks.ts';
import { comparisonsOf, deterministicRules, judgeOf } from './judge.ts';
import { planKeys } from './keys.ts';
import type { LinkedPair } from './linked-pair.ts';
import type { StoredModel } from './look-up.ts';
import { learnAgain, MAX_RAISE, type Model, priorShift, trainModel } from './model.ts';
import type { People } from './people.ts';
import { visitCounts, visitEntries } from './people-index.ts';

export { type PairAnswer, shiftOf } from './answers.ts';
export { clusterPairs } from './clusters.ts';
export type { LinkedPair } from './linked-pair.ts';
export { lookUpKeys, matchStored, type StoredModel } from './look-up.ts';
export { type LinkedPerson, People } from './people.ts';
export { DIVIDED } from './people-index.ts';

/** Pairs that are likely the same person, and everything by which later people are compared with these. */
interface Found {
  pairs: LinkedPair[];
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
  const trained = trainModel(comparisons, blocks, people.length, deterministicRules(people));
  const { pairs, model } = findPairs(people, blocks, trained, shift);
  const { m, u, given, priorBits } = model;
  return {
    pairs,
    model,
    stored: {
      plan,
      kinds: people.others.map(({ name, kind }) => ({ name, kind })),
      fields: comparisons.map(({ field }) => field),
      filled: Object.fromEntries(people.columns().map(({ name, column }) => [name, column.filled])),
      ...{ m, u, given, priorBits },
    },
    visitEntries: (visitor) => visitEntries(blocks, people, visitor),
    visitCounts: (visitor) => visitCounts(people, visitor),
  };
}

/** Judges the pairs of all blocks, and those found once more by what they teach. */
function findPairs(
  { length }: People,
  blocks: Blocks,
  trained: Model,
  shift: number,
): Pick<Found, 'pairs' | 'model'> {
  const found = new Map<number, LinkedPair>();
  const judge = judgeOf({ ...trained, priorBits: trained.priorBits + MAX_RAISE + Math.max(shift, 0) });
  for (let number = 0; number < blocks.all.length; number++) {
    blocks.visit(number, (a, b) => {
      const pair = judge(a, b);
      if (pair !== null) found.set(a * length + b, pair);
    });
  }
  const all = [...found.values()];
  found.clear();
  let model = trained;
  for (const isLast of [false, true]) {
    const pairs = judgeAll(model, all);
    const raise = priorShift(model, pairs, (length * (length - 1)) / 2);
    model = { ...model, priorBits: model.priorBits + raise };
    if (!isLast) model = learnAgain(model, judgeAll(model, pairs), blocks, length);
  }
  model = { ...model, priorBits: model.priorBits + shift };
  return { model, pairs: judgeAll(model, all) };
}

function judgeAll(model: Model, pairs: readonly LinkedPair[]): LinkedPair[] {
  const judge = judgeOf(model);
  return pairs.flatMap(({ a, b }) => judge(a, b) ?? []);
}
