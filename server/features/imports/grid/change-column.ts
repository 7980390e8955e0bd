import { compileReplacement } from './cell-replacement.ts';
import { type ChangedRow, rowsOfStep, type StepCells } from './grid-reads.ts';
import { decodeCells, encodeCell, type GridRowState } from './grid-row.ts';
import type { FilledGrid, JudgedRow, ReadDatabase } from './grid-session.ts';
import type { CellReplacement } from './grid-task.ts';
import type { ColumnJudge } from './judge-column.ts';
import { BATCH_ROWS, rowsMatching } from './matching-rows.ts';

/** Rows of which a change of one column changed the cell; `cells` of each row is the new cell alone, encoded. */
export interface ColumnBatch {
  rows: JudgedRow[];
  cells: StepCells;
}

/** A change of one column. */
export interface ColumnSource {
  read: ReadDatabase;
  grid: FilledGrid;
  column: string;
  judge: ColumnJudge;
}

/** Yields the rows that a replacement changes. */
export async function* replacedRows(
  source: ColumnSource,
  action: CellReplacement,
): AsyncGenerator<ColumnBatch> {
  const { read, grid, judge } = source;
  const { condition, replaced } = compileReplacement(grid, action);
  for await (const rows of rowsMatching(read, grid, condition, judge.places)) {
    yield columnBatch(source, rows, (_row, cell) => replaced(cell));
  }
}

/** Yields the rows of which an action changed the column and nobody else did since, with their values before the action. */
export async function* restoredRows(source: ColumnSource, stepId: string): AsyncGenerator<ColumnBatch> {
  const { read, grid, judge } = source;
  for (let part = 0; ; part++) {
    for (let from = 0; ; from += BATCH_ROWS) {
      const page = { places: judge.places, from, limit: BATCH_ROWS };
      const rows = await read((tx) => rowsOfStep(tx, grid, { stepId, part }, page));
      if (rows.length > 0) yield columnBatch(source, rows, valueBefore);
      else if (from === 0) return;
      if (rows.length < BATCH_ROWS) break;
    }
  }
}

function valueBefore({ before, after }: ChangedRow, cell: string): string | null {
  return cell === after ? before : null;
}

function columnBatch<R extends GridRowState>(
  { column, judge: { at, judge } }: ColumnSource,
  rows: readonly R[],
  newValue: (row: R, cell: string) => string | null,
): ColumnBatch {
  const batch: ColumnBatch = { rows: [], cells: { column, rows: [], before: [], after: [] } };
  for (const row of rows) {
    const cells = decodeCells(row.cells);
    const before = cells[at] ?? '';
    const after = newValue(row, before);
    if (after === null || after === before) continue;
    cells[at] = after;
    batch.rows.push({ ...judge(row, cells), cells: encodeCell(after) });
    batch.cells.rows.push(row.row);
    batch.cells.before.push(before);
    batch.cells.after.push(after);
  }
  return batch;
}
