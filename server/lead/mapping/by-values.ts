import { canonicalCountry } from '../countries/canonical-country.ts';
import { statusOfWord } from '../values/status-words.ts';
import { type ColumnClaim, STRENGTH } from './claim.ts';
import { headerWords } from './header-words.ts';

/** Returns the first cells of a column. */
export type ColumnSamples = (column: string) => readonly string[];

/** Names that mean a field only if the column's values do, as words separated by blanks. */
const UNCERTAIN = {
  /** Country codes of newsletters and shops. `CC` may also be a copy or a card, and an id may be a number. */
  country: ['cc', 'country id', 'id country', 'land id', 'pays id', 'pais id', 'paese id'],
  /** Stages of a lead, and names that mean a province as well. */
  status: ['stage', 'state', 'estado', 'stato', 'etat', 'phase', 'fase', 'etap', 'asama', 'стадия', 'этап'],
} as const;

/** Longer cells are texts, and folding them takes time. */
const MAX_STATUS_CHARACTERS = 100;

/** Returns whether cells are countries, all of them, or statuses, at least one of them. */
const CONFIRMED = {
  country: (cells: readonly string[]) => cells.every((cell) => canonicalCountry(cell).iso !== null),
  status: (cells: readonly string[]) => cells.some(isStatusWord),
};

function isStatusWord(cell: string): boolean {
  return cell.length <= MAX_STATUS_CHARACTERS && statusOfWord(cell) !== null;
}

/** Returns the claim of a column whose name leaves open what it holds, if its first cells settle it; otherwise null. */
export function claimByValues(column: string, samples: ColumnSamples): ColumnClaim | null {
  const name = ` ${headerWords(column).join(' ')}`;
  for (const target of ['country', 'status'] as const) {
    const isNamed = UNCERTAIN[target].some((one) =>
      one.includes(' ') ? name.endsWith(` ${one}`) : name === ` ${one}`,
    );
    if (!isNamed) continue;
    const cells = samples(column).filter((cell) => cell.trim() !== '');
    if (cells.length === 0 || !CONFIRMED[target](cells)) continue;
    return { target, slot: target, strength: STRENGTH.keyword, end: 0, length: 0, doubts: 1, ordinal: 1 };
  }
  return null;
}

/** Returns whether a column has first cells and all of them are blank. */
export function isBlankColumn(column: string, samples: ColumnSamples): boolean {
  const cells = samples(column);
  return cells.length > 0 && cells.every((cell) => cell.trim() === '');
}
