import { expect, test } from 'vitest';
import { foldText } from '#server/lead/values/fold-text.ts';
import { makeDamagedPeople } from '../../bench/support/damaged-people.ts';
import {
  clusterPairs,
  findDuplicates,
  type LinkedPair,
  type LinkedPerson,
  People,
  type ScoredPair,
} from './linkage.ts';
import { jaroWinkler, Similarity } from './similarity.ts';
import { Texts } from './texts.ts';

const NOBODY: LinkedPerson = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postcode: '',
  others: [],
};

function found(...persons: Partial<LinkedPerson>[]): LinkedPair[] {
  const people = new People([]);
  for (const person of persons) people.add({ ...NOBODY, ...person });
  const { pairs, reasonsOf } = findDuplicates(people);
  return pairs.map((pair) => ({ ...pair, reasons: reasonsOf(pair) }));
}

function textsOf(...all: readonly string[]): Texts {
  const texts = new Texts();
  for (const text of all) texts.push(text);
  return texts;
}

test.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
])('Jaro-Winkler: %s and %s', (a, b, similarity) => {
  const texts = textsOf(a, b);
  expect(jaroWinkler(texts, 0, 1)).toBeCloseTo(similarity, 3);
  expect(jaroWinkler(texts, 1, 0)).toBeCloseTo(similarity, 3);
});

test('Jaro-Winkler with a least value: exact at and above it', () => {
  const names = ['martha', 'marhta', 'marta', 'maria', 'mark', 'armhat', 'jonathan', 'johnathan', 'jon'];
  const texts = textsOf(...names);
  const similar = new Similarity(texts);
  for (const a of names.keys()) {
    for (const b of names.keys()) {
      const exact = jaroWinkler(texts, a, b);
      for (const least of [0.85, 0.88, 0.92]) {
        expect([a, b, jaroWinkler(texts, a, b, least) >= least]).toEqual([a, b, exact >= least]);
        expect([a, b, similar.of(a, b, least) >= least]).toEqual([a, b, exact >= least]);
      }
    }
  }
});

test.each([
  ['1234', '1243', true],
  ['1234', '124', true],
  ['1234', '1235', true],
  ['1234', '1234', true],
  ['1234', '2143', false],
  ['1234', '4321', false],
])('one edit: %s and %s', (a, b, is) => expect(textsOf(a, b).isOneEdit(0, 1)).toBe(is));

test('reasons name each comparison; an unknown value says nothing', () => {
  const [pair] = found(
    { firstName: 'robert', lastName: 'smith', phone: '+447400123456', city: 'leeds' },
    { firstName: 'bob', lastName: 'smith', phone: '07400123456' },
  );
  expect(pair?.reasons.map(({ field, comparison }) => [field, comparison])).toEqual([
    ['name', 'similar'],
    ['phone', 'sameLocal'],
  ]);
});

test('two people with one mailbox are never certain', () => {
  const [pair] = found(
    { firstName: 'anna', lastName: 'smith', email: 'smith+a@x.example', city: 'ulm' },
    { firstName: 'peter', lastName: 'smith', email: 'smith+p@x.example', city: 'ulm' },
  );
  expect(pair?.band).not.toBe('certain');
});

test('clusters join certain and likely pairs; a possible pair stays on its own', () => {
  const link = (a: number, b: number, band: LinkedPair['band'], probability: number): LinkedPair => ({
    ...{ a, b, band, probability, reasons: [] },
  });
  const clusters = clusterPairs([
    link(0, 1, 'certain', 0.999),
    link(1, 2, 'likely', 0.95),
    link(0, 2, 'possible', 0.5),
    link(2, 3, 'possible', 0.4),
    link(4, 5, 'certain', 0.9999),
  ]);
  expect(clusters.map(({ members, band, pairs }) => [members, band, pairs.length])).toEqual([
    [[4, 5], 'certain', 1],
    [[0, 1, 2], 'likely', 3],
    [[2, 3], 'possible', 1],
  ]);
});

test('made-up people of ten cultures: 0.99 of certain pairs are right, and 0.65 of true pairs are found', () => {
  const made = makeDamagedPeople(6_000, 7);
  const people = new People(['Birth Date']);
  for (const { birthDate, ...person } of made.people) {
    const texts = Object.entries(person).map(([field, text]) => [field, foldText(text)]);
    people.add({ ...NOBODY, ...Object.fromEntries(texts), others: [birthDate] });
  }
  const { pairs, stored } = findDuplicates(people);
  expect(stored.least).toBe(0.5);
  const isTrue = ({ a, b }: ScoredPair) => made.truth[a] === made.truth[b];
  const certain = pairs.filter(({ band }) => band === 'certain');
  expect(certain.length).toBeGreaterThan(200);
  expect(certain.filter(isTrue).length / certain.length).toBeGreaterThanOrEqual(0.99);
  let truth = 0;
  for (let a = 0; a < 6_000; a++) for (let b = a + 1; made.truth[b] === made.truth[a]; b++) truth++;
  expect(pairs.filter(isTrue).length / truth).toBeGreaterThan(0.65);
});

test('pairs less likely than not are shown while nearly all are right', () => {
  const people = new People([]);
  const { people: made } = makeDamagedPeople(600, 5);
  for (const { birthDate: _birthDate, ...person } of made) {
    const texts = Object.entries(person).map(([field, text]) => [field, foldText(text)]);
    const folded = { ...NOBODY, ...Object.fromEntries(texts) };
    for (const email of [folded.email, `other.${folded.email}`]) people.add({ ...folded, email });
  }
  expect(findDuplicates(people).stored.least).toBeLessThan(0.5);
});
