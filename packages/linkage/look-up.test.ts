import { expect, test } from 'vitest';
import { foldText } from '#server/lead/values/fold-text.ts';
import { makeDamagedPeople } from '../../bench/support/damaged-people.ts';
import { DIVIDED, findDuplicates, type LinkedPerson, lookUpKeys, matchStored, People } from './linkage.ts';

test('looked-up people: found by their keys, divided ones too, and judged as in the scan', () => {
  const made = makeDamagedPeople(6_000, 3);
  const persons = made.people.map(({ birthDate, ...person }): LinkedPerson => {
    const texts = Object.entries(person).map(([field, text]) => [field, foldText(text)]);
    return { ...Object.fromEntries(texts), others: [birthDate] };
  });
  const people = new People(['Birth Date']);
  for (const person of persons) people.add(person);
  const { pairs, reasonsOf, stored, visitEntries, visitCounts } = findDuplicates(people);
  const rows = new Map<number, Set<number>>();
  visitEntries((key, row) => rows.set(key, (rows.get(key) ?? new Set()).add(row)));
  const counts = new Map<number, number>();
  visitCounts((key, count) => counts.set(key, count));
  expect([...rows.values()].some((set) => set.has(DIVIDED))).toBe(true);

  const model = JSON.parse(JSON.stringify(stored));
  const keys = lookUpKeys(model, persons);
  const isFound = ({ a, b }: { a: number; b: number }) =>
    keys[a]?.blocks.some(({ key, divided }) =>
      (rows.get(key)?.has(DIVIDED) ? divided : [key]).some((one) => rows.get(one)?.has(b)),
    );
  expect(pairs.filter(isFound).length / pairs.length).toBeGreaterThan(0.99);
  const matched = matchStored(
    model,
    persons,
    pairs.map(({ a, b }): [number, number] => [a, b]),
    (key) => counts.get(key),
  );
  expect(matched).toEqual(
    pairs.map((pair) => ({
      ...{ ...pair, reasons: reasonsOf(pair) },
      probability: expect.closeTo(pair.probability, 6),
    })),
  );
});
