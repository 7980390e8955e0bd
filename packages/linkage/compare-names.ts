import { type Comparison, type Frequency, levels, MISSING } from './comparison.ts';
import type { Column } from './dictionary.ts';
import { hasShortForms, isShortForm } from './names.ts';
import type { People } from './people.ts';
import { Similarity } from './similarity.ts';

const NAME_LEVELS = levels(
  ['same', 0.6, 1e-5],
  ['swapped', 0.03, 2e-6],
  ['similar', 0.13, 2e-5],
  ['alike', 0.05, 8e-5],
  ['sameLast', 0.03, 2e-3],
  ['sameFirst', 0.06, 5e-3],
  ['onlyLast', 0.04, 2e-3],
  ['onlyFirst', 0.04, 5e-3],
  ['oneSimilar', 0.01, 2e-2],
  ['different', 0.01, 0.966],
);
export const NAME_LEVEL = {
  same: 0,
  swapped: 1,
  similar: 2,
  alike: 3,
  sameLast: 4,
  sameFirst: 5,
  onlyLast: 6,
  onlyFirst: 7,
  oneSimilar: 8,
  different: 9,
};

const SIMILAR = 0.92;
const ALIKE = 0.88;

/** Bits of names whose texts `nameSimilarity` has to read. */
const SHORT_FORMS = 1;
const PARTS = 2;

function traitsOf(name: string): number {
  return (hasShortForms(name) ? SHORT_FORMS : 0) | (name.length === 1 || name.includes(' ') ? PARTS : 0);
}

/** Similarity of two names of a kind, at least `jw`: short forms, initials and parts of double names are similar. */
function nameSimilarity(a: string, b: string, jw: number): number {
  if (jw >= SIMILAR || isShortForm(a, b)) return Math.max(jw, SIMILAR);
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return ALIKE;
  if (a.includes(' ') || b.includes(' ')) {
    const [some, all] = [a.split(' '), b.split(' ')].sort((one, two) => one.length - two.length);
    if (some?.every((part) => part.length > 2 && all?.includes(part))) return SIMILAR;
    if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return 1;
  }
  return jw;
}

/** Compares first and last names as one: each says little about the other's frequency alone. */
export function compareNames(people: People): Comparison {
  const { first, last, full } = people;
  const { texts } = first.dictionary;
  const similar = new Similarity(texts);
  const traits = Uint8Array.from(texts, traitsOf);
  const similarity = (a: number, b: number) => {
    if (a === b) return 1;
    const jw = similar.of(a, b, ALIKE);
    const [one, two] = [traits[a] ?? 0, traits[b] ?? 0];
    if ((one & two & SHORT_FORMS) === 0 && ((one | two) & PARTS) === 0) return jw;
    return nameSimilarity(texts.at(a), texts.at(b), jw);
  };
  const compare = (a: number, b: number): number => {
    const [f1, f2, l1, l2] = [first.at(a), first.at(b), last.at(a), last.at(b)];
    if ((f1 < 0 && l1 < 0) || (f2 < 0 && l2 < 0)) return MISSING;
    if (f1 < 0 || f2 < 0 || l1 < 0 || l2 < 0) return compareParts(f1, f2, l1, l2);
    if (f1 === f2 && l1 === l2) return NAME_LEVEL.same;
    if (f1 === l2 && l1 === f2) return NAME_LEVEL.swapped;
    const [fs, ls] = [similarity(f1, f2), similarity(l1, l2)];
    if (fs >= SIMILAR && ls >= SIMILAR) return NAME_LEVEL.similar;
    if (fs >= ALIKE && ls >= ALIKE) return NAME_LEVEL.alike;
    if (fs < ALIKE && ls < ALIKE) {
      const isSwapped = similarity(f1, l2) >= SIMILAR && similarity(l1, f2) >= SIMILAR;
      return isSwapped ? NAME_LEVEL.swapped : NAME_LEVEL.different;
    }
    if (ls === 1) return NAME_LEVEL.sameLast;
    return fs === 1 ? NAME_LEVEL.sameFirst : NAME_LEVEL.oneSimilar;
  };
  const compareParts = (f1: number, f2: number, l1: number, l2: number): number => {
    if (l1 >= 0 && l2 >= 0) return similarity(l1, l2) >= SIMILAR ? NAME_LEVEL.onlyLast : NAME_LEVEL.different;
    if (f1 >= 0 && f2 >= 0)
      return similarity(f1, f2) >= SIMILAR ? NAME_LEVEL.onlyFirst : NAME_LEVEL.different;
    return similarity(Math.max(f1, l1), Math.max(f2, l2)) >= SIMILAR
      ? NAME_LEVEL.oneSimilar
      : NAME_LEVEL.different;
  };
  const frequency = (level: number, a: number, b: number): Frequency | null => {
    if (level <= NAME_LEVEL.alike)
      return countOf(full, a, b, level === NAME_LEVEL.same ? 1 : 0.5, NAME_LEVEL.same);
    if (level === NAME_LEVEL.sameLast || level === NAME_LEVEL.onlyLast) return countOf(last, a, b, 1, level);
    if (level === NAME_LEVEL.sameFirst || level === NAME_LEVEL.onlyFirst)
      return countOf(first, a, b, 1, level);
    return null;
  };
  return { field: 'name', levels: NAME_LEVELS, agrees: NAME_LEVEL.alike, compare, frequency };
}

/** Returns the frequency of the more frequent value of two rows. */
export function countOf(column: Column, a: number, b: number, weight: number, exact: number): Frequency {
  const count = Math.max(column.counts[column.at(a)] ?? 0, column.counts[column.at(b)] ?? 0);
  return { count, of: column.filled, weight, exact };
}
