import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { changeLeadBatch } from './batch-writes.ts';
import type { BatchChange, BulkWork, Lane, StoredAction } from './operation.ts';
import { findUnfinishedBulk } from './reads.ts';
import { lockNextLeads } from './selection-reads.ts';
import { endBulk, lockBulkBatch, recordBulkBatch, StaleCursor } from './writes.ts';

/** Other transactions wait for a lead no longer than a batch takes. */
const BATCH_LEADS = 5_000;
/** Tries of a batch whose identity a concurrent transaction takes. */
const MAX_BATCH_ATTEMPTS = 5;

/** The next batch of a lane. */
interface Batch {
  scope: OrganizationScope;
  work: BulkWork;
  change: BatchChange;
  /** The lane's index within the operation. */
  lane: number;
  left: Lane;
  leads: number;
}

/** Null for the actions built into operations. */
export type FeatureChange = (scope: OrganizationScope, action: StoredAction) => Promise<BatchChange | null>;

/** Options that control how an operation runs. */
interface BulkPace {
  /** Stops the operation after the current batches. */
  signal?: AbortSignal | undefined;
  batchLeads?: number;
}

/**
 * Runs an operation from its last committed batch until it ends or the signal aborts. An advisory lock admits one worker at a time.
 * @throws database errors; the current batch then stores nothing
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
    const change = (await featureChange(scope, work.action)) ?? changeLeadBatch;
    // The advisory lock is held while any lane is still running.
    const lanes = await Promise.allSettled(
      work.lanes.map((left, lane) =>
        workOnLane({ scope, work, change, lane, left, leads: batchLeads }, signal),
      ),
    );
    for (const lane of lanes) {
      if (lane.status === 'rejected' && !(lane.reason instanceof StaleCursor)) throw lane.reason;
    }
  });
}

/** Committed batches stay and can be undone. */
export async function giveUpBulk(scope: OrganizationScope, operationId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedBulk(tx, operationId);
    const failure = 'The operation was stopped after repeated internal errors';
    if (work !== null) await endBulk(tx, work, failure);
  });
}

async function workOnLane(first: Batch, signal: AbortSignal | undefined): Promise<void> {
  let { left } = first;
  while (left.cursor !== left.low && signal?.aborted !== true) left = await workOnBatch({ ...first, left });
}

/** Processes one batch and returns the rest of the lane. */
async function workOnBatch(batch: Batch): Promise<Lane> {
  for (let tried = 1; ; tried++) {
    try {
      return await batch.scope.transaction((tx) => changeBatch(tx, batch));
    } catch (error) {
      if (tried === MAX_BATCH_ATTEMPTS || !isUniqueViolation(error)) throw error;
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
