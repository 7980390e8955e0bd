import type { ImportStats } from '#contract/imports.ts';
import { ANY_LEADS } from '../../../lead/change/announce-leads.ts';
import { StaleCursor } from '../../../lead/operations/claimed-work.ts';
import type { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import type { Problem } from '../../../lead/values/draft.ts';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { type Change, notifyChanges } from '../../../platform/events/notices.ts';
import { type StoredRows, writeStoredRows } from '../record/stored-row-writes.ts';

export interface RowReport {
  row: number;
  outcome: 'error' | 'duplicate' | 'skipped' | 'warning' | 'fixed';
  code: string;
  field: string | null;
  column: string | null;
  value: string;
  message: string;
  /** Earlier row that a duplicate repeats, if known. */
  repeatsRow?: number | null;
  /** Lead that a duplicate repeats. */
  repeatsLead?: string | null;
}

/** Amounts that a batch adds to the counters of its import. */
export interface BatchCounts extends Omit<ImportStats, 'totalRows'> {
  /** Rows that users edited or dropped before the import. */
  fixed: number;
}

/** First and last id of new leads. */
export interface CreatedRange {
  first: string;
  last: string;
}

/** Result of writing a batch. */
export interface BatchOutcome {
  /** Range of the new leads' ids; null without any. */
  created: CreatedRange | null;
  counts: BatchCounts;
  reports: RowReport[];
  stored: StoredRows;
  /** Changes to the counts of leads. */
  leadCounts: LeadCounts;
  /** One for each duplicate row; empty without a source. */
  duplicateSources: readonly string[];
}

/** Returns counters that are all zero. */
export function noCounts(): BatchCounts {
  const skipped = { skipped: 0, suppressed: 0 };
  return { imported: 0, updated: 0, duplicates: 0, ...skipped, errors: 0, invalidPhones: 0, fixed: 0 };
}

/** Returns the report line for a problem in a cell. */
export function reportOf(row: number, problem: Problem): RowReport {
  const { severity: outcome, code, field, column, value, message } = problem;
  return { row, outcome, code, field, column, value, message };
}

/**
 * Writes a batch's counters, report and cursor with its rows. The cursor moves only for the worker that took the import last, from
 * where it found it, so each batch is counted once.
 * @throws StaleCursor
 */
export async function recordBatch(
  tx: TenantTransaction,
  batch: { importId: string; worker: number; from: number; rows: number },
  outcome: BatchOutcome,
): Promise<void> {
  await writeReports(tx, batch.importId, outcome.reports);
  await writeStoredRows(tx, batch.importId, outcome.stored);
  const { counts } = outcome;
  await outcome.leadCounts.write(tx);
  const moved = await tx.query(
    `UPDATE imports SET processed = processed + $4, imported = imported + $5, updated = updated + $6,
       duplicates = duplicates + $7, skipped = skipped + $8, errors = errors + $9, invalid_phones = invalid_phones + $10,
       problems = problems + $11, first_lead = least(first_lead, $13), last_lead = greatest(last_lead, $14),
       fixed = fixed + $15, suppressed = suppressed + $16
     WHERE organization_id = $1 AND id = $2 AND processed = $3 AND worker = $12 AND status = 'processing'
     RETURNING id`,
    [
      tx.organizationId,
      batch.importId,
      batch.from,
      batch.rows,
      counts.imported,
      counts.updated,
      counts.duplicates,
      counts.skipped,
      counts.errors,
      counts.invalidPhones,
      new Set(outcome.reports.flatMap(({ row, outcome: is }) => (is === 'fixed' ? [] : row))).size,
      batch.worker,
      outcome.created?.first ?? null,
      outcome.created?.last ?? null,
      counts.fixed,
      counts.suppressed,
    ],
  );
  if (moved.length === 0) throw new StaleCursor();
  await countDuplicates(tx, batch.importId, outcome.duplicateSources);
  const leads: Change[] = counts.imported + counts.updated > 0 ? [ANY_LEADS] : [];
  await notifyChanges(tx, { type: 'imports', importId: batch.importId }, ...leads);
}

/** Adds duplicates to the counts of their sources. */
async function countDuplicates(
  tx: TenantTransaction,
  importId: string,
  sources: readonly string[],
): Promise<void> {
  if (sources.length === 0) return;
  await tx.query(
    `INSERT INTO import_duplicates AS d (organization_id, import_id, source, duplicates)
     SELECT $1, $2, source, count(*) FROM unnest($3::text[]) AS s (source) GROUP BY source
     ON CONFLICT (organization_id, import_id, source) DO UPDATE SET duplicates = d.duplicates + excluded.duplicates`,
    [tx.organizationId, importId, sources],
  );
}

async function writeReports(tx: TenantTransaction, importId: string, reports: RowReport[]): Promise<void> {
  if (reports.length === 0) return;
  const column = <K extends keyof RowReport>(key: K): RowReport[K][] => reports.map((report) => report[key]);
  await tx.query(
    insertSelected(`INSERT INTO import_problems
       (organization_id, import_id, row_number, ordinal, outcome, code, field, column_name, value, message, repeats_row,
        repeats_lead)
     SELECT $1, $2, r.*
     FROM unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
       $11::int[], $12::uuid[]) AS r`),
    [
      tx.organizationId,
      importId,
      column('row'),
      ordinals(reports),
      column('outcome'),
      column('code'),
      column('field'),
      column('column'),
      column('value'),
      column('message'),
      reports.map(({ repeatsRow }) => repeatsRow ?? null),
      reports.map(({ repeatsLead }) => repeatsLead ?? null),
    ],
  );
}

/** Returns the ordinal of each report within its row, from 0. */
function ordinals(reports: readonly RowReport[]): number[] {
  const next = new Map<number, number>();
  return reports.map(({ row }) => {
    const ordinal = next.get(row) ?? 0;
    next.set(row, ordinal + 1);
    return ordinal;
  });
}
