import type { ImportForecast } from '#contract/import-forecast.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';

/** Outcome of a row, named after its counter, with the resulting lead's phone if the row would be stored. */
export type JudgedRow =
  | { outcome: 'imported' | 'updated'; phone: string | null | undefined; numberValid: boolean }
  | { outcome: 'duplicatesInFile' | 'duplicatesInDatabase' | 'skipped' | 'errors' };

/** A file to validate, and the callback that receives progress. */
export interface JudgedFile {
  totalRows: number;
  /** Returns the rows from the first one on; can be called repeatedly. */
  batches(): AsyncIterable<MappedRow[]>;
  tell(forecast: ImportForecast): void;
}

/** Counts a row. A row that would be stored with problems counts as a warning too. */
export function countRow(forecast: ImportForecast, { problems }: MappedRow, judged: JudgedRow): void {
  forecast.checked++;
  forecast[judged.outcome]++;
  if (!('phone' in judged)) return;
  if (problems.length > 0) forecast.warnings++;
  if (judged.phone === null || judged.phone === undefined) forecast.withoutPhone++;
  else forecast[judged.numberValid ? 'validPhones' : 'invalidPhones']++;
}
