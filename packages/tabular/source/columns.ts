import { FileProblem } from './file-problem.ts';

/** As in an Excel sheet. */
export const COLUMN_LIMIT = 16_384;

/** Maximum cells exceed the text of any upload. */
const WIDE_FROM = 1_000;
const WIDE_CELLS = 100_000_000;

/**
 * A far-right cell costs each row a wide array.
 * @throws FileProblem `too_many_columns` for 1,000 columns or more with over 100,000,000 cells
 */
export function checkTableSize(rows: number, columns: number): void {
  if (columns < WIDE_FROM || rows * columns <= WIDE_CELLS) return;
  throw new FileProblem(
    'too_many_columns',
    `A cell of the file is in column ${columns.toLocaleString('en')}, which is too far to the right for so many rows. Remove the columns you don't need and upload it again.`,
  );
}

/** In characters; longer names are cut. */
const NAME_LIMIT = 200;

export function tooManyColumns(): FileProblem {
  return new FileProblem(
    'too_many_columns',
    "The file has more than 16,384 columns. Remove those you don't need and upload it again.",
  );
}

/** Unsafe as an object key, so numbered like a repeat. */
const UNUSABLE_NAME = '__proto__';

/**
 * Returns unique names: `Phone (2)` for a repeat, `Column 7` if missing. Generated names never equal written
 * names; `width` doesn't affect a name.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const written = header
    .slice(0, width)
    .map((name) => name.replace(/\s+/gu, ' ').trim().slice(0, NAME_LIMIT).toWellFormed());
  const reserved = new Set(written);
  const used = new Set([UNUSABLE_NAME]);
  // Last number per name, for linear time.
  const numbers = new Map<string, number>();
  return Array.from({ length: width }, (_, index) => {
    const name = written[index] || `Column ${index + 1}`;
    let unique = name;
    let isFree = !used.has(name) && (Boolean(written[index]) || !reserved.has(name));
    while (!isFree) {
      const number = (numbers.get(name) ?? 1) + 1;
      numbers.set(name, number);
      unique = `${name} (${number})`;
      isFree = !reserved.has(unique) && !used.has(unique);
    }
    used.add(unique);
    return unique;
  });
}
