import type { Column } from './dictionary.ts';
import { hashText, mixHashes } from './hashes.ts';
import { soundKey } from './names.ts';
import type { OtherField, People } from './people.ts';

/** Rows up to which people of a city with similar names are compared, if postcodes are known. */
const MAX_ROWS_BY_CITY = 200_000;
const MIN_USER = 4;
/** Distinct values per row from which another field identifies people. */
const IDENTIFYING = 0.2;
const MAX_OTHERS = 4;

/** How the keys of rows are chosen, learned from the data as a whole. */
export interface KeyPlan {
  /** Whether people of a city with similar names are compared. */
  usesCities: boolean;
  /** Other fields whose values identify people. */
  others: string[];
}

/** A key by which pairs are found. */
interface BlockKey {
  /** Fields that pairs of a block have in common. */
  fields: readonly string[];
  /** Returns a row's key, or 0 for none. */
  keyOf(row: number): number;
}

/** Returns the plan for all people of an organization. */
export function planKeys({ city, postcode, others, length }: People): KeyPlan {
  return {
    // The cities of many people cost more pairs than they find.
    usesCities: length <= MAX_ROWS_BY_CITY || postcode.filled * 2 < city.filled,
    others: others
      .filter(isIdentifying)
      .slice(0, MAX_OTHERS)
      .map(({ name }) => name),
  };
}

function isIdentifying({ column, kind }: OtherField): boolean {
  return column.filled > 0 && (kind === 'date' || column.variety >= IDENTIFYING);
}

/** Returns blocking keys, and second keys that divide large blocks. */
export function makeKeys(people: People, plan: KeyPlan): { blocks: BlockKey[]; second: RowKey[] } {
  const { first, last, user, domain, phone, address, city, postcode } = people;
  const firstSound = keyOf(first, soundKey);
  const lastSound = keyOf(last, soundKey);
  const places = keyOf(postcode);
  const cities = keyOf(city);
  const start = (text: string) => text.slice(0, 3);
  const houses = keyOf(address, (text) => /\d+/.exec(text)?.[0] ?? '');
  const streets = keyOf(address, (text) => text.replace(/[^\p{L}]/gu, '').slice(0, 8));
  const users = keyOf(user, (text) => (text.length < MIN_USER ? '' : text.replace(/[^\p{L}\p{N}]/gu, '')));
  const phones = keyOf(phone, (text) => text.slice(-8));
  const others = people.others.filter(({ name }) => plan.others.includes(name));
  const blocks: BlockKey[] = [];
  const add = (name: string, fields: string[], ...parts: RowKey[]) =>
    blocks.push({ fields, keyOf: joinKeys(hashText(name), parts) });
  blocks.push({ fields: ['name'], keyOf: sortedKey(hashText('sounds'), firstSound, lastSound) });
  add('mailbox', ['email'], keyOf(user), keyOf(domain));
  add('user', ['email'], users);
  add('phone', ['phone'], phones);
  for (const { name, column } of others) add(`custom:${name}`, [`custom:${name}`], keyOf(column));
  add('house', ['address'], houses, streets);
  add('house and place', ['address', 'place'], houses, places);
  add('starts', ['name'], keyOf(first, start), keyOf(last, start));
  add('postcode and first', ['place', 'name'], places, firstSound);
  add('postcode and last', ['place', 'name'], places, lastSound);
  if (plan.usesCities) {
    add('city and first', ['place', 'name'], cities, firstSound);
    add('city and last', ['place', 'name'], cities, lastSound);
  }
  const dates = others.filter(({ kind }) => kind === 'date').map(({ column }) => keyOf(column));
  return { blocks, second: [firstSound, lastSound, places, cities, ...dates] };
}

export type RowKey = (row: number) => number;

/** Returns the hash of a part of a row's text, 0 for none. */
function keyOf(column: Column, key: (text: string) => string = (text) => text): RowKey {
  const { texts } = column.dictionary;
  const hashes = new Uint32Array(texts.length).map((_, number) => {
    const part = key(texts.at(number));
    return part === '' ? 0 : hashText(part) || 1;
  });
  return (row) => hashes[column.at(row)] ?? 0;
}

function joinKeys(seed: number, parts: readonly RowKey[]): RowKey {
  return (row) => {
    let key = seed;
    for (const part of parts) {
      const hash = part(row);
      if (hash === 0) return 0;
      key = mixHashes(key, hash);
    }
    return key;
  };
}

/** Joins two keys in any order. */
function sortedKey(seed: number, one: RowKey, two: RowKey): RowKey {
  return (row) => {
    const [a, b] = [one(row), two(row)];
    return a === 0 || b === 0 ? 0 : mixHashes(mixHashes(seed, Math.min(a, b)), Math.max(a, b));
  };
}
