import type { DryRunResult } from '#contract/import-dry-run.ts';
import type { LeadDraft, MappedRow, Problem } from '../../../lead/values/draft.ts';
import { losesEmail } from '../mapping/contact-steps.ts';

/** Named after its counter, with the phone of a lead that would be stored. */
export type ValidatedRow =
  | {
      outcome: 'imported' | 'updated';
      phone: string | null | undefined;
      numberValid: boolean;
    }
  | {
      outcome: 'duplicatesInFile' | 'duplicatesInDatabase' | 'skipped' | 'suppressed' | 'errors';
      /** Why the row is not stored, unless its problems say so. */
      reason?: { code: string; message: string };
    };

/** Receives each row for the grid. */
export interface RowListener {
  add(row: MappedRow, problems: readonly Problem[], validated: ValidatedRow): void;
  /** Resolves when more rows may follow. Called after each batch. */
  ready(): Promise<void>;
}

/** A file to validate, and the callback that receives progress. */
export interface FileToValidate {
  totalRows: number;
  /** Returns the rows from the first one on; can be called repeatedly. */
  batches(): AsyncIterable<MappedRow[]>;
  tell(result: DryRunResult): void;
  /** Called for each row that would become a lead. */
  onNew?: ((lead: Pick<LeadDraft, 'phone' | 'numberValid' | 'country'>) => void) | undefined;
  listener?: RowListener | undefined;
  /** Whether an earlier import stored the row. */
  isStored?: ((row: number) => boolean) | undefined;
}

/** A row stored with problems counts as a warning too. */
export function countRow(
  result: DryRunResult,
  row: MappedRow,
  problems: readonly Problem[],
  validated: ValidatedRow,
): void {
  result.checked++;
  result[validated.outcome]++;
  if (validated.outcome === 'suppressed') result.skipped++;
  if (losesEmail(row)) result.emailsToDrop++;
  if (!('phone' in validated)) return;
  if (problems.length > 0) result.warnings++;
  if (validated.phone === null || validated.phone === undefined) result.withoutPhone++;
  else result[validated.numberValid ? 'validPhones' : 'invalidPhones']++;
}
