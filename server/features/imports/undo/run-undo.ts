import type pg from 'pg';
import type { Lane } from '../../../lead/operations/operation.ts';
import { lockBulkBatch, Overtaken } from '../../../lead/operations/writes.ts';
import { lockLeads } from '../../../lead/store/write-lease.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { isUniqueViolation } from '../../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../../platform/jobs/advisory-lock.ts';
import { findUnfinishedUndo } from './reads.ts';
import { undoChanges } from './undo-changes.ts';
import { undoCreated } from './undo-created.ts';
import type { UndoneBatch, UndoWork } from './work.ts';
import { endUndo, recordUndoBatch } from './writes.ts';

/** What is committed together: leads that go to the bin in one statement, changes that are taken back one by one. */
const BATCH = { create: 5_000, update: 1_000 } as const;
/** How often a batch is tried that needs an identity which is taken at that very moment. */
const BATCH_TRIES = 5;

/** How an undo is worked on. */
interface UndoPace {
  /** Stops after the batches at hand. */
  signal?: AbortSignal | undefined;
  /** Leads, or changes, of a batch. */
  batch?: number;
}

/**
 * Works on the undo of an import from where its last committed batch ended, until it is finished or the signal says to
 * stop. May be called any number of times, by any number of workers: the undo's lock lets one at a time at it.
 * @throws what the database throws; nothing of the batch at hand is stored then
 */
export async function runUndo(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
  { signal, batch }: UndoPace = {},
): Promise<void> {
  await withAdvisoryLock(pool, `import-undo:${importId}`, async () => {
    const work = await scope.transaction((tx) => findUnfinishedUndo(tx, importId));
    if (work === null) return;
    const limit = batch ?? BATCH[work.mode];
    // Every lane ends before a failure of one is told: the lock is held until nobody works any more.
    const lanes = await Promise.allSettled(
      work.lanes.map((left, lane) => workOnLane(scope, work, { lane, left, limit }, signal)),
    );
    for (const lane of lanes) {
      if (lane.status === 'rejected' && !(lane.reason instanceof Overtaken)) throw lane.reason;
    }
  });
}

/** Ends an undo that can't be finished; what it committed stays, and it can be begun again. */
export async function giveUpUndo(scope: OrganizationScope, importId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedUndo(tx, importId);
    const failure = 'The undo met an internal error again and again and was stopped';
    if (work !== null) await endUndo(tx, work, failure);
  });
}

/** The next of a lane, at most `limit` leads or changes; `lane` is its place among those of the undo. */
interface NextOfLane {
  lane: number;
  left: Lane;
  limit: number;
}

async function workOnLane(
  scope: OrganizationScope,
  work: UndoWork,
  { lane, left, limit }: NextOfLane,
  signal: AbortSignal | undefined,
): Promise<void> {
  let rest = left;
  while (rest.cursor !== rest.low && signal?.aborted !== true) {
    const next = { lane, left: rest, limit };
    rest = { ...rest, cursor: await workOnBatch(scope, work, next) };
  }
}

/** Where the lane stands after the next batch. */
async function workOnBatch(scope: OrganizationScope, work: UndoWork, next: NextOfLane): Promise<string> {
  for (let tried = 1; ; tried++) {
    try {
      return await scope.transaction((tx) => undoBatch(tx, work, next));
    } catch (error) {
      if (tried === BATCH_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function undoBatch(
  tx: TenantTransaction,
  work: UndoWork,
  { lane, left, limit }: NextOfLane,
): Promise<string> {
  const outcome = await (work.mode === 'create' ? leadsOf : changesOf)(tx, work, left, limit);
  const finished = await recordUndoBatch(tx, work.importId, { lane, from: left.cursor }, outcome);
  if (finished) await endUndo(tx, work, null);
  return outcome.cursor;
}

/** Leads that go take no identity: they go side by side with bulk operations. */
async function leadsOf(
  tx: TenantTransaction,
  work: UndoWork,
  left: Lane,
  limit: number,
): Promise<UndoneBatch> {
  await lockBulkBatch(tx);
  return undoCreated(tx, work, left, limit);
}

/** Leads that are put back may take identities, as the batches of imports do. */
async function changesOf(
  tx: TenantTransaction,
  work: UndoWork,
  left: Lane,
  limit: number,
): Promise<UndoneBatch> {
  await lockLeads(tx);
  return undoChanges(tx, work, left, limit);
}
