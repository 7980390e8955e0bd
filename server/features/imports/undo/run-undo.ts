import type pg from 'pg';
import { deleteImportNotes } from '../../../lead/edits/import-note-writes.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { lockBulkBatch, StaleCursor } from '../../../lead/operations/writes.ts';
import { lockLeads } from '../../../lead/store/store.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { isUniqueViolation } from '../../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../../platform/jobs/advisory-lock.ts';
import { findUnfinishedUndo } from './reads.ts';
import { undoChanges } from './undo-changes.ts';
import { undoCreated } from './undo-created.ts';
import type { UndoneBatch, UndoWork } from './work.ts';
import { endUndo, recordUndoBatch } from './writes.ts';

/** Leads moved to the trash by one statement, or changes reverted one by one. */
const BATCH_SIZES = { create: 5_000, update: 1_000 } as const;
/** Tries of a batch whose identity a concurrent transaction takes. */
const MAX_BATCH_ATTEMPTS = 5;

/** Options that control how an undo runs. */
interface UndoPace {
  /** Stops the undo after the current batches. */
  signal?: AbortSignal | undefined;
  /** Leads or changes per batch. */
  batch?: number;
}

/**
 * Runs an undo from its last committed batch until it ends or the signal aborts. An advisory lock admits one worker at a time.
 * @throws database errors; the current batch then stores nothing
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
    const run = (lane: number, left: Lane): Promise<void> =>
      undoLane(scope, work, { lane, left, limit: batch ?? BATCH_SIZES[kindOf(work, lane)] }, signal);
    if (work.mode === 'createOrUpdate') return inTurn(work.lanes, run);
    // The advisory lock is held while any lane is still running.
    const lanes = await Promise.allSettled(work.lanes.map((left, lane) => run(lane, left)));
    for (const lane of lanes) {
      if (lane.status === 'rejected' && !(lane.reason instanceof StaleCursor)) throw lane.reason;
    }
  });
}

/** Later lanes start when earlier ones are done. */
async function inTurn(
  lanes: readonly Lane[],
  run: (lane: number, left: Lane) => Promise<void>,
): Promise<void> {
  try {
    for (const [lane, left] of lanes.entries()) await run(lane, left);
  } catch (error) {
    if (!(error instanceof StaleCursor)) throw error;
  }
}

/** Returns whether a lane holds created leads or changes. */
function kindOf({ mode }: UndoWork, lane: number): 'create' | 'update' {
  if (mode === 'createOrUpdate') return lane === 0 ? 'create' : 'update';
  return mode;
}

/** Committed batches stay, and the undo can be started again. */
export async function giveUpUndo(scope: OrganizationScope, importId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedUndo(tx, importId);
    const failure = 'The undo was stopped after repeated internal errors';
    if (work !== null) await endUndo(tx, work, failure);
  });
}

interface NextOfLane {
  lane: number;
  left: Lane;
  limit: number;
}

async function undoLane(
  scope: OrganizationScope,
  work: UndoWork,
  { lane, left, limit }: NextOfLane,
  signal: AbortSignal | undefined,
): Promise<void> {
  let rest = left;
  while (rest.cursor !== rest.low && signal?.aborted !== true) {
    const next = { lane, left: rest, limit };
    rest = { ...rest, cursor: await undoNextBatch(scope, work, next) };
  }
}

/** Undoes one batch and returns the lane's new cursor. */
async function undoNextBatch(scope: OrganizationScope, work: UndoWork, next: NextOfLane): Promise<string> {
  for (let tried = 1; ; tried++) {
    try {
      return await scope.transaction((tx) => undoBatch(tx, work, next));
    } catch (error) {
      if (tried === MAX_BATCH_ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}

async function undoBatch(
  tx: TenantTransaction,
  work: UndoWork,
  { lane, left, limit }: NextOfLane,
): Promise<string> {
  const undo = kindOf(work, lane) === 'create' ? undoCreatedBatch : undoChangesBatch;
  const outcome = await undo(tx, work, left, limit);
  const finished = await recordUndoBatch(tx, work.importId, { lane, from: left.cursor }, outcome);
  if (finished) {
    // Created leads keep their notes in the trash.
    if (work.mode !== 'create') await deleteImportNotes(tx, work.importId);
    await endUndo(tx, work, null);
  }
  return outcome.cursor;
}

/** Leads that move to the trash claim no identities, so bulk operations run beside. */
async function undoCreatedBatch(
  tx: TenantTransaction,
  work: UndoWork,
  left: Lane,
  limit: number,
): Promise<UndoneBatch> {
  await lockBulkBatch(tx);
  return undoCreated(tx, work, left, limit);
}

/** Restored leads may claim identities: same lock as import batches. */
async function undoChangesBatch(
  tx: TenantTransaction,
  work: UndoWork,
  left: Lane,
  limit: number,
): Promise<UndoneBatch> {
  await lockLeads(tx);
  return undoChanges(tx, work, left, limit);
}
