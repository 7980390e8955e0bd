import type { CountrySuggestion, DryRunResult } from '#contract/import-dry-run.ts';
import type { ImportMode } from '#contract/imports.ts';
import { formatCount, formatNumber, formatPercent, ratio } from '../../../lib/format.ts';

/** Expected outcome; each row counts once. */
export type DryRunRowOutcome =
  | 'imported'
  | 'updated'
  | 'duplicatesInFile'
  | 'duplicatesInDatabase'
  | 'skipped'
  | 'suppressed'
  | 'errors';

type DryRunCount = Exclude<keyof DryRunResult, 'countrySuggestions' | 'localPhones' | 'emailsToDrop'>;

/** Share from 0 to 1. */
export interface DryRunLine<Key extends DryRunCount = DryRunCount> {
  key: Key;
  label: string;
  count: number;
  share: number;
}

interface OutcomeLine {
  key: DryRunRowOutcome;
  label: string;
  /** Modes that show the line even at zero. */
  modes: readonly ImportMode['mode'][];
}

const OUTCOMES: readonly OutcomeLine[] = [
  { key: 'imported', label: 'Will be imported', modes: ['create', 'createOrUpdate'] },
  { key: 'updated', label: 'Will be updated', modes: ['update', 'createOrUpdate'] },
  { key: 'duplicatesInFile', label: 'Duplicates in the file', modes: ['create'] },
  { key: 'duplicatesInDatabase', label: 'Duplicates in the database', modes: ['create'] },
  { key: 'skipped', label: 'Skipped', modes: ['update'] },
  { key: 'suppressed', label: 'On a suppression list', modes: [] },
  { key: 'errors', label: 'Errors', modes: ['create', 'update', 'createOrUpdate'] },
];

const PHONES = [
  { key: 'validPhones', label: 'Valid' },
  { key: 'invalidPhones', label: 'Invalid' },
  { key: 'withoutPhone', label: 'Without a phone' },
] as const;

/** Returns the outcomes possible in the mode, with shares of the checked rows. */
export function outcomeLines(result: DryRunResult, mode: ImportMode['mode']): DryRunLine<DryRunRowOutcome>[] {
  // Each row has a line of its own.
  const counts = { ...result, skipped: result.skipped - result.suppressed };
  const shown = OUTCOMES.filter((line) => line.modes.includes(mode) || counts[line.key] > 0);
  const all = OUTCOMES.reduce((sum, { key }) => sum + counts[key], 0);
  return shown.map(({ key, label }) => ({
    key,
    label,
    count: counts[key],
    share: ratio(counts[key], all),
  }));
}

/** Counts phones on rows to be imported or updated. */
export function phoneLines(result: DryRunResult): DryRunLine[] {
  const all = PHONES.reduce((sum, { key }) => sum + result[key], 0);
  return PHONES.map(({ key, label }) => ({
    key,
    label,
    count: result[key],
    share: ratio(result[key], all),
  }));
}

/**
 * Summarizes the dry run: `9,812 of 10,000 rows will be imported (9,000 new leads, 812 updates)`;
 * the parts only if leads may be updated.
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

/** Returns `updated` if every accepted row updates a lead. */
function takenVerb(
  { imported, updated }: Pick<DryRunResult, 'imported' | 'updated'>,
  verb: 'imported' | 'updated',
): string {
  return imported === 0 && updated > 0 ? 'updated' : verb;
}

/** Counts invalid stored phones; null without any. */
export function invalidPhonesText({ invalidPhones }: DryRunResult): string | null {
  if (invalidPhones === 0) return null;
  return invalidPhones === 1
    ? '1 phone number is invalid'
    : `${formatNumber(invalidPhones)} phone numbers are invalid`;
}

/** Names the share of the doubtful numbers that a default country makes valid. */
export function suggestionText({ valid, of, isSample }: CountrySuggestion, name: string): string {
  const numbers = `${formatNumber(valid)} of ${formatNumber(of)} doubtful numbers`;
  return `With ${name} as default country, ${numbers}${isSample ? ' in a sample' : ''} are valid.`;
}

/** Describes a bar's nonzero shares: `98.1% will be imported, 1.9% errors`. */
export function sharesText(lines: readonly DryRunLine[]): string {
  return lines
    .filter(({ count }) => count > 0)
    .map(({ label, share }) => `${formatPercent(share)} ${label.toLowerCase()}`)
    .join(', ');
}
