import type { GridChange } from '#contract/import-mending.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import { lockUpload } from '../../../platform/uploads/reads.ts';
import type { EditKey } from '../record/edit-reading.ts';
import { createStep, finishStep, removeStep, storeEdits, storeStepCells } from './edit-writes.ts';
import { findGrid, isBeingImported, lastStepOf, type StepCells, type StoredStep } from './grid-reads.ts';
import { type FilledGrid, GridSession, gridMapper, isFilled, type ReadDatabase } from './grid-session.ts';
import { type GridTask, type GridTaskResult, RefusedChange } from './grid-task.ts';
import type { ReplacedRow } from './grid-writes.ts';
import { type PatchSource, patchesOf } from './patches.ts';
import { type PatchedRow, patchRow, stepCells } from './row-patch.ts';
import { changeUniformly } from './uniform-change.ts';

/** Receives the progress of a change in percent. */
type TellProgress = (percent: number) => void;

/** Percent of a change that writing its cells takes; settling duplicates takes the rest. */
const CELLS_PERCENT = 80;

/**
 * Applies a user's action to a grid in one transaction: an action that is broken off changes nothing. Changes of one
 * grid wait for each other.
 * @param options.whole whether the action may take as long as it takes to recount a whole file that has to be
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
        // A change of many cells is answered before the repeats of the whole file are counted again.
        await session.settle({ whole: whole && !session.isCounted });
        await session.save();
      }
      const change = await changeOf(tx, grid, task, session, changed);
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
    throw new RefusedChange({
      error: 'not_found',
      message: 'Upload not found. It may have expired; upload the file again.',
      field: 'uploadId',
    });
  }
  if (await isBeingImported(tx, uploadId)) {
    const message = 'This file is being imported. You can change its rows again when the import finishes.';
    throw new RefusedChange({ error: 'conflict', message });
  }
  const grid = await findGrid(tx, uploadId);
  if (isFilled(grid)) return grid;
  throw new RefusedChange({ error: 'conflict', message: 'Check the whole file first' });
}

async function changeOf(
  tx: TenantTransaction,
  grid: FilledGrid,
  { user }: GridTask,
  { totals, isCounted, revision }: GridSession,
  changed: number,
): Promise<GridChange> {
  const undoable = await lastStepOf(tx, grid, user.id);
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

/** Applies an action; returns the number of changed cells, or rows, and the first changed rows. */
async function applyAction(running: RunningAction): Promise<{ changed: number; rows: number[] }> {
  const { tx, grid, session, task } = running;
  const { user, action } = task;
  const { uploadId, reading } = grid;
  const undone = action.kind === 'undo' ? await stepToUndo(tx, grid, user.id) : null;
  const step = new StepWriter(tx, grid, task);
  const { revision } = session;
  const work = { tx, grid, session, author: { uploadId, reading, revision, username: user.username } };
  const { cells, isWhole } = await changeUniformly(work, action, undone);
  if (cells !== null) await step.addCells(cells);
  const rows = cells?.rows.slice(0, SHOWN_ROWS) ?? [];
  if (!isWhole) rows.push(...(await changeRows(running, step, undone, new Set(cells?.rows))));
  await step.finish();
  if (undone !== null) await removeStep(tx, uploadId, undone.id);
  return { changed: step.count, rows };
}

async function stepToUndo(tx: TenantTransaction, grid: FilledGrid, userId: string): Promise<StoredStep> {
  const step = await lastStepOf(tx, grid, userId);
  if (step !== null) return step;
  throw new RefusedChange({ error: 'conflict', message: 'You have no more changes to undo' });
}

/**
 * Applies the patches of an action to its rows but those that are done; returns the first changed rows. While one batch is
 * written, the next one is read and mapped.
 */
async function changeRows(
  running: RunningAction,
  step: StepWriter,
  undone: StoredStep | null,
  done: ReadonlySet<number>,
): Promise<number[]> {
  const { tx, read, grid, session, task, tell } = running;
  const places = new Map(grid.columns.map((column, index) => [column, index]));
  // Parts of a pasted block may share rows, so that each has to see the one before it.
  const isOrdered = undone?.kind === 'edit';
  const source = { read: isOrdered ? (work) => work(tx) : read, grid, undone, done } satisfies PatchSource;
  const batches = patchesOf(source, task.action);
  const rows: number[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  for await (const patches of isOrdered ? batches : readAhead(batches)) {
    const patched = patches.flatMap((patch) => patchRow(patch, places, task.user.username) ?? []);
    const replaced = await session.revise(patched.map(({ revised }) => revised));
    await writing;
    writing = writePatched(running, replaced, patched, step);
    // Thrown by the next await.
    writing.catch(() => undefined);
    if (isOrdered) await writing;
    for (const { edit } of patched.slice(0, SHOWN_ROWS - rows.length)) rows.push(edit.row);
    const last = patches.at(-1)?.row.row ?? 0;
    tell(Math.min(CELLS_PERCENT, (CELLS_PERCENT * last) / Math.max(1, grid.totals.totalRows)));
  }
  await writing;
  return rows;
}

async function writePatched(
  { tx, grid: { uploadId, reading }, session, task: { user } }: RunningAction,
  replaced: readonly ReplacedRow[],
  patched: readonly PatchedRow[],
  step: StepWriter,
): Promise<void> {
  await session.write(replaced);
  const { revision } = session;
  const edits = patched.map(({ edit }) => edit);
  await storeEdits(tx, { uploadId, reading, revision, username: user.username }, edits);
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
  private readonly key: EditKey;
  private readonly task: GridTask;

  constructor(tx: TenantTransaction, key: EditKey, task: GridTask) {
    [this.tx, this.key, this.task] = [tx, key, task];
  }

  async add(rows: readonly PatchedRow[]): Promise<void> {
    for (const cells of stepCells(rows)) await this.addCells(cells);
  }

  /** Records cells of one column. */
  async addCells(cells: StepCells): Promise<void> {
    const { uploadId } = this.key;
    const { user, action } = this.task;
    this.count += cells.rows.length;
    if (action.kind === 'undo' || cells.rows.length === 0) return;
    const kind = action.kind !== 'drop' ? action.kind : action.dropped ? 'drop' : 'keep';
    this.stepId ??= await createStep(this.tx, this.key, { userId: user.id, kind, count: 0 });
    await storeStepCells(this.tx, uploadId, { stepId: this.stepId, part: this.part++, cells });
  }

  async finish(): Promise<void> {
    if (this.stepId !== null) await finishStep(this.tx, this.key.uploadId, this.stepId, this.count);
  }
}
