import type { GridChange } from '#contract/import-fixing.ts';
import { lookUpTogether } from '../../../../platform/db/planner.ts';
import type { OrganizationScope, TenantTransaction } from '../../../../platform/db/scope.ts';
import { pipelined } from '../../../../platform/db/transaction.ts';
import { readAhead, writeInOrder } from '../../../../platform/jobs/in-order.ts';
import { lockUpload } from '../../../../platform/uploads/reads.ts';
import {
  type FilledGrid,
  GridSession,
  gridMapper,
  isFilled,
  type ReadDatabase,
} from '../session/grid-session.ts';
import { encodeStepCells, removeStep } from '../statements/edit-writes.ts';
import {
  columnOfStep,
  findGrid,
  isBeingImported,
  lastStepOf,
  type StoredStep,
} from '../statements/grid-reads.ts';
import { type ColumnBatch, replacedRows, restoredRows } from './change-column.ts';
import { columnEvaluator } from './evaluate-column.ts';
import { type GridTask, type GridTaskResult, RefusedChange } from './grid-task.ts';
import { type PatchSource, patchesOf, patchRow, type RowPatch, stepCells } from './patches.ts';
import { StepWriter, writingOf } from './step-writer.ts';
import { changeUniformly } from './uniform-change.ts';

/** Receives the progress of a change in percent. */
type TellProgress = (percent: number) => void;

/** Percent for writing cells; settling duplicates takes the rest. */
const CELLS_PERCENT = 80;

/**
 * Applies an action to a grid in one transaction; changes of one grid wait for each other.
 * @param options.whole the action may take as long as a recount of the whole file
 */
