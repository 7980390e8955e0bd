import type { CountrySuggestion, DryRunResult } from '#contract/import-dry-run.ts';
import type { ImportMode } from '#contract/imports.ts';
import { formatCount, formatNumber, formatPercent } from '../../../lib/format.ts';

/** Expected outcome of a row; each row counts once. */
export type DryRunRowOutcome =
  | 'imported'
  | 'updated'
  | 'duplicatesInFile'
  | 'duplicatesInDatabase'
  | 'skipped'
  | 'errors';

/** Keys of the counts of a dry run. */
type DryRunCount = Exclude<keyof DryRunResult, 'countrySuggestions' | 'localPhones'>;

/** A count with its share, 0 to 1. */
export interface DryRunLine<Key extends DryRunCount = DryRunCount> {
  key: Key;
  label: string;
  count: number;
  share: number;
}

interface OutcomeLine {
  key: DryRunRowOutcome;
  label: string;
  /** Modes in which the line appears even at zero. */
  modes: readonly ImportMode['mode'][];
}

const OUTCOMES: readonly OutcomeLine[] = [
  { key: 'imported', label: 'Will be imported', modes: ['create', 'createOrUpdate'] },
  { key: 'updated', label: 'Will be updated', modes: ['update', 'createOrUpdate'] },
  { key: 'duplicatesInFile', label: 'Duplicates in the file', modes: ['create'] },
  { key: 'duplicatesInDatabase', label: 'Duplicates in the database', modes: ['create'] },
  { key: 'skipped', label: 'Skipped', modes: ['update'] },
  { key: 'errors', label: 'Errors', modes: ['create', 'update', 'createOrUpdate'] },
];

const PHONES = [
  { key: 'validPhones', label: 'Valid' },
  { key: 'invalidPhones', label: 'Invalid' },
  { key: 'withoutPhone', label: 'Without a phone' },
] as const;

/**
 * Returns the expected outcomes with their shares of the checked rows, leaving out outcomes that the mode
 * can't have.
 */
export function outcomeLines(result: DryRunResult, mode: ImportMode['mode']): DryRunLine<DryRunRowOutcome>[] {
  const shown = OUTCOMES.filter((line) => line.modes.includes(mode) || result[line.key] > 0);
  const all = OUTCOMES.reduce((sum, { key }) => sum + result[key], 0);
  return shown.map(({ key, label }) => ({
    key,
    label,
    count: result[key],
    share: shareOf(result[key], all),
  }));
}

/** Returns the counts of phones on the rows that will be imported or updated. */
export function phoneLines(result: DryRunResult): DryRunLine[] {
  const all = PHONES.reduce((sum, { key }) => sum + result[key], 0);
  return PHONES.map(({ key, label }) => ({
    key,
    label,
    count: result[key],
    share: shareOf(result[key], all),
  }));
}

/**
 * Summarizes the dry run: `9,812 of 10,000 rows will be imported`; where rows may update leads too,
 * `9,812 of 10,000 rows will be imported (9,000 new leads, 812 updates)`.
 */
export function dryRunText(
  result: Pick<DryRunResult, 'totalRows' | 'imported' | 'updated'>,
  mode: ImportMode['mode'],
): string {
  const { totalRows, imported, updated } = result;
  const verb = mode === 'update' ? 'updated' : 'imported';
  const taken = imported + updated;
  const parts =
    mode === 'createOrUpdate' && imported > 0 && updated > 0
      ? ` (${formatCount(imported, 'new lead')}, ${formatCount(updated, 'update')})`
      : '';
  if (taken === totalRows) {
    const rows = totalRows === 1 ? 'The row' : `All ${formatNumber(totalRows)} rows`;
    return `${rows} will be ${takenVerb(result, verb)}${parts}`;
  }
  const count = taken === 0 ? 'None' : formatNumber(taken);
  return `${count} of ${formatCount(totalRows, 'row')} will be ${takenVerb(result, verb)}${parts}`;
}

/** Returns `updated` where every row that is taken updates a lead. */
function takenVerb(
  { imported, updated }: Pick<DryRunResult, 'imported' | 'updated'>,
  verb: 'imported' | 'updated',
): string {
  return imported === 0 && updated > 0 ? 'updated' : verb;
}

/** States how many of the stored phone numbers are invalid, or returns null if none is. */
export function invalidPhonesText({ invalidPhones }: DryRunResult): string | null {
  if (invalidPhones === 0) return null;
  return invalidPhones === 1
    ? '1 phone number is invalid'
    : `${formatNumber(invalidPhones)} phone numbers are invalid`;
}

/** Returns the default country to suggest: the one that makes most of the phone numbers valid, or null. */
export function bestCountry({ countrySuggestions, validPhones }: DryRunResult): CountrySuggestion | null {
  const [best] = countrySuggestions;
  if (best === undefined || best.valid * 2 <= best.of) return null;
  return best.isSample || best.valid > validPhones ? best : null;
}

/** Describes the shares of a bar in words, leaving out zeros: `98.1% will be imported, 1.9% errors`. */
export function sharesText(lines: readonly DryRunLine[]): string {
  return lines
    .filter(({ count }) => count > 0)
    .map(({ label, share }) => `${formatPercent(share)} ${label.toLowerCase()}`)
    .join(', ');
}

function shareOf(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}
