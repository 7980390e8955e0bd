import {
  compareAddresses,
  compareEmails,
  compareOther,
  comparePhones,
  comparePlaces,
} from './compare-fields.ts';
import { compareNames, NAME_LEVEL } from './compare-names.ts';
import { type Comparison, MISSING } from './comparison.ts';
import type { Band, Reason, ScoredPair } from './linked-pair.ts';
import { type Model, weightOf } from './model.ts';
import type { People } from './people.ts';

/** Lowest probability of each band. */
const CERTAIN = 0.998;
const LIKELY = 0.9;
export const POSSIBLE = 0.5;
/** Bits of a second agreement that a certain pair needs in addition to the name. */
const SECOND_BITS = 3;
/** Bits of a disagreement from which a pair is never certain. */
const CONFLICT_BITS = -3;
const MAX_OTHERS = 12;
/** Share of the most frequent value from which a field says nothing about a person. */
const CONSTANT = 0.95;

/** Returns the comparisons of these fields, or of all that say something about a person. */
export function comparisonsOf(people: People, fields: readonly string[] | null = null): Comparison[] {
  const others = people.others
    .filter(({ column }) => column.filled > 0 && top(column.counts) < CONSTANT * column.filled)
    .slice(0, MAX_OTHERS);
  const filled: [number, () => Comparison][] = [
    [people.address.filled, () => compareAddresses(people)],
    [people.first.filled + people.last.filled, () => compareNames(people)],
    [people.user.filled, () => compareEmails(people)],
    [people.phone.filled, () => comparePhones(people)],
    [people.city.filled + people.postcode.filled, () => comparePlaces(people)],
  ];
  const compared = filled.flatMap(([count, make]) => (fields !== null || count > 0 ? [make()] : []));
  return [...compared, ...(fields === null ? others : people.others).map(compareOther)];
}

function top(counts: Int32Array): number {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  return most;
}

/** Returns rules that hold for few but true pairs, from which the number of all true pairs is estimated. */
export function deterministicRules(people: People): (a: number, b: number) => boolean {
  const { first, last, user, domain, phone, address, postcode, others } = people;
  const same = (column: typeof first, a: number, b: number) =>
    column.at(a) >= 0 && column.at(a) === column.at(b);
  const telling = others.flatMap(({ kind, column }) =>
    kind === 'date' || column.variety > 0.2 ? [column] : [],
  );
  const second = [phone, user, address, postcode, ...telling];
  return (a, b) => {
    if (same(user, a, b) && same(domain, a, b)) return true;
    return same(first, a, b) && same(last, a, b) && second.some((column) => same(column, a, b));
  };
}

interface Judge {
  /** Returns a pair, or null if it isn't even possible. */
  judge(a: number, b: number): ScoredPair | null;
  /** Returns the reasons of a pair, which would take most memory. */
  reasonsOf(pair: { a: number; b: number }): Reason[];
}

/** Returns how a model weighs pairs. */
export function judgeOf(model: Model): Judge {
  const { comparisons, priorBits, least } = model;
  const weights = comparisons.map(({ levels }, c) => levels.map((_, level) => weightOf(model, c, level, [])));
  const most = weights.map((row) => Math.max(...row, 0));
  // Frequencies add at most these bits.
  const SLACK = 6;
  const after = most.map((_, c) => most.slice(c + 1).reduce((sum, bits) => sum + bits, 0) + SLACK);
  const found = new Uint8Array(comparisons.length);
  const name = comparisons.findIndex(({ field }) => field === 'name');
  const threshold = Math.log2(least / (1 - least));
  const isPossible = (a: number, b: number) => {
    let sum = priorBits;
    for (let c = 0; c < comparisons.length; c++) {
      const level = comparisons[c]?.compare(a, b) ?? MISSING;
      found[c] = level;
      if (level !== MISSING) sum += weights[c]?.[level] ?? 0;
      if (sum + (after[c] ?? 0) < threshold) return false;
    }
    return true;
  };
  const foundReasons = (a: number, b: number): Reason[] => {
    const agreed: number[] = [];
    return comparisons.flatMap((comparison, c) => {
      const level = found[c] ?? MISSING;
      if (level === MISSING) return [];
      const bits = weightOf(model, c, level, agreed, comparison.frequency(level, a, b));
      if (level <= comparison.agrees) agreed.push(c);
      return { field: comparison.field, comparison: comparison.levels[level]?.name ?? '', bits };
    });
  };
  return {
    judge: (a, b) => {
      if (!isPossible(a, b)) return null;
      const reasons = foundReasons(a, b);
      const bits = reasons.reduce((sum, reason) => sum + reason.bits, priorBits);
      if (bits < threshold) return null;
      const probability = 1 / (1 + 2 ** -bits);
      return { a, b, probability, band: bandOf(probability, reasons, found[name] ?? MISSING) };
    },
    reasonsOf: ({ a, b }) => (isPossible(a, b) ? foundReasons(a, b) : []),
  };
}

/** A pair is certain only if the names agree, and something else does. */
function bandOf(probability: number, reasons: readonly Reason[], name: number): Band {
  if (probability < LIKELY) return 'possible';
  const agrees = name <= NAME_LEVEL.alike || name === NAME_LEVEL.sameFirst || name === NAME_LEVEL.onlyFirst;
  if (reasons.some(({ bits }) => bits < CONFLICT_BITS)) return 'likely';
  const seconds = reasons.filter(({ field, bits }) => field !== 'name' && bits >= SECOND_BITS).length;
  return probability >= CERTAIN && agrees && seconds > (name <= NAME_LEVEL.alike ? 0 : 1)
    ? 'certain'
    : 'likely';
}
