import type { GridFilter } from '#contract/import-mending.ts';
import { cellCondition, type RowCondition, rowCondition } from './grid-filter.ts';
import { cellsOfStep, type EditableRow, findGridRows, lastStepOf, matchingRows } from './grid-reads.ts';
import { decodeCells } from './grid-row.ts';
import type { FilledGrid, ReadDatabase } from './grid-session.ts';
import { type CellEdit, type CellReplacement, type GridTask, RefusedChange } from './grid-task.ts';
import { ProblemList } from './problem-list.ts';
import type { CellPatch, RowPatch } from './row-patch.ts';

/** Rows patched at once. */
const PATCH_ROWS = 2_500;

/** Yields the patches of an action in batches, at most one for each row of a batch. */
export async function* patchesOf(
  read: ReadDatabase,
  grid: FilledGrid,
  { uploadId, user, action }: GridTask,
): AsyncGenerator<RowPatch[]> {
  switch (action.kind) {
    case 'edit':
      return yield await editPatches(read, grid, action.edits);
    case 'replace':
      return yield* replacePatches(read, grid, action);
    case 'undo':
      return yield* undoPatches(read, grid, uploadId, user.id);
    case 'drop': {
      const { dropped, rows, filter } = action;
      const found =
        rows === null
          ? rowsOfFilter(read, grid, filter ?? REFUSED_FILTER)
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
): Promise<EditableRow[]> {
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
  { column, match, find, replacement, filter }: CellReplacement,
): AsyncGenerator<RowPatch[]> {
  const place = grid.columns.indexOf(column);
  if (place < 0) throw unknownColumn(column);
  const replaced = replacer(match, find, replacement);
  const shown = rowCondition(filter, new ProblemList(grid.problems), FIRST_VALUE);
  const cell = cellCondition(place, { match, find }, FIRST_VALUE + shown.values.length);
  const condition = { sql: `${shown.sql} AND ${cell.sql}`, values: [...shown.values, ...cell.values] };
  for await (const rows of rowsMatching(read, grid, condition)) {
    yield rows.flatMap((row): RowPatch[] => {
      const value = replaced(decodeCells(row.cells)[place] ?? '');
      return value === null ? [] : [{ row, cells: [{ column, value }] }];
    });
  }
}

/** Characters with a meaning in a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** Returns a function that returns the new value of a cell, or null if it stays. */
function replacer(
  match: 'cell' | 'part',
  find: string,
  replacement: string,
): (cell: string) => string | null {
  if (match === 'cell') return (cell) => (cell === find ? replacement : null);
  const pattern = new RegExp(find.replace(SPECIAL, '\\$&'), 'giu');
  return (cell) => {
    const value = cell.replace(pattern, () => replacement);
    return value === cell ? null : value;
  };
}

async function* undoPatches(
  read: ReadDatabase,
  grid: FilledGrid,
  uploadId: string,
  userId: string,
): AsyncGenerator<RowPatch[]> {
  const step = await read((tx) => lastStepOf(tx, uploadId, userId));
  if (step === null) {
    throw new RefusedChange({ error: 'conflict', message: 'You have no change left to undo' });
  }
  for (let part = 0; ; part++) {
    const cells = await read((tx) => cellsOfStep(tx, uploadId, step.id, part));
    if (cells === null) return;
    const { column, before, after } = cells;
    const places = new Map(cells.rows.map((row, index) => [row, index]));
    yield (await read((tx) => findGridRows(tx, grid, cells.rows))).flatMap((row): RowPatch[] => {
      const place = places.get(row.row) ?? -1;
      // A step that did the same to all its rows keeps the values once.
      const value = before.length === 1 ? before[0] : before[place];
      const expected = after.length === 1 ? after[0] : after[place];
      if (value === undefined || expected === undefined) return [];
      if (column !== null) return [{ row, cells: [{ column, value, expected } satisfies CellPatch] }];
      return String(row.dropped ?? false) === expected ? [{ row, cells: [], dropped: value === 'true' }] : [];
    });
  }
}

/** Parameter at which the values of `matchingRows` begin. */
const FIRST_VALUE = 6;

function rowsOfFilter(
  read: ReadDatabase,
  grid: FilledGrid,
  filter: GridFilter,
): AsyncGenerator<EditableRow[]> {
  return rowsMatching(read, grid, rowCondition(filter, new ProblemList(grid.problems), FIRST_VALUE));
}

async function* rowsMatching(
  read: ReadDatabase,
  grid: FilledGrid,
  condition: RowCondition,
): AsyncGenerator<EditableRow[]> {
  for (let after = 0; ; ) {
    const rows = await read((tx) => matchingRows(tx, grid, condition, { after, limit: PATCH_ROWS }));
    if (rows.length > 0) yield rows;
    if (rows.length < PATCH_ROWS) return;
    after = rows.at(-1)?.row ?? after;
  }
}

function unknownColumn(column: string): RefusedChange {
  return new RefusedChange({
    error: 'invalid_input',
    message: `The file has no column “${column.slice(0, 100)}”`,
    field: 'column',
  });
}
