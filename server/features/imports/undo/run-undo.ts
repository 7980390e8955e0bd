import type pg from 'pg';
import { undoImportConsents } from '../../../lead/consents/consent-writes.ts';
import { deleteImportNotes } from '../../../lead/edits/note-writes.ts';
import { lockLeadRows } from '../../../lead/edits/reads.ts';
import { writeBatch } from '../../../lead/operations/batch-writes.ts';
import { runClaimed, runLanes } from '../../../lead/operations/claimed-work.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { lockBulkBatch } from '../../../lead/operations/writes.ts';
import { lockLeads } from '../../../lead/store/store.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import {
  type CreatedLead,
  findUnfinishedUndo,
  lockNextCreated,
  notedLeads,
  ownChanges,
  type UndoneBatch,
  type UndoWork,
} from './reads.ts';
import { undoChanges } from './undo-changes.ts';
import { endUndo, recordUndoBatch } from './writes.ts';

/** Leads moved to the trash by one statement, or changes reverted one by one. */
const BATCH_SIZES = { create: 5_000, update: 1_000 } as const;

/** Options that control how an undo runs. */
interface UndoPace {
  /** Stops the undo after the current batches. */
  signal?: AbortSignal | undefined;
  /** Leads or changes per batch. */
  batch?: number;
}

/**
 * Runs an undo until it ends or the signal aborts.
 * @throws database errors; the current batches then store nothing
 */
export async function runUndo(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
  { signal, batch }: UndoPace = {},
): Promise<void> {
  const find = () => scope.transaction((tx) => findUnfinishedUndo(tx, importId));
  await runClaimed(pool, `import-undo:${importId}`, find, async (work) => {
    const next = (lane: number, left: Lane): Promise<string> => {
      const limit = batch ?? BATCH_SIZES[kindOf(work, lane)];
      return scope.transaction((tx) => undoBatch(tx, work, { lane, left, limit }));
    };
    if (work.mode !== 'createOrUpdate') return runLanes(work.lanes, next, signal);
    for (const [lane, left] of work.lanes.entries()) {
      await runLanes([left], (_only, rest) => next(lane, rest), signal);
    }
  });
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
    if (work.mode !== 'create') {
      await deleteImportNotes(tx, work.importId);
      await undoImportConsents(tx, work.importId, (ids) => lockLeadRows(tx, ids));
    }
    await endUndo(tx, work, null);
  }
  return outcome.cursor;
}

/** Leads that move to the trash claim no identities, so bulk operations run at the same time. */
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

/** Keeps the ones that others changed, annotated or deleted since. */
async function undoCreated(
  tx: TenantTransaction,
  work: UndoWork,
  lane: Lane,
  limit: number,
): Promise<UndoneBatch> {
  const leads = await lockNextCreated(tx, work.importId, lane, limit);
  const noted = await notedLeads(
    tx,
    work.importId,
    leads.map(({ id }) => id),
  );
  const changed = leads.filter(({ version }) => version > 1).map(({ id }) => id);
  const own = await (changed.length > 0 ? ownChanges(tx, work.importId, changed) : new Map<string, number>());
  const isUntouched = ({ id, version, isInTrash }: CreatedLead): boolean =>
    version === 1 + (own.get(id) ?? 0) && !isInTrash && !noted.has(id);
  const ids = leads.filter(isUntouched).map(({ id }) => id);
  await writeBatch(tx, { ...work, id: work.importId }, ids, {
    kind: 'undo',
    set: ['deleted_at = now()'],
    columns: [],
    detail: work.filename,
  });
  return {
    undone: ids.length,
    kept: leads
      .filter((lead) => !isUntouched(lead))
      .map(({ id, isInTrash }) => ({ leadId: id, reason: isInTrash ? 'deleted' : 'edited', holderId: null })),
    cursor: (leads.length === limit ? leads.at(-1)?.id : undefined) ?? lane.low,
  };
}