export async function changeGrid(
  scope: OrganizationScope,
  task: GridTask,
  { tell = () => undefined, whole = false }: { tell?: TellProgress; whole?: boolean } = {},
): Promise<GridTaskResult> {
  try {
    return await scope.transaction(async (tx) => {
      const grid = await openForChange(tx, task.uploadId);
      // A request must not wait for a second connection while it has the first.
      const read: ReadDatabase = whole ? (work) => scope.transaction(work) : (work) => work(tx);
      const session = new GridSession(tx, grid, await gridMapper(tx, grid), read);
      const { changed, rows } = await applyAction({ tx, read, grid, session, task, whole, tell });
      if (changed > 0) {
        // Many cells are answered before the whole file's repeats are counted again.
        await session.settle({ whole: whole && !session.isCounted });
        await session.save();
      }
      const change = await changeOf(tx, grid, task, session, changed);
      return { ok: true, change, rows: [...new Set([...rows, ...session.affected])] };
    });
  } catch (error) {
    if (error instanceof RefusedChange) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** @throws RefusedChange when it can't be changed */
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

/** A batch of a change whose rows have been evaluated again. */
interface RevisedBatch {
  /** Number of its last row. */
  last: number;
  write: () => Promise<void>;
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
  /** In a thread, reads have a connection of their own. */
  whole: boolean;
  tell: TellProgress;
}

/** Returns the number of changed cells or rows, and the first changed rows. */
async function applyAction(running: RunningAction): Promise<{ changed: number; rows: number[] }> {
  const { tx, grid, session, task } = running;
  const { user, action } = task;
  const { uploadId, reading } = grid;
  const undone = action.kind === 'undo' ? await stepToUndo(tx, grid, user.id) : null;
  const author = { uploadId, reading, revision: session.revision, username: user.username };
  const step = new StepWriter(tx, author, task);
  const work = { tx, grid, session };
  const { cells, isWhole } = await changeUniformly(work, action, undone);
  if (cells !== null) await step.addCells(encodeStepCells(cells));
  const rows = cells?.rows.slice(0, SHOWN_ROWS) ?? [];
  if (!isWhole) {
    const column = await columnBatches(running, undone);
    const others =
      column === null
        ? changeRows(running, step, undone, new Set(cells?.rows))
        : changeColumn(running, step, column);
    rows.push(...(await others));
  }
  await step.finish();
  if (undone !== null) await removeStep(tx, uploadId, undone.id);
  return { changed: step.count, rows };
}

async function stepToUndo(tx: TenantTransaction, grid: FilledGrid, userId: string): Promise<StoredStep> {
  const step = await lastStepOf(tx, grid, userId);
  if (step !== null) return step;
  throw new RefusedChange({ error: 'conflict', message: 'You have no more changes to undo' });
}

/** Batches of an action on one column; null if its rows have to be mapped wholly. */
async function columnBatches(
  { tx, read, grid, session, task: { action } }: RunningAction,
  undone: StoredStep | null,
): Promise<AsyncIterable<ColumnBatch> | null> {
  const replacement = action.kind === 'replace' ? action : null;
  const restored = undone?.kind === 'replace' ? undone : null;
  const column = restored ? await columnOfStep(tx, grid.uploadId, restored.id) : replacement?.column;
  const evaluator = column === undefined ? null : await columnEvaluator(tx, grid, session.problems, column);
  if (column === undefined || evaluator === null) return null;
  const source = { read, grid, column, evaluator };
  if (replacement !== null) return replacedRows(source, replacement);
  return restored && restoredRows(source, restored.id);
}

/** Applies a change of a column; returns the first changed rows. */
async function changeColumn(
  running: RunningAction,
  step: StepWriter,
  batches: AsyncIterable<ColumnBatch>,
): Promise<number[]> {
  const { session } = running;
  const rows: number[] = [];
  const revise = async ({ rows: evaluated, cells }: ColumnBatch): Promise<RevisedBatch> => {
    const replaced = await session.reviseEvaluated(evaluated);
    for (const row of cells.rows.slice(0, SHOWN_ROWS - rows.length)) rows.push(row);
    return { last: cells.rows.at(-1) ?? 0, write: writingOf(session, step, replaced, [cells]) };
  };
  await writeBatches(running, batches, { isOrdered: false, revise });
  return rows;
}

/** Patches all rows that are not done yet; returns the first changed ones. */
async function changeRows(
  running: RunningAction,
  step: StepWriter,
  undone: StoredStep | null,
  done: ReadonlySet<number>,
): Promise<number[]> {
  const { tx, read, grid, session, task } = running;
  const places = new Map(grid.columns.map((column, index) => [column, index]));
  // Parts of a pasted block may share rows.
  const isOrdered = undone?.kind === 'edit';
  const source = { read: isOrdered ? (work) => work(tx) : read, grid, undone, done } satisfies PatchSource;
  const batches = patchesOf(source, task.action);
  const rows: number[] = [];
  const revise = async (patches: readonly RowPatch[]): Promise<RevisedBatch> => {
    const patched = patches.flatMap((patch) => patchRow(patch, places) ?? []);
    const replaced = await session.revise(patched.map(({ revised }) => revised));
    for (const { after } of replaced.slice(0, SHOWN_ROWS - rows.length)) rows.push(after.row);
    const write = writingOf(session, step, replaced, stepCells(patched));
    return { last: patches.at(-1)?.row.row ?? 0, write };
  };
  await writeBatches(running, batches, { isOrdered, revise });
  return rows;
}

/** Unless ordered, the next batch is revised while two are written: PostgreSQL goes on with one while the server prepares the other. */
async function writeBatches<B>(
  { tx, grid, whole, tell }: RunningAction,
  batches: AsyncIterable<B>,
  { isOrdered, revise }: { isOrdered: boolean; revise: (batch: B) => Promise<RevisedBatch> },
): Promise<void> {
  const write = async ({ last, write: own }: RevisedBatch): Promise<void> => {
    await own();
    tell(Math.min(CELLS_PERCENT, (CELLS_PERCENT * last) / Math.max(1, grid.totals.totalRows)));
  };
  if (isOrdered || !whole) {
    for await (const batch of batches) await write(await revise(batch));
    return;
  }
  async function* revised(): AsyncGenerator<RevisedBatch> {
    for await (const batch of readAhead(batches)) yield await revise(batch);
  }
  // One plan setting serves all statements.
  await lookUpTogether(tx, () =>
    pipelined(tx.client, () => writeInOrder(revised(), { ...INDEPENDENT, write })),
  );
}

/** Batches of a change have no row in common. */
const INDEPENDENT = {
  areIndependent: () => true,
  mustPause: async () => false,
  pause: async () => undefined,
};

/** Maximum rows that are shown to the caller. */
const SHOWN_ROWS = 200;
