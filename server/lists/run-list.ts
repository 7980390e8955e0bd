import type pg from 'pg';
import { lockBulkBatch, Overtaken } from '../bulk/writes.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { withWorkLock } from '../jobs/work-lock.ts';
import type { OrganizationScope, TenantTransaction } from '../security/scope.ts';
import type { ListRow, ListWork, RowResult } from './list-action.ts';
import { findUnfinishedList, nextRows } from './reads.ts';
import { sellLeads } from './sell-leads.ts';
import { setPhones } from './set-phones.ts';
import { setStatuses } from './set-statuses.ts';
import { endList, recordListBatch } from './writes.ts';

/** Rows that are committed together: others who want one of their leads wait for no more than a batch. */
const BATCH_ROWS = 5_000;
/** How often a batch is tried that gives a lead a number which another is given at that very moment. */
const BATCH_TRIES = 5;

/** How a list is worked on. */
interface ListPace {
  /** Stops after the batch at hand. */
  signal?: AbortSignal | undefined;
  batchRows?: number;
}

/**
 * Works through a list from where its last committed batch ended, until it is finished or the signal says to stop.
 * May be called any number of times, by any number of workers: the operation's lock lets one at a time at it.
 * @throws what the database throws; nothing of the batch at hand is stored then
 */
export async function runList(
  pool: pg.Pool,
  scope: OrganizationScope,
  operationId: string,
  { signal, batchRows = BATCH_ROWS }: ListPace = {},
): Promise<void> {
  await withWorkLock(pool, `bulk:${operationId}`, async () => {
    let left: ListWork | null = await scope.transaction((tx) => findUnfinishedList(tx, operationId));
    try {
      while (left !== null && signal?.aborted !== true) left = await workOnBatch(scope, left, batchRows);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  });
}

/** Ends a list that can't be finished; what it committed stays, and can be undone. */
export async function giveUpList(scope: OrganizationScope, operationId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedList(tx, operationId);
    const failure = 'The list met an internal error again and again and was stopped';
    if (work !== null) await endList(tx, work, failure);
  });
}

/** What is left after the next batch; null when the list is finished. */
async function workOnBatch(
  scope: OrganizationScope,
  work: ListWork,
  batchRows: number,
): Promise<ListWork | null> {
  for (let tried = 1; ; tried++) {
    try {
      return await scope.transaction((tx) => changeBatch(tx, work, batchRows));
    } catch (error) {
      if (tried === BATCH_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function changeBatch(
  tx: TenantTransaction,
  work: ListWork,
  batchRows: number,
): Promise<ListWork | null> {
  await lockBulkBatch(tx);
  const rows = await nextRows(tx, work, batchRows);
  const last = rows.at(-1);
  const left =
    last === undefined
      ? work
      : await recordListBatch(tx, work, await changeRows(tx, work, rows), last.rowNumber);
  if (rows.length === batchRows) return left;
  await endList(tx, left, null);
  return null;
}

function changeRows(tx: TenantTransaction, work: ListWork, rows: readonly ListRow[]): Promise<RowResult[]> {
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
