import type pg from 'pg';
import { FileProblem } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import { runClaimed } from '../operations/claimed-work.ts';
import type { NewOperation, OperationWork, OutcomeCounts } from '../operations/operation.ts';
import { findUnfinished } from '../operations/reads.ts';
import { recordReportLines } from '../operations/report-writes.ts';
import { endOperation, insertOperation, recordOperationBatch } from '../operations/writes.ts';
import { type EntryTerms, insertEntries } from './entry-writes.ts';
import { bringMarksUpToDate, leadsOfEntries, markInTransaction } from './mark-writes.ts';
import { type ReadLine, readLines, type SuppressionFormat } from './read-file.ts';

/** A stored file whose rows go into a list, as plain data for a thread. */
export interface ImportedList {
  operation: NewOperation;
  file: { uploadId: string; filename: string; size: number };
  format: SuppressionFormat;
  country: string | null;
  terms: EntryTerms;
  /** Whether the list marks leads. */
  isForAll: boolean;
}

/** Entries of a transaction. */
const BATCH_ENTRIES = 10_000;

/**
 * Creates the operation and reads its file to the end, a batch of entries in each transaction.
 * @throws HttpError unreadable_file, or invalid_input for a file of nothing but unknown hashes
 */
export async function importList(pool: pg.Pool, scope: OrganizationScope, list: ImportedList): Promise<void> {
  const { operation } = list;
  let isCreated = false;
  // Once it is locked: servers take an operation without a lock for that of a dead server.
  const find = () =>
    scope.transaction(async (tx) => {
      if (!isCreated) await insertOperation(tx, operation);
      isCreated = true;
      return findUnfinished(tx, operation.id);
    });
  await runClaimed(pool, `bulk:${operation.id}`, find, (work) => importRows(scope, work, list));
}

async function importRows(
  scope: OrganizationScope,
  work: OperationWork,
  { file, format, country, terms, isForAll }: ImportedList,
): Promise<void> {
  const source = uploadSource(scope, file.uploadId, file.size);
  let outcomes: OutcomeCounts = {};
  let from = 0;
  const write = async (lines: readonly ReadLine[]): Promise<void> => {
    const entries = lines.flatMap((line) => line.entries);
    const invalid = lines.flatMap(({ number, problem }) =>
      problem === null ? [] : [{ number, message: problem.problem }],
    );
    const to = lines.at(-1)?.number ?? from;
    await scope.transaction(async (tx) => {
      const added = await insertEntries(tx, entries, terms);
      if (isForAll) await markInTransaction(tx, [...(await leadsOfEntries(tx, entries))]);
      const counts = { changed: added, unchanged: entries.length - added, refused: invalid.length };
      outcomes = {
        changed: (outcomes.changed ?? 0) + counts.changed,
        unchanged: (outcomes.unchanged ?? 0) + counts.unchanged,
        invalid: (outcomes.invalid ?? 0) + counts.refused,
      };
      await recordReportLines(tx, work, invalid);
      await recordOperationBatch(tx, work, { lane: 'rows', from, to, outcomes }, counts);
    });
    from = to;
  };
  let waiting: ReadLine[] = [];
  let hasOther = false;
  try {
    for await (const lines of readLines(source, file.filename, { format, country })) {
      hasOther ||= lines.some(({ problem }) => problem?.isUnknownHash !== true);
      waiting.push(...lines);
      if (waiting.length < BATCH_ENTRIES || !hasOther) continue;
      await write(waiting);
      waiting = [];
    }
  } catch (error) {
    throw error instanceof FileProblem
      ? new HttpError('unreadable_file', error.message, { field: 'file' })
      : error;
  }
  const unknown = waiting[0]?.problem;
  if (!hasOther && unknown) throw new HttpError('invalid_input', unknown.problem, { field: 'file' });
  if (waiting.length > 0) await write(waiting);
  if (isForAll) await bringMarksUpToDate(scope);
  await scope.transaction((tx) => endOperation(tx, { ...work, outcomes }, null));
}
