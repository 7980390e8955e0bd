import { noDryRunResult } from '#contract/import-dry-run.ts';
import { type GridTotals, gridTotals } from '#contract/import-fixing.ts';
import { type GridRowState, OUTCOME, PHONE_STATE } from '../rows/grid-row.ts';

type CountedRow = Pick<GridRowState, 'outcome' | 'phone' | 'warned'>;

const COUNTERS = {
  [OUTCOME.imported]: 'imported',
  [OUTCOME.updated]: 'updated',
  [OUTCOME.duplicateInFile]: 'duplicatesInFile',
  [OUTCOME.duplicateInDatabase]: 'duplicatesInDatabase',
  [OUTCOME.skipped]: 'skipped',
  [OUTCOME.error]: 'errors',
  [OUTCOME.dropped]: 'skipped',
} as const satisfies Record<number, keyof GridTotals>;

const PHONES = {
  [PHONE_STATE.none]: 'withoutPhone',
  [PHONE_STATE.valid]: 'validPhones',
  [PHONE_STATE.invalid]: 'invalidPhones',
} as const satisfies Record<number, keyof GridTotals>;

/** Returns totals before any row is counted. */
export function noTotals(totalRows: number): GridTotals {
  return gridTotals.parse({ ...noDryRunResult(totalRows), checked: totalRows, dropped: 0 });
}

/** Adds rows to the totals; a negative number takes them away. */
export function countGridRows(
  totals: GridTotals,
  { outcome, phone, warned }: CountedRow,
  rows: number,
): void {
  totals[COUNTERS[outcome as keyof typeof COUNTERS]] += rows;
  if (outcome === OUTCOME.dropped) totals.dropped += rows;
  if (outcome !== OUTCOME.imported && outcome !== OUTCOME.updated) return;
  if (warned) totals.warnings += rows;
  totals[PHONES[phone as keyof typeof PHONES]] += rows;
}
