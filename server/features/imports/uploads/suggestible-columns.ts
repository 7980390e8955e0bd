import { isLeadFieldName } from '../../../lead/mapping/auto-map.ts';
import { headerWords } from '../../../lead/mapping/header-words.ts';

/** Columns that are all looked up; each takes 0.2 ms, and other requests wait. */
const NEAR_COLUMNS = 1_000;
/** Further columns that are looked up, those with the shortest names. */
const FAR_COLUMNS = 300;
const NAME_CHARACTERS = 100;

/** Returns the columns for which the server suggests fields, in the order of the file. */
export function suggestibleColumns(
  columns: readonly string[],
  customFields: readonly { name: string }[],
): string[] {
  const short = columns.filter((name) => name.length <= NAME_CHARACTERS);
  const near = short.slice(0, NEAR_COLUMNS);
  if (near.length === short.length) return near;
  return [...near, ...likelyColumns(short.slice(NEAR_COLUMNS), customFields)];
}

/** Takes each name once, whatever its number: surveys have thousands of `Answer 17`. */
function likelyColumns(columns: readonly string[], customFields: readonly { name: string }[]): string[] {
  const custom = new Set(customFields.map(({ name }) => name.trim()));
  const wordsOf = new Map<string, number>();
  const seen = new Set<string>();
  for (const column of columns) {
    const words = headerWords(column).filter((word) => !/^\p{Nd}+$/u.test(word));
    const isField = custom.has(column.trim()) || isLeadFieldName(column);
    const key = words.join(' ');
    if (!isField && (words.length === 0 || seen.has(key))) continue;
    seen.add(key);
    wordsOf.set(column, isField ? 0 : words.length);
  }
  const shortest = [...wordsOf].sort((one, other) => one[1] - other[1]).slice(0, FAR_COLUMNS);
  const chosen = new Set(shortest.map(([column]) => column));
  return columns.filter((column) => chosen.has(column));
}
