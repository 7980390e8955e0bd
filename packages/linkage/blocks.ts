import { type KeyPlan, makeKeys, type RowKey } from './keys.ts';
import type { People } from './people.ts';
import { visitGroups } from './sort-keys.ts';

/** Leads of a block up to which all pairs are compared; larger blocks are divided by a second key. */
export const MAX_BLOCK = 30;
/** Neighbours compared in a block that no second key divides. */
const NEIGHBOURS = 3;

/** Rows with their keys, by which pairs are found. */
interface Block {
  fields: readonly string[];
  keys: Uint32Array;
}

export type PairVisitor = (a: number, b: number) => void;

/** Finds pairs of people that share a key. */
export class Blocks {
  readonly all: Block[];
  /** Keys that divide a large block. */
  readonly second: readonly RowKey[];
  /** Bits of the keys by which a row is in a large block. */
  readonly #large: Uint32Array;
  readonly #order: (row: number) => string;

  constructor(people: People, plan: KeyPlan) {
    const { length } = people;
    const { blocks, second } = makeKeys(people, plan);
    this.second = second;
    this.all = blocks.map(({ fields, keyOf }) => {
      const keys = new Uint32Array(length);
      for (let row = 0; row < length; row++) keys[row] = keyOf(row);
      return { fields, keys };
    });
    this.#large = new Uint32Array(length);
    this.#order = (row) => people.nameOf(row);
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
    visitGroups(block.keys, (rows) => {
      if (rows.length <= MAX_BLOCK) visitAll(rows, visitNew);
      else {
        for (const row of rows) this.#large[row] = (this.#large[row] ?? 0) | (1 << number);
        this.#divide(rows, visitNew);
      }
    });
  }

  /** Divides a large block by each second key, and compares neighbours in order of names. */
  #divide(rows: Uint32Array, visitor: PairVisitor): void {
    for (const key of this.second) {
      for (const part of partsOf(rows, key).values()) {
        if (part.length === rows.length) continue;
        if (part.length <= MAX_BLOCK) visitAll(part, visitor);
        else this.#visitNeighbours(part, visitor);
      }
    }
    this.#visitNeighbours(rows, visitor);
  }

  #visitNeighbours(rows: ArrayLike<number>, visitor: PairVisitor): void {
    const named = Array.from(rows, (row) => ({ row, name: this.#order(row) }));
    named.sort((one, two) => (one.name < two.name ? -1 : 1));
    for (let i = 0; i < named.length; i++) {
      for (let j = i + 1; j <= i + NEIGHBOURS && j < named.length; j++) {
        const [a, b] = [named[i]?.row ?? 0, named[j]?.row ?? 0];
        visitor(Math.min(a, b), Math.max(a, b));
      }
    }
  }
}

function visitAll(rows: ArrayLike<number>, visitor: PairVisitor): void {
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) visitor(rows[i] ?? 0, rows[j] ?? 0);
  }
}

/** Returns the rows of each key, without those that have none. */
export function partsOf(rows: Uint32Array, keyOf: RowKey): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === 0) continue;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [row]);
    else part.push(row);
  }
  return parts;
}
