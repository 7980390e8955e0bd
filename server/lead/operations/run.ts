import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { readAhead, withCommitTimeout, writeInOrder } from '../../platform/jobs/in-order.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { forgetLogged } from '../store/store.ts';
import { runClaimed, runLanes } from './claimed-work.ts';
import { type LeadChange, leadChangeOf } from './lead-changes.ts';
import { changeRows, touchedBy } from './list-changes.ts';
import {
  COUNTED_AS,
  type Lane,
  type ListRow,
  type OperationWork,
  type OutcomeCounts,
  type RowAction,
  type RowOutcome,
  type StoredAction,
} from './operation.ts';
import { findUnfinished, nextRows } from './reads.ts';
import { writeResults } from './report-writes.ts';
import { lockNextLeads } from './selection-reads.ts';
import { endOperation, lockBulkBatch, recordOperationBatch } from './writes.ts';

/** Other transactions wait for a lead no longer than a batch takes. */
const BATCH = 5_000;
/** Merges take some 20 statements each. */
const MERGE_BATCH = 100;

/** Options that control how an operation runs. */
interface Pace {
  /** Stops the operation after the current batches. */
  signal?: AbortSignal | undefined;
  /** Leads or rows of a batch. */
  batch?: number;
}

/**
 * Runs an operation until it ends or the signal aborts.
 * @throws database errors; the current batches then store nothing
 */
export async function runOperation(
  pool: pg.Pool,
  scope: OrganizationScope,
  id: string,
  { signal, batch: given }: Pace = {},
): Promise<void> {
  const find = () => scope.transaction((tx) => findUnfinished(tx, id));
  await runClaimed(pool, `bulk:${id}`, find, async (work) => {
    if (work.action.type === 'suppress') return endAbandonedList(scope, work);
    const batch = given ?? (merges(work.action) ? MERGE_BATCH : BATCH);
    if (hasRows(work)) return runRows(scope, work, batch, signal);
    const change = await leadChangeOf(scope, work.action);
    await runLanes(
      work.lanes,
      (lane, left) =>
        scope.transaction((tx) => changeNextLeads(tx, { work, change, lane, left, leads: batch })),
      signal,
    );
  });
}

function merges(action: StoredAction): boolean {
  return (action.type === 'undo' ? action.of : action).type === 'mergeDuplicates';
}

/** The request that read the file died with its server. */
async function endAbandonedList(scope: OrganizationScope, work: OperationWork): Promise<void> {
  const failure =
    'The server stopped while it read the file. Import the file again: entries that were added count as existing';
  await scope.transaction((tx) => endOperation(tx, work, failure));
}

/** Committed batches stay and can be undone. */
export async function giveUpOperation(scope: OrganizationScope, id: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinished(tx, id);
    if (work === null) return;
    const what = hasRows(work) ? 'update' : 'operation';
    await endOf(tx, work, `The ${what} was stopped after repeated internal errors`);
  });
}

/** Returns true when the operation's own rows name its leads. */
export function hasRows({ selection }: Pick<OperationWork, 'selection'>): boolean {
  return 'rows' in selection;
}

interface NextLeads {
  work: OperationWork;
  change: LeadChange;
  /** The lane's index within the operation. */
  lane: number;
  left: Lane;
  leads: number;
}

/** Returns the lane's new cursor. */
async function changeNextLeads(
  tx: TenantTransaction,
  { work, change, lane, left, leads }: NextLeads,
): Promise<string> {
  await lockBulkBatch(tx);
  const ids = await lockNextLeads(tx, work, left, leads);
  const counts = await change(tx, work, ids);
  const to = (ids.length === leads ? ids.at(-1) : undefined) ?? left.low;
  const finished = await recordOperationBatch(tx, work, { lane, from: left.cursor, to }, counts);
  if (finished) await endOf(tx, work, null);
  return to;
}

