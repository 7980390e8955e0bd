import { type Blocks, MAX_BLOCK, partsOf } from './blocks.ts';
import { hashText, mixHashes } from './hashes.ts';
import type { NamedColumn, People } from './people.ts';
import { visitGroups } from './sort-keys.ts';

/** Leads stored for a key that no second key divides. */
const MAX_STORED = 30;
/** In place of a row: the key has too many, and is divided by the second keys. */
export const DIVIDED = -1;
/** Leads with a value below which its frequency isn't stored. */
const MIN_COUNT = 3;

/** Visits the keys by which later people find these, with the row of each. */
export function visitEntries(
  { all, second }: Blocks,
  people: People,
  visitor: (key: number, row: number) => void,
): void {
  const divide = (key: number, rows: Uint32Array) => {
    visitor(key, DIVIDED);
    second.forEach((keyOf, number) => {
      for (const [part, rowsOfPart] of partsOf(rows, keyOf)) {
        const divided = secondKey(key, number, part);
        if (rowsOfPart.length <= MAX_STORED) for (const row of rowsOfPart) visitor(divided, row);
      }
    });
    const named = new Map<number, number>();
    for (const row of rows) {
      const name = nameKey(key, people, row);
      const stored = named.get(name) ?? 0;
      named.set(name, stored + 1);
      if (stored < MAX_STORED) visitor(name, row);
    }
  };
  for (const { keys } of all) {
    visitGroups(keys, (rows, key) => {
      if (rows.length > MAX_BLOCK) divide(key, rows);
      else for (const row of rows) visitor(key, row);
    });
  }
}

/** Returns the keys by which a row of a divided key is stored. */
export function dividedKeys(key: number, { second }: Blocks, people: People, row: number): number[] {
  const keys = second.flatMap((keyOf, number) => {
    const part = keyOf(row);
    return part === 0 ? [] : [secondKey(key, number, part)];
  });
  return [...keys, nameKey(key, people, row)];
}

function secondKey(key: number, number: number, part: number): number {
  return mixHashes(mixHashes(key, number + 1), part);
}

function nameKey(key: number, people: People, row: number): number {
  return mixHashes(key, hashText(people.nameOf(row)));
}

/** Visits the values that several people have, as keys, with their number of people. */
export function visitCounts(people: People, visitor: (key: number, count: number) => void): void {
  for (const named of people.columns()) {
    named.column.counts.forEach((count, value) => {
      if (count >= MIN_COUNT) visitor(countKey(named, value), count);
    });
  }
}

/** Takes the frequencies of values from a stored index in place of these few people's own. */
export function takeCounts(
  people: People,
  filled: Record<string, number>,
  countOf: (key: number) => number | undefined,
): void {
  for (const named of people.columns()) {
    const { name, column } = named;
    column.filled = filled[name] ?? 0;
    column.counts = column.counts.map((own, value) =>
      own === 0 ? 0 : (countOf(countKey(named, value)) ?? MIN_COUNT - 1),
    );
  }
}

/** Returns the keys of a row's values in `visitCounts`. */
export function countKeys(people: People, row: number): number[] {
  return people.columns().flatMap((named) => {
    const value = named.column.at(row);
    return value < 0 ? [] : [countKey(named, value)];
  });
}

function countKey({ name, textOf }: NamedColumn, value: number): number {
  return hashText(textOf(value), hashText(name)) || 1;
}
