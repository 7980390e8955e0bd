import { IMPORT_FIELDS, type ImportField } from '#contract/lead-fields.ts';
import { type ColumnClaim, moreTelling, STRENGTH } from './claim.ts';
import { exactNames, fieldNames } from './field-names.ts';
import { headerWords, splitOrdinal, squash } from './header-words.ts';
import { doubtsIn, keywordSurroundings } from './keyword-words.ts';

interface Keyword {
  words: string[];
  squashed: string;
}

const KEYWORDS = new Map(
  IMPORT_FIELDS.map((field) => [
    field.key,
    {
      keywords: fieldNames(field).keywords.map(
        (keyword): Keyword => ({ words: keyword.split(' '), squashed: squash(keyword) }),
      ),
      ...keywordSurroundings(field),
    },
  ]),
);

/** The most telling claim by names and keywords of the fields. */
export function keywordClaim(column: string, fields: readonly ImportField[]): ColumnClaim | null {
  const { words: all, ordinal } = splitOrdinal(headerWords(column));
  const words = headLast(all);
  let best: ColumnClaim | null = null;
  for (const field of fields) {
    const claim = claimByName(field, words, ordinal) ?? claimByKeyword(field, words, ordinal);
    if (claim && (!best || moreTelling(claim, best))) best = claim;
  }
  return best;
}

const OF = new Set(['of', 'de', 'du', 'des', 'del', 'di', 'da', 'von', 'van']);

/** Turns `Country of Postal address` into `postal address country`. */
function headLast(words: readonly string[]): readonly string[] {
  const of = words.findIndex((word) => OF.has(word));
  return of < 1 ? words : [...words.slice(of + 1), ...words.slice(0, of)];
}

function claimByName(field: ImportField, words: readonly string[], ordinal: number): ColumnClaim | null {
  const whole = words.join('');
  const { keywords, aliases } = fieldNames(field);
  const names = [...exactNames(field), ...[...aliases, ...keywords].map(squash)];
  if (!names.includes(whole)) return null;
  const { key: target, storedIn: slot } = field;
  const doubts = doubtsIn(words, field);
  return { target, slot, strength: STRENGTH.name, end: 0, length: whole.length, doubts, ordinal };
}

function claimByKeyword(field: ImportField, words: readonly string[], ordinal: number): ColumnClaim | null {
  const known = KEYWORDS.get(field.key);
  if (!known || known.before.some((barred) => barred.every((word) => words.includes(word)))) return null;
  let best: ColumnClaim | null = null;
  for (const keyword of known.keywords) {
    const found = findKeyword(keyword, words);
    if (found.size === 0) continue;
    const end = Math.max(...found);
    if (!words.slice(end + 1).every((word) => known.after.has(word))) continue;
    const doubts = doubtsIn(
      words.filter((_, at) => !found.has(at)),
      field,
    );
    const { key: target, storedIn: slot } = field;
    const length = keyword.squashed.length;
    const claim = { target, slot, strength: STRENGTH.keyword, end, length, doubts, ordinal };
    if (!best || moreTelling(claim, best)) best = claim;
  }
  return best;
}

/** Adjacent words that spell the keyword, or its words in any order. */
function findKeyword(keyword: Keyword, words: readonly string[]): Set<number> {
  for (let from = 0; from < words.length; from++) {
    let spelled = '';
    for (let to = from; to < words.length && spelled.length < keyword.squashed.length; to++) {
      spelled += words[to];
      if (spelled === keyword.squashed) return new Set(range(from, to));
    }
  }
  const positions = keyword.words.map((word) => words.indexOf(word));
  return positions.includes(-1) || keyword.words.length === 1 ? new Set() : new Set(positions);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
