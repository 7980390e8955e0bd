import { FileProblem } from './file-problem.ts';

/** Maximum columns of a file, the same as in an Excel sheet. */
export const COLUMN_LIMIT = 16_384;

/** Columns from which a table is wide, and maximum cells of a wide table, blank ones included. No upload has room for more text. */
const WIDE_FROM = 1_000;
const WIDE_CELLS = 100_000_000;

/**
 * Checks the size of a table: a cell far to the right costs each row an array of that length.
 * @throws FileProblem `too_many_columns` if a table of 1,000 columns or more has over 100,000,000 cells
 */
export function checkTableSize(rows: number, columns: number): void {
  if (columns < WIDE_FROM || rows * columns <= WIDE_CELLS) return;
  throw new FileProblem(
    'too_many_columns',
    `A cell of the file is in column ${columns.toLocaleString('en')}, which is too far to the right for so many rows. Remove the columns you don't need and upload it again.`,
  );
}

/** Maximum characters of a column name; longer names are cut. */
const NAME_LIMIT = 200;

/** Creates the error for a row wider than COLUMN_LIMIT. */
export function tooManyColumns(): FileProblem {
  return new FileProblem(
    'too_many_columns',
    "The file has more than 16,384 columns. Remove those you don't need and upload it again.",
  );
}

/**
 * A JavaScript object can't have it as a key everywhere, so the first column of this name is numbered like a
 * repeated one.
 */
const UNUSABLE_NAME = '__proto__';

/**
 * Returns unique names for `width` columns under the header row `header`: the name as written with white
 * space collapsed; `Phone (2)`, `Phone (3)` for a repeated name; `Column 7` for a missing one. A generated
 * name never equals a written one, and the names of the first columns don't depend on `width`.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const written = header
    .slice(0, width)
    .map((name) => name.replace(/\s+/gu, ' ').trim().slice(0, NAME_LIMIT).toWellFormed());
  const reserved = new Set(written);
  const used = new Set([UNUSABLE_NAME]);
  // Last number given to each repeated name, so that thousands of them take linear time.
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
