import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAhead } from '../../../../platform/jobs/in-order.ts';
import type { EvaluatedRow } from '../rows/evaluate-row.ts';
import { decodeCellAt, type GridRowState, replaceCellAt } from '../rows/grid-row.ts';
import type { FilledGrid, ReadDatabase } from '../session/grid-session.ts';
import { type ChangedRow, rowsOfStep, type StepCells } from '../statements/grid-reads.ts';
import { compileReplacement } from './cell-replacement.ts';
import type { ColumnEvaluator } from './evaluate-column.ts';
import type { CellReplacement } from './grid-task.ts';
import { GRID_BATCH_ROWS, rowsMatching } from './matching-rows.ts';

export interface ColumnBatch {
  rows: EvaluatedRow[];
  cells: StepCells;
}

/** A change of one column. */
export interface ColumnSource {
  read: ReadDatabase;
  grid: FilledGrid;
  column: string;
  evaluator: ColumnEvaluator;
}

/** Yields the rows that a replacement changes. */
export async function* replacedRows(
  source: ColumnSource,
  action: CellReplacement,
): AsyncGenerator<ColumnBatch> {
  const { read, grid } = source;
  const { condition, replaced } = compileReplacement(grid, action);
  // PostgreSQL finds the next rows while these are evaluated.
  for await (const rows of readAhead(rowsMatching(read, grid, condition))) {
    yield await columnBatch(source, rows, (_row, cell) => replaced(cell));
  }
}

/** Yields rows of which an action changed the column and no one else since, with their values before it. */
export async function* restoredRows(source: ColumnSource, stepId: string): AsyncGenerator<ColumnBatch> {
  for await (const rows of readAhead(rowsOfWholeStep(source, stepId))) {
    yield await columnBatch(source, rows, valueBefore);
  }
}

/** Yields the rows of which an action changed cells, in batches. */
async function* rowsOfWholeStep({ read, grid }: ColumnSource, stepId: string): AsyncGenerator<ChangedRow[]> {
  for (let part = 0; ; part++) {
    for (let from = 0; ; from += GRID_BATCH_ROWS) {
      const page = { from, limit: GRID_BATCH_ROWS };
      const rows = await read((tx) => rowsOfStep(tx, grid, { stepId, part }, page));
      if (rows.length > 0) yield rows;
      else if (from === 0) return;
      if (rows.length < GRID_BATCH_ROWS) break;
    }
  }
}

function valueBefore({ before, after }: ChangedRow, cell: string): string | null {
  return cell === after ? before : null;
}

/** Statements that write others get their turn in between: PostgreSQL waits for each. */
const ROWS_PER_TURN = 50;

async function columnBatch<R extends GridRowState>(
  { column, evaluator: { place, evaluate } }: ColumnSource,
  rows: readonly R[],
  newValue: (row: R, cell: string) => string | null,
): Promise<ColumnBatch> {
  const batch: ColumnBatch = { rows: [], cells: { column, rows: [], before: [], after: [] } };
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn();
    const before = decodeCellAt(row.cells, place);
    const after = newValue(row, before);
    if (after === null || after === before) continue;
    batch.rows.push(evaluate(row, replaceCellAt(row.cells, place, after)));
    batch.cells.rows.push(row.row);
    batch.cells.before.push(before);
    batch.cells.after.push(after);
  }
  return batch;
}
