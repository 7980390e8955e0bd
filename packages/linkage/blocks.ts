import { type Column, hashText, mixHashes } from './dictionary.ts';
import { soundKey } from './names.ts';
import type { OtherField, People } from './people.ts';

/** Leads of a block up to which all pairs are compared; larger blocks are divided by a second key. */
const MAX_BLOCK = 30;
/** Neighbours compared in a block that no second key divides. */
const NEIGHBOURS = 3;
/** Rows up to which people of a city with similar names are compared, if postcodes are known. */
const MAX_ROWS_BY_CITY = 200_000;
const MIN_USER = 4;
/** Distinct values per row from which another field identifies people. */
const IDENTIFYING = 0.2;
const MAX_OTHERS = 4;
const ROW_FACTOR = 2 ** 21;

/** A key by which pairs are found: 0 for none. */
export interface BlockKey {
  /** Fields that pairs of a block have in common. */
  fields: readonly string[];
  keys: Uint32Array;
}

export type PairVisitor = (a: number, b: number) => void;

/** Finds pairs of people that share a key. */
export class Blocks {
  readonly all: BlockKey[] = [];
  readonly #second: readonly Uint32Array[];
  /** Bits of the keys by which a row is in a large block. */
  readonly #large: Uint32Array;
  readonly #order: (row: number) => string;

