import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { changeLeads } from './batch-writes.ts';
import type { BatchChange, BulkWork, Lane, StoredAction } from './operation.ts';
import { findUnfinishedBulk } from './reads.ts';
import { lockNextLeads } from './selection-reads.ts';
import { endBulk, lockBulkBatch, Overtaken, recordBulkBatch } from './writes.ts';

/** Leads that are committed together: others who want one of them wait for no more than a batch. */
const BATCH_LEADS = 5_000;
/** How often a batch is tried that restores a lead whose identity is taken at that very moment. */
const BATCH_TRIES = 5;

/** The next leads of a lane, at most so many. */
interface Batch {
  scope: OrganizationScope;
  work: BulkWork;
  change: BatchChange;
  /** The lane's place among those of the operation. */
  lane: number;
  left: Lane;
  leads: number;
}

/** Returns the batch change of an action that a feature brings along; null for the actions that operations know. */
export type FeatureChange = (scope: OrganizationScope, action: StoredAction) => Promise<BatchChange | null>;

/** How an operation is worked on. */
interface BulkPace {
  /** Stops after the batches at hand. */
  signal?: AbortSignal | undefined;
  batchLeads?: number;
}

/**
 * Works on a bulk operation from where its last committed batch ended, until it is finished or the signal says to stop.
 * May be called any number of times, by any number of workers: the operation's lock lets one at a time at it.
 * @throws what the database throws; nothing of the batch at hand is stored then
 */
export async function runBulk(
  pool: pg.Pool,
  scope: OrganizationScope,
  operationId: string,
  featureChange: FeatureChange,
  { signal, batchLeads = BATCH_LEADS }: BulkPace = {},
): Promise<void> {
  await withAdvisoryLock(pool, `bulk:${operationId}`, async () => {
    const work = await scope.transaction((tx) => findUnfinishedBulk(tx, operationId));
    if (work === null) return;
    const change = (await featureChange(scope, work.action)) ?? changeLeads;
    // Every lane ends before a failure of one is told: the lock is held until nobody works any more.
    const lanes = await Promise.allSettled(
      work.lanes.map((left, lane) =>
        workOnLane({ scope, work, change, lane, left, leads: batchLeads }, signal),
      ),
    );
    for (const lane of lanes) {
      if (lane.status === 'rejected' && !(lane.reason instanceof Overtaken)) throw lane.reason;
    }
  });
}

/** Ends an operation that can't be finished; what it committed stays, and can be undone. */
export async function giveUpBulk(scope: OrganizationScope, operationId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedBulk(tx, operationId);
    const failure = 'The operation met an internal error again and again and was stopped';
    if (work !== null) await endBulk(tx, work, failure);
  });
}

async function workOnLane(first: Batch, signal: AbortSignal | undefined): Promise<void> {
  let { left } = first;
  while (left.cursor !== left.low && signal?.aborted !== true) left = await workOnBatch({ ...first, left });
}

/** What is left of the lane after the next batch. */
async function workOnBatch(batch: Batch): Promise<Lane> {
  for (let tried = 1; ; tried++) {
    try {
      return await batch.scope.transaction((tx) => changeBatch(tx, batch));
    } catch (error) {
      if (tried === BATCH_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function changeBatch(tx: TenantTransaction, { work, change, lane, left, leads }: Batch): Promise<Lane> {
  await lockBulkBatch(tx);
  const ids = await lockNextLeads(tx, work, left, leads);
  const counts = await change(tx, work, ids);
  const to = (ids.length === leads ? ids.at(-1) : undefined) ?? left.low;
  const finished = await recordBulkBatch(tx, work, { lane, from: left.cursor, to }, counts);
  if (finished) await endBulk(tx, work, null);
  return { ...left, cursor: to };
}