/** Actions that remove leads, or the persons from them. */
const REMOVING: ReadonlySet<StoredAction['type']> = new Set(['purge', 'anonymise', 'erase'] as const);

async function endOf(tx: TenantTransaction, work: OperationWork, failure: string | null): Promise<void> {
  if (REMOVING.has(work.action.type)) await forgetLogged(tx);
  await endOperation(tx, work, failure);
}

interface NextRows {
  /** Number of the last row before them. */
  from: number;
  rows: ListRow[];
  isLast: boolean;
  /** Leads and phones; null where only the batch's own transaction can tell. */
  touched: ReadonlySet<string> | null;
}

/** Two batches are written at once if they touch nothing in common; they commit in row order. */
async function runRows(
  scope: OrganizationScope,
  work: OperationWork,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let { outcomes } = work;
  let begun: Promise<void> = Promise.resolve();
  await writeInOrder(readAhead(rowsOf(scope, work, limit, signal)), {
    areIndependent: ({ touched: one }, { touched: other }) =>
      one !== null && other !== null && one.isDisjointFrom(other),
    write: async (next, before) => {
      const earlierBegun = begun;
      const begins = Promise.withResolvers<void>();
      begun = begins.promise;
      await withCommitTimeout(before, async (earlier, committed) => {
        outcomes = await scope.transaction(async (tx) => {
          // Only after the batch that it waits for has taken it.
          if (earlier !== null) await Promise.race([earlierBegun, earlier]);
          await lockBulkBatch(tx);
          begins.resolve();
          return changeNextRows(tx, work, next, async () => {
            await committed();
            return outcomes;
          });
        });
      });
    },
    mustPause: async () => false,
    pause: async () => undefined,
  });
}

async function* rowsOf(
  scope: OrganizationScope,
  work: OperationWork,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<NextRows> {
  for (let from = work.rowCursor, isLast = false; !isLast && signal?.aborted !== true; ) {
    const batch = await scope.transaction(async (tx) => {
      const rows = await nextRows(tx, { ...work, rowCursor: from }, limit);
      return { from, rows, isLast: rows.length < limit, touched: await touchedBy(tx, work.action, rows) };
    });
    yield batch;
    ({ isLast } = batch);
    from = batch.rows.at(-1)?.rowNumber ?? from;
  }
}

/** @param before resolves to the outcomes of earlier rows, once these are committed */
async function changeNextRows(
  tx: TenantTransaction,
  work: OperationWork,
  { from, rows, isLast }: NextRows,
  before: () => Promise<OutcomeCounts>,
): Promise<OutcomeCounts> {
  const action = work.action as RowAction;
  const results = rows.length === 0 ? [] : await changeRows(tx, { ...work, rowCursor: from }, action, rows);
  await writeResults(tx, work, results);
  const outcomes = addedUp(await before(), results);
  const counted = (wanted: RowOutcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    ...{ changed: 0, unchanged: 0, refused: 0 },
    ...{ suppressed: counted('suppressed'), noConsent: counted('no_consent') },
    lists: [...new Set(results.flatMap(({ lists = [] }) => lists))],
  };
  for (const { outcome } of results) counts[COUNTED_AS[outcome]]++;
  const to = rows.at(-1)?.rowNumber ?? from;
  await recordOperationBatch(tx, work, { lane: 'rows', from, to, outcomes }, counts);
  if (isLast) await endOperation(tx, { ...work, outcomes }, null);
  return outcomes;
}

/** Returns the counts with the outcomes of further rows added. */
export function addedUp(counts: OutcomeCounts, results: readonly { outcome: RowOutcome }[]): OutcomeCounts {
  const sum = { ...counts };
  for (const { outcome } of results) sum[outcome] = (sum[outcome] ?? 0) + 1;
  return sum;
}

/** `runOperation` in a thread. */
export default async function runInThread({ database }: ThreadEnvironment, id: string): Promise<void> {
  const { pool, scope } = await database();
  await runOperation(pool, scope, id);
}
