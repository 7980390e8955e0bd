import { canonicalCountry } from '../countries/canonical-country.ts';
import { statusOfWord } from '../values/status-words.ts';
import { type ColumnClaim, STRENGTH } from './claim.ts';
import { headerWords } from './header-words.ts';

/** Returns the first cells of a column. */
export type ColumnSamples = (column: string) => readonly string[];

/** Mean a field only if the column's values do. */
const UNCERTAIN = {
  /** `CC` may also be a copy or a card, and an id a number. */
  country: ['cc', 'country id', 'id country', 'land id', 'pays id', 'pais id', 'paese id'],
  /** Stages of a lead, and names that mean a province as well. */
  status: ['stage', 'state', 'estado', 'stato', 'etat', 'phase', 'fase', 'etap', 'asama', 'стадия', 'этап'],
} as const;

/** Longer cells are texts, and folding them takes time. */
const MAX_STATUS_CHARACTERS = 100;

/** All countries, or at least one status. */
const CONFIRMED = {
  country: (cells: readonly string[]) => cells.every((cell) => canonicalCountry(cell).iso !== null),
  status: (cells: readonly string[]) => cells.some(isStatusWord),
};

function isStatusWord(cell: string): boolean {
  return cell.length <= MAX_STATUS_CHARACTERS && statusOfWord(cell) !== null;
}

/** The claim of a column whose first cells settle what its name leaves open. */
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

export function isBlankColumn(column: string, samples: ColumnSamples): boolean {
  const cells = samples(column);
  return cells.length > 0 && cells.every((cell) => cell.trim() === '');
}
