import type { GridFilter } from '#contract/import-fixing.ts';
import { rowCondition } from '../rows/grid-filter.ts';
import { decodeCells, type GridRowState, isDroppedRow, OUTCOME } from '../rows/grid-row.ts';
import { ProblemList } from '../rows/problem-list.ts';
import type { FilledGrid, ReadDatabase, RevisedRow } from '../session/grid-session.ts';
import {
  cellsOfStep,
  FIRST_OF_MATCHING,
  findGridRows,
  type StepCells,
  type StoredStep,
} from '../statements/grid-reads.ts';
import { compileReplacement } from './cell-replacement.ts';
import {
  type CellEdit,
  type CellReplacement,
  type GridAction,
  RefusedChange,
  unknownColumn,
} from './grid-task.ts';
import { GRID_BATCH_ROWS, rowsMatching } from './matching-rows.ts';

/** Where the patches of an action come from. */
export interface PatchSource {
  read: ReadDatabase;
  grid: FilledGrid;
  /** Step that the action takes back, if it does. */
  undone: StoredStep | null;
  /** Rows of that step that are done already. */
  done: ReadonlySet<number>;
}

/** In batches, at most one patch for each row of a batch. */
export async function* patchesOf(source: PatchSource, action: GridAction): AsyncGenerator<RowPatch[]> {
  const { read, grid } = source;
  switch (action.kind) {
    case 'edit':
      return yield await editPatches(read, grid, action.edits);
    case 'replace':
      return yield* replacePatches(read, grid, action);
    case 'undo':
      return yield* undoPatches(source);
    case 'drop': {
      const { dropped, rows, filter } = action;
      const found =
        rows === null
          ? rowsToDrop(read, grid, { dropped, filter: filter ?? REFUSED_FILTER })
          : [await knownRows(read, grid, [...rows])];
      for await (const batch of found) yield batch.map((row) => ({ row, cells: [], dropped }));
    }
  }
}

const REFUSED_FILTER: GridFilter = { show: 'dropped' };

async function editPatches(
  read: ReadDatabase,
  grid: FilledGrid,
  edits: readonly CellEdit[],
): Promise<RowPatch[]> {
  const known = new Set(grid.columns);
  const unknown = edits.find(({ column }) => !known.has(column));
  if (unknown !== undefined) throw unknownColumn(unknown.column);
  const byRow = Map.groupBy(edits, ({ row }) => row);
  const rows = await knownRows(read, grid, [...byRow.keys()]);
  return rows.map((row) => {
    // The last of several values for one cell counts.
    const cells = new Map((byRow.get(row.row) ?? []).map((edit) => [edit.column, edit]));
    return { row, cells: [...cells.values()] };
  });
}

/** @throws RefusedChange for a row that the file doesn't have */
async function knownRows(
  read: ReadDatabase,
  grid: FilledGrid,
  numbers: readonly number[],
): Promise<GridRowState[]> {
  const rows = await read((tx) => findGridRows(tx, grid, numbers));
  const found = new Set(rows.map(({ row }) => row));
  const missing = numbers.find((number) => !found.has(number));
  if (missing === undefined) return rows;
  throw new RefusedChange({
    error: 'invalid_input',
    message: `The file has no row ${missing}`,
    field: 'row',
  });
}

async function* replacePatches(
  read: ReadDatabase,
  grid: FilledGrid,
  action: CellReplacement,
): AsyncGenerator<RowPatch[]> {
  const { place, condition, replaced } = compileReplacement(grid, action);
  for await (const rows of rowsMatching(read, grid, condition)) {
    yield rows.flatMap((row): RowPatch[] => {
      const value = replaced(decodeCells(row.cells)[place] ?? '');
      return value === null ? [] : [{ row, cells: [{ column: action.column, value }] }];
    });
  }
}

async function* undoPatches({ read, grid, undone, done }: PatchSource): AsyncGenerator<RowPatch[]> {
  if (undone === null) return;
  for (let part = 0; ; part++) {
    const cells = await read((tx) => cellsOfStep(tx, grid.uploadId, { stepId: undone.id, part }));
    if (cells === null) return;
    const places = cells.rows.flatMap((row, place) => (done.has(row) ? [] : [place]));
    for (const some of chunks(places, GRID_BATCH_ROWS)) yield await cellsBefore(read, grid, cells, some);
  }
}

/** Takes back the cells of a step, unless they were changed since. */
async function cellsBefore(
  read: ReadDatabase,
  grid: FilledGrid,
  { column, rows, before, after }: StepCells,
  places: readonly number[],
): Promise<RowPatch[]> {
  const placeOf = new Map(places.map((place) => [rows[place] ?? 0, place]));
  return (await read((tx) => findGridRows(tx, grid, [...placeOf.keys()]))).flatMap((row): RowPatch[] => {
    const place = placeOf.get(row.row) ?? -1;
    // A step that did the same to all rows keeps the values once.
    const value = before.length === 1 ? before[0] : before[place];
    const expected = after.length === 1 ? after[0] : after[place];
    if (value === undefined || expected === undefined) return [];
    if (column !== null) return [{ row, cells: [{ column, value, expected } satisfies CellPatch] }];
    return String(isDroppedRow(row)) === expected ? [{ row, cells: [], dropped: value === 'true' }] : [];
  });
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

function rowsToDrop(
  read: ReadDatabase,
  grid: FilledGrid,
  { dropped, filter }: { dropped: boolean; filter: GridFilter },
): AsyncGenerator<GridRowState[]> {
  const { sql, values } = rowCondition(filter, new ProblemList(grid.problems), FIRST_OF_MATCHING);
  const isToChange = `r.own ${dropped ? '<>' : '='} ${OUTCOME.dropped}`;
  return rowsMatching(read, grid, { sql: `${sql} AND ${isToChange}`, values });
}

/** With `expected`, only if the cell still has that value. */
export interface CellPatch {
  column: string;
  value: string;
  expected?: string;
}

export interface RowPatch {
  row: GridRowState;
  cells: readonly CellPatch[];
  dropped?: boolean;
}

/** A row after a patch, and what the patch changed. */
export interface PatchedRow {
  revised: RevisedRow;
  changes: { column: string | null; before: string; after: string }[];
}

/** Applies a patch to a row; returns null if it changes nothing. */
export function patchRow(
  { row, cells: patches, dropped = isDroppedRow(row) }: RowPatch,
  places: ReadonlyMap<string, number>,
): PatchedRow | null {
  const cells = decodeCells(row.cells);
  const changes: PatchedRow['changes'] = [];
  for (const { column, value, expected } of patches) {
    const place = places.get(column);
    const before = place === undefined ? undefined : (cells[place] ?? '');
    if (place === undefined || before === undefined || before === value) continue;
    if (expected !== undefined && before !== expected) continue;
    cells[place] = value;
    changes.push({ column, before, after: value });
  }
  if (dropped !== isDroppedRow(row)) {
    changes.push({ column: null, before: String(!dropped), after: String(dropped) });
  }
  return changes.length === 0 ? null : { revised: { before: row, cells, dropped }, changes };
}

/** By column, as an action stores them. */
export function stepCells(rows: readonly PatchedRow[]): StepCells[] {
  const byColumn = new Map<string | null, StepCells>();
  for (const { revised, changes } of rows) {
    for (const { column, before, after } of changes) {
      const cells = byColumn.get(column) ?? { column, rows: [], before: [], after: [] };
      byColumn.set(column, cells);
      cells.rows.push(revised.before.row);
      cells.before.push(before);
      cells.after.push(after);
    }
  }
  return [...byColumn.values()];
}
