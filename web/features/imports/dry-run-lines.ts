import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ImportMode } from '#contract/imports.ts';
import { formatCount, formatNumber, formatPercent } from '../../lib/format.ts';

/** Expected outcome of a row; each row counts once. */
export type DryRunRowOutcome =
  | 'imported'
  | 'updated'
  | 'duplicatesInFile'
  | 'duplicatesInDatabase'
  | 'skipped'
  | 'errors';

/** A count with its share, 0 to 1. */
export interface DryRunLine<Key extends keyof ImportForecast = keyof ImportForecast> {
  key: Key;
  label: string;
  count: number;
  share: number;
}

interface OutcomeLine {
  key: DryRunRowOutcome;
  label: string;
  /** Mode in which the line appears even at zero. */
  mode: ImportMode['mode'] | 'both';
}

const OUTCOMES: readonly OutcomeLine[] = [
  { key: 'imported', label: 'Would be imported', mode: 'create' },
  { key: 'updated', label: 'Would be updated', mode: 'update' },
  { key: 'duplicatesInFile', label: 'Duplicates in the file', mode: 'create' },
  { key: 'duplicatesInDatabase', label: 'Duplicates in the database', mode: 'create' },
  { key: 'skipped', label: 'Skipped', mode: 'update' },
  { key: 'errors', label: 'Errors', mode: 'both' },
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
export function outcomeLines(
  forecast: ImportForecast,
  mode: ImportMode['mode'],
): DryRunLine<DryRunRowOutcome>[] {
  const shown = OUTCOMES.filter(
    (line) => line.mode === 'both' || line.mode === mode || forecast[line.key] > 0,
  );
  const all = OUTCOMES.reduce((sum, { key }) => sum + forecast[key], 0);
  return shown.map(({ key, label }) => ({
    key,
    label,
    count: forecast[key],
    share: shareOf(forecast[key], all),
  }));
}

/** Returns the counts of phones on the rows that would be imported or updated. */
export function phoneLines(forecast: ImportForecast): DryRunLine[] {
  const all = PHONES.reduce((sum, { key }) => sum + forecast[key], 0);
  return PHONES.map(({ key, label }) => ({
    key,
    label,
    count: forecast[key],
    share: shareOf(forecast[key], all),
  }));
}

/** Summarizes the dry run in a sentence such as `9,812 of 10,000 rows would be imported`. */
export function dryRunText(forecast: ImportForecast, mode: ImportMode['mode']): string {
  const { totalRows, imported, updated } = forecast;
  const verb = mode === 'create' ? 'imported' : 'updated';
  const taken = imported + updated;
  if (taken === totalRows) {
    return totalRows === 1
      ? `The row would be ${verb}`
      : `All ${formatNumber(totalRows)} rows would be ${verb}`;
  }
  const count = taken === 0 ? 'None' : formatNumber(taken);
  return `${count} of ${formatCount(totalRows, 'row')} would be ${verb}`;
}

/** Describes the shares of a bar in words, leaving out zeros: `98.1% would be imported, 1.9% errors`. */
export function sharesText(lines: readonly DryRunLine[]): string {
  return lines
    .filter(({ count }) => count > 0)
    .map(({ label, share }) => `${formatPercent(share)} ${label.toLowerCase()}`)
    .join(', ');
}

function shareOf(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}
