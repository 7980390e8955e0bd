import type { ImportForecast } from '#contract/import-forecast.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';

/** What becomes of a row, by its counter; of one that would be stored, the phone that its lead would have. */
export type JudgedRow =
  | { outcome: 'imported' | 'updated'; phone: string | null | undefined; numberValid: boolean }
  | { outcome: 'duplicatesInFile' | 'duplicatesInDatabase' | 'skipped' | 'errors' };

/** A file whose rows are judged, and who is told of it. */
export interface JudgedFile {
  totalRows: number;
  /** Its rows from the first one on, each time it is called. */
  batches(): AsyncIterable<MappedRow[]>;
  tell(forecast: ImportForecast): void;
}

/** Counts a row; one that would be stored and has a problem has a warning. */
export function countRow(forecast: ImportForecast, { problems }: MappedRow, judged: JudgedRow): void {
  forecast.checked++;
  forecast[judged.outcome]++;
  if (!('phone' in judged)) return;
  if (problems.length > 0) forecast.warnings++;
  if (judged.phone === null || judged.phone === undefined) forecast.withoutPhone++;
  else forecast[judged.numberValid ? 'validPhones' : 'invalidPhones']++;
}
