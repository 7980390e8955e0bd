import type { ImportRecord } from '#contract/imports.ts';

/** Totals over a list of imports. */
export interface HistorySummary {
  imports: number;
  totalRows: number;
  imported: number;
  duplicates: number;
  errors: number;
}

/** Adds up the imports of a history into the five totals shown on its cards. */
export function historyTotals(records: readonly ImportRecord[]): HistorySummary {
  const sum = (key: 'totalRows' | 'imported' | 'duplicates' | 'errors') =>
    records.reduce((total, record) => total + record[key], 0);
  return {
    imports: records.length,
    totalRows: sum('totalRows'),
    imported: sum('imported'),
    duplicates: sum('duplicates'),
    errors: sum('errors'),
  };
}

/** Returns a part of a total, 0 to 1; 0 if the total is 0. */
export function ratio(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}

/** Returns imported divided by total rows, 0 to 1; 0 if there are no rows. */
export function successRate({ imported, totalRows }: Pick<ImportRecord, 'imported' | 'totalRows'>): number {
  return ratio(imported, totalRows);
}
