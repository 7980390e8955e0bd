import { FileProblem } from './file-problem.ts';

/** Maximum columns of a file, the same as in an Excel sheet. */
export const COLUMN_LIMIT = 16_384;

/** Maximum characters of a column name; longer names are cut. */
const NAME_LIMIT = 200;

/** Creates the error for a row wider than COLUMN_LIMIT. */
export function tooManyColumns(): FileProblem {
  return new FileProblem('too_many_columns', 'The file has more than 16,384 columns.');
}

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
  const used = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const name = written[index] || `Column ${index + 1}`;
    const free = written[index] ? !used.has(name) : !reserved.has(name) && !used.has(name);
    const unique = free ? name : numbered(name, reserved, used);
    used.add(unique);
    return unique;
  });
}

function numbered(name: string, reserved: ReadonlySet<string>, used: ReadonlySet<string>): string {
  let count = 2;
  while (reserved.has(`${name} (${count})`) || used.has(`${name} (${count})`)) count += 1;
  return `${name} (${count})`;
}
