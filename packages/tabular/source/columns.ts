import { FileProblem } from './file-problem.ts';

/** The most columns a file may have, as in a sheet of Excel. */
export const COLUMN_LIMIT = 16_384;

/** The longest column name, in characters; what is longer is cut. */
const NAME_LIMIT = 200;

/** The problem of a file with a row that is wider than COLUMN_LIMIT. */
export function tooManyColumns(): FileProblem {
  return new FileProblem('too_many_columns', 'The file has more than 16,384 columns.');
}

/**
 * Unique names for `width` columns under the header row `header`: the name as written, white space collapsed;
 * `Phone (2)`, `Phone (3)` for one that repeats; `Column 7` for one without a name. A name that is made never
 * equals one that is written, and the names of the first columns do not depend on `width`.
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
