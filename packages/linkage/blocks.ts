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

/** `isDivided` means that only part of the pair's block is visited. */
type PairVisitor = (a: number, b: number, isDivided: boolean) => void;

/** Finds pairs of people that share a key. */
export class Blocks {
  readonly all: Block[];
  /** Keys that divide a large block. */
  readonly second: readonly RowKey[];
  /** For each row, bits of the keys of its large blocks, and of the second keys that divide them. */
  readonly #large: Uint32Array;
  readonly #small: Uint16Array;
  /** Places of the names in alphabetical order. */
  readonly #order: Int32Array;
  readonly #people: People;

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
    this.#small = new Uint16Array(length);
    this.#people = people;
    const texts = [...people.first.dictionary.texts];
    const sorted = Uint32Array.from(texts.keys()).sort((one, two) =>
      (texts[one] ?? '') < (texts[two] ?? '') ? -1 : 1,
    );
    this.#order = new Int32Array(texts.length);
    sorted.forEach((text, place) => {
      this.#order[text] = place;
    });
  }

  /**
   * Visits each pair of a key's blocks, unless an earlier key has it.
   * @param every limits the visit to one block in this many
   */
  visit(number: number, visitor: PairVisitor, every = 1): void {
    const block = this.all[number];
    if (block === undefined) return;
    const earlier = this.all.slice(0, number).map(({ keys }) => keys);
    const visitNew: PairVisitor = (a, b, isDivided) => {
      for (let n = 0; n < number; n++) {
        const keys = earlier[n];
        if (keys === undefined || keys[a] === 0 || keys[a] !== keys[b]) continue;
        // Only part of a large block's pairs was visited.
        if (((this.#large[a] ?? 0) & (1 << n)) === 0) return;
      }
      visitor(a, b, isDivided);
    };
    visitGroups(block.keys, (rows, key) => {
      const isLarge = rows.length > MAX_BLOCK;
      if (isLarge) for (const row of rows) this.#large[row] = (this.#large[row] ?? 0) | (1 << number);
      if (key % every !== 0) return;
      if (isLarge) this.#divide(rows, visitNew);
      else visitAll(rows, visitNew, false);
    });
  }

  /** Divides a large block by each second key, and compares neighbours in order of names. */
  #divide(rows: Uint32Array, visitor: PairVisitor): void {
    for (const row of rows) this.#small[row] = 0;
    this.second.forEach((key, number) => {
      const visitNew: PairVisitor = (a, b) => {
        const both = (this.#small[a] ?? 0) & (this.#small[b] ?? 0);
        for (let n = 0; n < number; n++)
          if ((both & (1 << n)) !== 0 && this.second[n]?.(a) === this.second[n]?.(b)) return;
        visitor(a, b, true);
      };
      for (const part of partsOf(rows, key).values()) {
        if (part.length === rows.length) continue;
        if (part.length > MAX_BLOCK) this.#visitNeighbours(part, visitNew);
        else {
          visitAll(part, visitNew, true);
          for (const row of part) this.#small[row] = (this.#small[row] ?? 0) | (1 << number);
        }
      }
    });
    this.#visitNeighbours(rows, visitor);
  }

  #visitNeighbours(rows: ArrayLike<number>, visitor: PairVisitor): void {
    const { first, last } = this.#people;
    const width = this.#order.length + 1;
    const placeOf = (value: number) => (value < 0 ? 0 : (this.#order[value] ?? 0) + 1);
    const names = Float64Array.from(rows, (row) => placeOf(last.at(row)) * width + placeOf(first.at(row)));
    const order = Uint32Array.from(names.keys()).sort((one, two) => (names[one] ?? 0) - (names[two] ?? 0));
    for (let i = 0; i < order.length; i++) {
      for (let j = i + 1; j <= i + NEIGHBOURS && j < order.length; j++) {
        const [a, b] = [rows[order[i] ?? 0] ?? 0, rows[order[j] ?? 0] ?? 0];
        visitor(Math.min(a, b), Math.max(a, b), true);
      }
    }
  }
}

function visitAll(rows: ArrayLike<number>, visitor: PairVisitor, isDivided: boolean): void {
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) visitor(rows[i] ?? 0, rows[j] ?? 0, isDivided);
  }
}

/** Groups rows by key; rows without a key are left out. */
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