  constructor(people: People) {
    const { first, last, user, domain, phone, address, city, postcode, length } = people;
    const firstSound = this.#keysOf(first, soundKey);
    const lastSound = this.#keysOf(last, soundKey);
    const firstStart = this.#keysOf(first, (text) => text.slice(0, 3));
    const lastStart = this.#keysOf(last, (text) => text.slice(0, 3));
    const places = this.#keysOf(postcode);
    const cities = this.#keysOf(city);
    const users = this.#keysOf(user, (text) =>
      text.length < MIN_USER ? '' : text.replace(/[^\p{L}\p{N}]/gu, ''),
    );
    const houses = this.#keysOf(address, (text) => /\d+/.exec(text)?.[0] ?? '');
    const streets = this.#keysOf(address, (text) => text.replace(/[^\p{L}]/gu, '').slice(0, 8));
    const others = people.others.filter(isIdentifying).slice(0, MAX_OTHERS);
    const dates = others.filter(({ kind }) => kind === 'date').map(({ column }) => this.#keysOf(column));
    this.#second = [firstSound, lastSound, places, cities, ...dates];
    this.#large = new Uint32Array(length);
    this.#order = (row) => `${last.text(row)} ${first.text(row)}`;
    const add = (fields: string[], ...parts: Uint32Array[]) => this.#add(fields, length, parts);
    this.#addSorted(firstSound, lastSound);
    if (user.filled > 0) {
      add(['email'], this.#keysOf(user), this.#keysOf(domain));
      add(['email'], users);
    }
    if (phone.filled > 0)
      add(
        ['phone'],
        this.#keysOf(phone, (text) => text.slice(-8)),
      );
    for (const { name, column } of others) add([`custom:${name}`], this.#keysOf(column));
    if (address.filled > 0) {
      add(['address'], houses, streets);
      add(['address', 'place'], houses, places);
    }
    add(['name'], firstStart, lastStart);
    // The cities of many people cost more pairs than they find.
    const usesCities = length <= MAX_ROWS_BY_CITY || postcode.filled * 2 < city.filled;
    for (const place of usesCities ? [places, cities] : [places]) {
      add(['place', 'name'], place, firstSound);
      add(['place', 'name'], place, lastSound);
    }
  }

  /** Visits each pair of a key's blocks, unless an earlier key has it. */
  visit(number: number, visitor: PairVisitor): void {
    const block = this.all[number];
    if (block === undefined) return;
    const earlier = this.all.slice(0, number).map(({ keys }) => keys);
    const visitNew: PairVisitor = (a, b) => {
      for (let n = 0; n < number; n++) {
        const keys = earlier[n];
        if (keys === undefined || keys[a] === 0 || keys[a] !== keys[b]) continue;
        // Only part of a large block's pairs was visited.
        if (((this.#large[a] ?? 0) & (1 << n)) === 0) return;
      }
      visitor(a, b);
    };
    for (const rows of groups(block.keys)) {
      if (rows.length <= MAX_BLOCK) visitAll(rows, visitNew);
      else {
        for (const row of rows) this.#large[row] = (this.#large[row] ?? 0) | (1 << number);
        this.#divide(rows, visitNew);
      }
    }
  }

  /** Divides a large block by each second key, and compares neighbours in order of names. */
  #divide(rows: Uint32Array, visitor: PairVisitor): void {
    for (const keys of this.#second) {
      for (const part of groupsOf(rows, keys)) {
        if (part.length === rows.length) continue;
        if (part.length <= MAX_BLOCK) visitAll(part, visitor);
        else this.#visitNeighbours(part, visitor);
      }
    }
    this.#visitNeighbours(rows, visitor);
  }

  #visitNeighbours(rows: Uint32Array, visitor: PairVisitor): void {
    const named = Array.from(rows, (row) => ({ row, name: this.#order(row) }));
    named.sort((one, two) => (one.name < two.name ? -1 : 1));
    for (let i = 0; i < named.length; i++) {
      for (let j = i + 1; j <= i + NEIGHBOURS && j < named.length; j++) {
        const [a, b] = [named[i]?.row ?? 0, named[j]?.row ?? 0];
        visitor(Math.min(a, b), Math.max(a, b));
      }
    }
  }

  #keysOf(column: Column, key: (text: string) => string = (text) => text): Uint32Array {
    const hashes = Uint32Array.from(column.dictionary.texts, (text) => {
      const part = key(text);
      return part === '' ? 0 : hashText(part) || 1;
    });
    return Uint32Array.from(column.values, (value) => hashes[value] ?? 0);
  }

  #add(fields: string[], length: number, parts: readonly Uint32Array[]): void {
    const keys = new Uint32Array(length);
    for (let row = 0; row < length; row++) {
      let key = this.all.length + 1;
      for (const part of parts) {
        const hash = part[row] ?? 0;
        if (hash === 0) {
          key = 0;
          break;
        }
        key = mixHashes(key, hash);
      }
      keys[row] = key;
    }
    this.all.push({ fields, keys });
  }

  /** Adds the sounds of both names in any order. */
  #addSorted(first: Uint32Array, last: Uint32Array): void {
    const keys = first.map((one, row) => {
      const two = last[row] ?? 0;
      return one === 0 || two === 0 ? 0 : mixHashes(Math.min(one, two), Math.max(one, two));
    });
    this.all.push({ fields: ['name'], keys });
  }
}

function isIdentifying({ column, kind }: OtherField): boolean {
  return column.filled > 0 && (kind === 'date' || column.variety >= IDENTIFYING);
}

function visitAll(rows: Uint32Array, visitor: PairVisitor): void {
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) visitor(rows[i] ?? 0, rows[j] ?? 0);
  }
}

/** Returns groups of two and more rows with the same key. */
function* groups(keys: Uint32Array): Generator<Uint32Array> {
  let filled = 0;
  for (const key of keys) if (key !== 0) filled++;
  const sorted = new Float64Array(filled);
  let at = 0;
  keys.forEach((key, row) => {
    if (key !== 0) sorted[at++] = key * ROW_FACTOR + row;
  });
  sorted.sort();
  for (let start = 0; start < filled; ) {
    const key = Math.floor((sorted[start] ?? 0) / ROW_FACTOR);
    let end = start + 1;
    while (end < filled && Math.floor((sorted[end] ?? 0) / ROW_FACTOR) === key) end++;
    if (end - start > 1) yield Uint32Array.from(sorted.subarray(start, end), (value) => value % ROW_FACTOR);
    start = end;
  }
}

function groupsOf(rows: Uint32Array, keys: Uint32Array): Uint32Array[] {
  const parts = new Map<number, number[]>();
  for (const row of rows) {
    const key = keys[row] ?? 0;
    if (key === 0) continue;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [row]);
    else part.push(row);
  }
  return [...parts.values()].filter((part) => part.length > 1).map((part) => Uint32Array.from(part));
}
