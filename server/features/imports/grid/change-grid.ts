import type { GridChange } from '#contract/import-mending.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import { createStep, finishStep, removeStep, storeEdits, storeStepCells } from './edit-writes.ts';
import {
  findGrid,
  isBeingImported,
  lastStepOf,
  lockUpload,
  type StepCells,
  type StoredStep,
} from './grid-reads.ts';
import type { GridRowState } from './grid-row.ts';
import { type FilledGrid, GridSession, gridMapper, isFilled, type ReadDatabase } from './grid-session.ts';
import { type GridTask, type GridTaskResult, RefusedChange } from './grid-task.ts';
import { patchesOf } from './patches.ts';
import { type PatchedRow, patchRow, stepCells } from './row-patch.ts';
import { changeUniformly, undoUniformly } from './uniform-change.ts';

/** Receives the progress of a change in percent. */
type TellProgress = (percent: number) => void;

/** Percent of a change that writing its cells takes; settling duplicates takes the rest. */
const CELLS_PERCENT = 80;

/**
 * Applies a user's action to a grid in one transaction: an action that is broken off changes nothing. Changes of one
 * grid wait for each other.
 * @param options.whole whether to recount the whole file if the action affects many rows
 */
export async function changeGrid(
  scope: OrganizationScope,
  task: GridTask,
  { tell = () => undefined, whole = false }: { tell?: TellProgress; whole?: boolean } = {},
): Promise<GridTaskResult> {
  try {
    return await scope.transaction(async (tx) => {
      const grid = await openForChange(tx, task.uploadId);
      // A request has one connection only: it must not wait for a second one while it has the first.
      const read: ReadDatabase = whole ? (work) => scope.transaction(work) : (work) => work(tx);
      const session = new GridSession(tx, grid, await gridMapper(tx, grid), read);
      const { changed, rows } = await applyAction({ tx, read, grid, session, task, tell });
      if (changed > 0) {
        await session.settle({ whole });
        await session.save();
      }
      const change = await changeOf(tx, task, session, changed);
      return { ok: true, change, rows: [...new Set([...rows, ...session.affected])] };
    });
  } catch (error) {
    if (error instanceof RefusedChange) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

/**
 * Locks an upload and returns its grid.
 * @throws RefusedChange when it can't be changed
 */
export async function openForChange(tx: TenantTransaction, uploadId: string): Promise<FilledGrid> {
  if (!(await lockUpload(tx, uploadId))) {
    throw new RefusedChange({ error: 'not_found', message: 'There is no such upload', field: 'uploadId' });
  }
  if (await isBeingImported(tx, uploadId)) {
    const message =
      'This file is being imported. You can change its rows again when the import has finished.';
    throw new RefusedChange({ error: 'conflict', message });
  }
  const grid = await findGrid(tx, uploadId);
  if (isFilled(grid)) return grid;
  throw new RefusedChange({ error: 'conflict', message: 'Check the whole file first' });
}

async function changeOf(
  tx: TenantTransaction,
  { uploadId, user }: GridTask,
  { totals, isCounted, revision }: GridSession,
  changed: number,
): Promise<GridChange> {
  const undoable = await lastStepOf(tx, uploadId, user.id);
  return {
    revision: changed > 0 ? revision : revision - 1,
    changed,
    totals,
    isCounted,
    undoable: undoable && stepReply(undoable),
  };
}

/** Returns a step as the API shows it. */
export function stepReply({ kind, count, at }: StoredStep): NonNullable<GridChange['undoable']> {
  return { kind, count, at: at.toISOString() };
}

/** An action being applied. */
interface RunningAction {
  tx: TenantTransaction;
  read: ReadDatabase;
  grid: FilledGrid;
  session: GridSession;
  task: GridTask;
  tell: TellProgress;
}

/**
 * Applies the patches of an action; returns the number of changed cells, or rows, and the first changed rows. While one
 * batch is written, the next one is read and mapped.
 */
async function applyAction(running: RunningAction): Promise<{ changed: number; rows: number[] }> {
  const { tx, read, grid, session, task, tell } = running;
  const { uploadId, user, action } = task;
  const places = new Map(grid.columns.map((column, index) => [column, index]));
  const undone = action.kind === 'undo' ? await lastStepOf(tx, uploadId, user.id) : null;
  const step = new StepWriter(tx, task);
  const { revision } = session;
  const work = { tx, grid, session, author: { uploadId, revision, username: user.username } };
  const uniform = await changeUniformly(work, action);
  if (uniform !== null) {
    await step.addCells(uniform);
    await step.finish();
    return { changed: step.count, rows: uniform.rows.slice(0, SHOWN_ROWS) };
  }
  const changed = undone && (await undoUniformly(work, undone));
  if (undone !== null && changed !== null) {
    await removeStep(tx, uploadId, undone.id);
    return { changed, rows: [] };
  }
  const rows: number[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  // Parts of a pasted block may share rows, so that each has to see the one before it.
  const isOrdered = undone?.kind === 'edit';
  const batches = isOrdered
    ? patchesOf((work) => work(tx), grid, task)
    : readAhead(patchesOf(read, grid, task));
  for await (const patches of batches) {
    const patched = patches.flatMap((patch) => patchRow(patch, places, user.username) ?? []);
    const states = await session.revise(patched.map(({ revised }) => revised));
    await writing;
    writing = writePatched(running, states, patched, step);
    // Thrown by the next await.
    writing.catch(() => undefined);
    if (isOrdered) await writing;
    for (const { edit } of patched.slice(0, SHOWN_ROWS - rows.length)) rows.push(edit.row);
    const last = patches.at(-1)?.row.row ?? 0;
    tell(Math.min(CELLS_PERCENT, (CELLS_PERCENT * last) / Math.max(1, grid.totals.totalRows)));
  }
  await writing;
  await step.finish();
  if (undone !== null) await removeStep(tx, uploadId, undone.id);
  return { changed: step.count, rows };
}

async function writePatched(
  { tx, session, task: { uploadId, user } }: RunningAction,
  states: readonly GridRowState[],
  patched: readonly PatchedRow[],
  step: StepWriter,
): Promise<void> {
  await session.write(states);
  const { revision } = session;
  const edits = patched.map(({ edit }) => edit);
  await storeEdits(tx, { uploadId, revision, username: user.username }, edits);
  await step.add(patched);
}

/** Maximum rows that are shown to the caller. */
const SHOWN_ROWS = 200;

/** Records the cells of an action, unless it takes back another one. */
class StepWriter {
  count = 0;
  private part = 0;
  private stepId: string | null = null;
  private readonly tx: TenantTransaction;
  private readonly task: GridTask;

  constructor(tx: TenantTransaction, task: GridTask) {
    [this.tx, this.task] = [tx, task];
  }

  async add(rows: readonly PatchedRow[]): Promise<void> {
    for (const cells of stepCells(rows)) await this.addCells(cells);
  }

  /** Records cells of one column. */
  async addCells(cells: StepCells): Promise<void> {
    const { uploadId, user, action } = this.task;
    this.count += cells.rows.length;
    if (action.kind === 'undo' || cells.rows.length === 0) return;
    const kind = action.kind !== 'drop' ? action.kind : action.dropped ? 'drop' : 'keep';
    this.stepId ??= await createStep(this.tx, uploadId, { userId: user.id, kind, count: 0 });
    await storeStepCells(this.tx, uploadId, { stepId: this.stepId, part: this.part++, cells });
  }

  async finish(): Promise<void> {
    if (this.stepId !== null) await finishStep(this.tx, this.task.uploadId, this.stepId, this.count);
  }
}
