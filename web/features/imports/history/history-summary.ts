import type { ImportRecord } from '#contract/imports.ts';
import { formatNumber, ratio } from '../../../lib/format.ts';

/** Totals of imports, with undone imports counted separately. */
export interface HistorySummary {
  imports: number;
  undone: number;
  totalRows: number;
  imported: number;
  duplicates: number;
  errors: number;
}

/** Sums imports for the cards, without undone imports. */
export function historyTotals(records: readonly ImportRecord[]): HistorySummary {
  const kept = records.filter((record) => !isUndone(record));
  const sum = (key: 'totalRows' | 'imported' | 'duplicates' | 'errors') =>
    kept.reduce((total, record) => total + record[key], 0);
  return {
    imports: kept.length,
    undone: records.length - kept.length,
    totalRows: sum('totalRows'),
    imported: sum('imported'),
    duplicates: sum('duplicates'),
    errors: sum('errors'),
  };
}

/** Counts incomplete and undone imports. */
export function importStateCounts(records: readonly ImportRecord[]): string {
  if (records.length === 0) return 'None so far';
  const kept = records.filter((record) => !isUndone(record));
  const count = (status: ImportRecord['status']) => kept.filter((record) => record.status === status).length;
  const counts = [
    [count('processing'), 'processing'],
    [count('failed'), 'failed'],
    [count('cancelled'), 'canceled'],
    [records.length - kept.length, 'undone'],
  ] as const;
  const parts = counts.filter(([many]) => many > 0).map(([many, state]) => `${formatNumber(many)} ${state}`);
  return parts.length === 0 ? 'All completed' : parts.join(', ');
}

function isUndone({ undo }: ImportRecord): boolean {
  return undo?.status === 'completed';
}

/** Returns imported per total rows, 0 to 1. */
export function successRate({ imported, totalRows }: Pick<ImportRecord, 'imported' | 'totalRows'>): number {
  return ratio(imported, totalRows);
}
