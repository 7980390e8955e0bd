import { Blocks } from './blocks.ts';
import { comparisonsOf, judgeOf } from './judge.ts';
import type { KeyPlan } from './keys.ts';
import type { LinkedPair } from './linked-pair.ts';
import type { Weights } from './model.ts';
import { type LinkedPerson, People, type PersonFieldKind } from './people.ts';
import { countKeys, dividedKeys, takeCounts } from './people-index.ts';

/** The result of a scan's learning, as JSON can hold it. */
export interface StoredModel extends Weights {
  plan: KeyPlan;
  kinds: PersonFieldKind[];
  /** Fields of the comparisons. */
  fields: string[];
  /** People with a value, by column. */
  filled: Record<string, number>;
}

/** The keys of a person in a stored index. */
interface PersonKeys {
  /** Blocking keys, each with the keys used instead if its block is divided. */
  blocks: { key: number; divided: number[] }[];
  /** Keys of the person's values. */
  counts: number[];
}

/** Returns the keys of people in the index of a scan. */
export function lookUpKeys(model: StoredModel, persons: readonly LinkedPerson[]): PersonKeys[] {
  const people = peopleOf(model, persons);
  const blocks = new Blocks(people, model.plan);
  return persons.map((_, row) => ({
    blocks: blocks.all.flatMap(({ keys }) => {
      const key = keys[row] ?? 0;
      return key === 0 ? [] : [{ key, divided: dividedKeys(key, blocks, people, row) }];
    }),
    counts: countKeys(people, row),
  }));
}

/**
 * Returns the pairs that are likely the same person, as a scan would judge them.
 * @param countOf returns how many people have a value, by its key; undefined for few
 */
export function matchStored(
  model: StoredModel,
  persons: readonly LinkedPerson[],
  pairs: Iterable<readonly [number, number]>,
  countOf: (key: number) => number | undefined,
): LinkedPair[] {
  const people = peopleOf(model, persons);
  takeCounts(people, model.filled, countOf);
  const all = comparisonsOf(people, model.fields);
  const comparisons = model.fields.flatMap(
    (field) => all.find((comparison) => comparison.field === field) ?? [],
  );
  const { judge, reasonsOf } = judgeOf({ ...model, comparisons });
  return [...pairs].flatMap(([a, b]) => {
    const pair = judge(a, b);
    return pair === null ? [] : { ...pair, reasons: reasonsOf(pair) };
  });
}

function peopleOf({ kinds }: StoredModel, persons: readonly LinkedPerson[]): People {
  const people = new People(kinds.map(({ name }) => name));
  for (const person of persons) people.add(person);
  people.seal(kinds);
  return people;
}
