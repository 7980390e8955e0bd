import { type CountedChange, countChanges } from '../../lead/change/count-changes.ts';
import type { RowResult, StatusUpdateRow, StatusUpdateWork } from '../../lead/operations/status-update.ts';
import { lockBulkBatch } from '../../lead/operations/writes.ts';
import { holdersOfPhones } from '../../lead/phones/lead-number-reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { readAhead, withCommitTimeout, writeInOrder } from '../../platform/jobs/in-order.ts';
import { writePhones } from './changes/change-writes.ts';
import {
  decidePhones,
  leadIdOf,
  type PhoneDecision,
  type PhoneState,
  readRows,
} from './changes/decide-phones.ts';
import { sellLeads } from './changes/sell-leads.ts';
import { setStatuses } from './changes/set-statuses.ts';
import { nextRows } from './rows/reads.ts';
import { changedBefore, lockTargetLeads, readTargetLeads } from './rows/target-lead-reads.ts';
import { endStatusUpdate, recordStatusUpdateBatch } from './writes.ts';

/** Other transactions wait for a lead no longer than a batch takes. */
const BATCH_ROWS = 5_000;

/** Options that control how a status update runs. */
export interface StatusUpdatePace {
  /** Stops the update after the current batches. */
  signal?: AbortSignal | undefined;
  batchRows?: number;
}

/** The next rows of a status update. */
interface Batch {
  /** Number of the last row before this batch. */
  from: number;
  rows: StatusUpdateRow[];
  isLast: boolean;
  /** Null where only its own transaction can tell. */
  touched: ReadonlySet<string> | null;
}

/**
 * Two batches run at once if they touch nothing in common; they commit in row order.
 * @throws StaleCursor, and database errors
 */
export async function writeStatusUpdate(
  scope: OrganizationScope,
  work: StatusUpdateWork,
  pace: StatusUpdatePace,
): Promise<void> {
  let left = work;
  let begun: Promise<void> = Promise.resolve();
  await writeInOrder(readAhead(batchesOf(scope, work, pace)), {
    areIndependent: ({ touched: one }, { touched: other }) =>
      one !== null && other !== null && one.isDisjointFrom(other),
    write: async (batch, before) => {
      const earlierBegun = begun;
      const begins = Promise.withResolvers<void>();
      begun = begins.promise;
      await withCommitTimeout(before, async (earlier, committed) => {
        left = await scope.transaction(async (tx) => {
          // Only after the batch that it waits for has taken it.
          if (earlier !== null) await Promise.race([earlierBegun, earlier]);
          await lockBulkBatch(tx);
          begins.resolve();
          const results = await changeRows(tx, { ...work, cursor: batch.from }, batch.rows);
          await committed();
          return record(tx, left, batch, results);
        });
      });
    },
    mustPause: async () => false,
    pause: async () => undefined,
  });
}

async function* batchesOf(
  scope: OrganizationScope,
  work: StatusUpdateWork,
  { signal, batchRows = BATCH_ROWS }: StatusUpdatePace,
): AsyncGenerator<Batch> {
  for (let from = work.cursor, isLast = false; !isLast && signal?.aborted !== true; ) {
    const batch = await scope.transaction(async (tx) => {
      const rows = await nextRows(tx, { ...work, cursor: from }, batchRows);
      return { from, rows, isLast: rows.length < batchRows, touched: await touchedBy(tx, work, rows) };
    });
    yield batch;
    ({ isLast } = batch);
    from = batch.rows.at(-1)?.rowNumber ?? from;
  }
}

/** Null for leads named by phone, which are found once earlier batches are committed. */
async function touchedBy(
  tx: TenantTransaction,
  { action }: StatusUpdateWork,
  rows: readonly StatusUpdateRow[],
): Promise<ReadonlySet<string> | null> {
  if (action.type !== 'updatePhones') return null;
  const leads = await readTargetLeads(tx, [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))]);
  const phones = [...leads.values()].flatMap(({ phone }) => phone ?? []);
  const taken = readRows(rows, leads).flatMap(({ phone }) => phone ?? []);
  return new Set([...leads.keys(), ...phones, ...taken]);
}

async function record(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  { rows, isLast }: Batch,
  results: readonly RowResult[],
): Promise<StatusUpdateWork> {
  const last = rows.at(-1);
  const left = last === undefined ? work : await recordStatusUpdateBatch(tx, work, results, last.rowNumber);
  if (isLast) await endStatusUpdate(tx, left, null);
  return left;
}

async function changeRows(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  rows: readonly StatusUpdateRow[],
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  const { action } = work;
  switch (action.type) {
    case 'updateHlr':
      return setStatuses(tx, { ...work, action }, rows);
    case 'markSoldList':
      return sellLeads(tx, { ...work, action }, rows);
    case 'updatePhones':
      return setPhones(tx, work, rows);
  }
}

/** Gives leads the new phones of rows that name them by id. */
async function setPhones(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  rows: readonly StatusUpdateRow[],
): Promise<RowResult[]> {
  const ids = [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))];
  const leads = await lockTargetLeads(tx, ids);
  const read = readRows(rows, leads);
  const holders = await holdersOfPhones(
    tx,
    read.flatMap(({ phone }) => phone ?? []),
  );
  const state: PhoneState = {
    leads: new Map(leads),
    holders: new Map([...holders].map(([phone, { id }]) => [phone, id])),
    changed: work.cursor === 0 ? new Set() : await changedBefore(tx, work.id, ids),
  };
  const decisions = decidePhones(read, state);
  const writes = decisions.filter(isChange).map(({ write }) => write);
  const counted = writes.flatMap(({ id, after }): CountedChange[] => {
    const lead = leads.get(id);
    // Replacing a valid number with another valid number changes no count.
    if (lead === undefined || lead.numberValid) return [];
    return [{ before: lead, after: { ...lead, ...after } }];
  });
  await writePhones(tx, work, 'bulk', writes);
  await countChanges(tx, counted);
  return decisions.map(({ result }) => result);
}

function isChange(
  decision: PhoneDecision,
): decision is PhoneDecision & { write: NonNullable<PhoneDecision['write']> } {
  return decision.result.outcome === 'changed';
}
