import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import type { GridSession } from '../session/grid-session.ts';
import {
  createStep,
  type EditAuthor,
  type EncodedCells,
  encodeStepCells,
  finishStep,
  storeEdits,
  storeStepCells,
} from '../statements/edit-writes.ts';
import type { StepCells } from '../statements/grid-reads.ts';
import { encodeStates, type ReplacedRow } from '../statements/grid-writes.ts';
import type { GridTask } from './grid-task.ts';

/** Stores the edits of an action, and its cells unless it takes back another. */
export class StepWriter {
  count = 0;
  private part = 0;
  private step: Promise<string> | null = null;
  private readonly tx: TenantTransaction;
  private readonly author: EditAuthor;
  private readonly task: GridTask;

  constructor(tx: TenantTransaction, author: EditAuthor, task: GridTask) {
    [this.tx, this.author, this.task] = [tx, author, task];
  }

  /** Stores cells of one column. */
  async addCells(cells: EncodedCells): Promise<void> {
    const { uploadId } = this.author;
    const { user, action } = this.task;
    this.count += cells.count;
    if (cells.count === 0) return;
    await storeEdits(this.tx, this.author, cells);
    if (action.kind === 'undo') return;
    const kind = action.kind !== 'drop' ? action.kind : action.dropped ? 'drop' : 'keep';
    this.step ??= createStep(this.tx, this.author, { userId: user.id, kind, count: 0 });
    const stepId = await this.step;
    await storeStepCells(this.tx, uploadId, { stepId, part: this.part++, cells });
  }

  async finish(): Promise<void> {
    if (this.step !== null) await finishStep(this.tx, this.author.uploadId, await this.step, this.count);
  }
}

/** Keeps what is sent to PostgreSQL, not the rows. */
export function writingOf(
  session: GridSession,
  step: StepWriter,
  replaced: readonly ReplacedRow[],
  cells: readonly StepCells[],
): () => Promise<void> {
  const states = encodeStates(replaced);
  const encoded = cells.map(encodeStepCells);
  return async () => {
    await session.write(states);
    for (const some of encoded) await step.addCells(some);
  };
}
