import type { ImportPlan } from '#contract/imports.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import type { Problem } from '../../../lead/values/draft.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { type RowCondition, rowCondition } from './grid-filter.ts';
import { cellsOfStep, type StepCells, type StoredStep } from './grid-reads.ts';
import type { FilledGrid, GridSession } from './grid-session.ts';
import type { GridAction } from './grid-task.ts';
import { IN_DATABASE, IN_FILE } from './problem-list.ts';
import {
  dropUniformly,
  type EditAuthor,
  FIRST_OF_DROP,
  FIRST_OF_UNIFORM,
  replaceUniformly,
  storeDrops,
  storeUniformEdits,
} from './uniform-writes.ts';

/** An action on a grid, within its transaction. */
export interface UniformWork {
  tx: TenantTransaction;
  grid: FilledGrid;
  session: GridSession;
  author: EditAuthor;
}

/** Fields whose cells decide about other cells, or about other rows. */
const DEPENDENT: ReadonlySet<string> = new Set(['id', 'email', 'phone', 'country', 'tags', 'postcode']);

/** Returns whether the problems of a column depend on nothing but its own cells. */
function isIndependent({ importMode, fieldMapping, nameSplitConfig }: ImportPlan, column: string): boolean {
  if (importMode.mode !== 'create') return false;
  if (nameSplitConfig?.enabled && nameSplitConfig.column === column) return false;
  const target = Object.hasOwn(fieldMapping, column) ? fieldMapping[column] : undefined;
  if (target === undefined || customFieldName(target) !== null) return true;
  const field = importField(target);
  return field !== null && !DEPENDENT.has(field.storedIn);
}

/**
 * Applies an action that does the same to all its rows in a few statements, without reading the rows.
 * @returns the changed cells as a step keeps them, or null if the rows have to be mapped one by one
 */
export async function changeUniformly(work: UniformWork, action: GridAction): Promise<StepCells | null> {
  const { tx, grid, session, author } = work;
  if (action.kind === 'replace' && action.match === 'cell') {
    const { column, find: before, replacement: after, filter } = action;
    const condition = rowCondition(filter, session.problems, FIRST_OF_UNIFORM);
    return replaceColumn(work, { column, before, after }, condition);
  }
  if (action.kind !== 'drop' || !action.dropped || action.filter === null) return null;
  if (grid.plan.importMode.mode !== 'create') return null;
  const condition = rowCondition(action.filter, session.problems, FIRST_OF_DROP);
  const rows = await dropUniformly(tx, grid, condition);
  await storeDrops(tx, author, rows);
  if (rows.length > 0) await session.recount();
  return { column: null, rows, before: ['false'], after: ['true'] };
}

/**
 * Takes back a step that did the same to all its rows; returns the number of changed cells, or null if it did not, or
 * the rows have to be mapped one by one.
 */
export async function undoUniformly(work: UniformWork, step: StoredStep): Promise<number | null> {
  const { tx, author } = work;
  const cells = step.kind === 'replace' ? await cellsOfStep(tx, author.uploadId, step.id, 0) : null;
  if (cells === null || cells.before.length !== 1 || cells.rows.length < 2) return null;
  const { column, rows, before, after } = cells;
  if (column === null) return null;
  const change = { column, before: after[0] ?? '', after: before[0] ?? '' };
  const condition = { sql: `r.row_number = ANY($${FIRST_OF_UNIFORM}::int[])`, values: [rows] };
  return (await replaceColumn(work, change, condition))?.rows.length ?? null;
}

async function replaceColumn(
  { tx, grid, session, author }: UniformWork,
  change: { column: string; before: string; after: string },
  condition: RowCondition,
): Promise<StepCells | null> {
  const { column, before, after } = change;
  const place = grid.columns.indexOf(column);
  if (place < 0 || before === after || !isIndependent(grid.plan, column)) return null;
  const [old, next] = [before, after].map((value) => problemsOfCell(grid, session, place, value));
  if (old === undefined || next === undefined || [...old, ...next].some(isError)) return null;
  const { problems } = session;
  const newTags = next.map((problem) => problems.placeOf(problem));
  const columnTags = problems.matching(undefined, column);
  const otherTags = problems.all.flatMap(({ code }, tag) =>
    code === KEPT_PHONE || tag === IN_FILE || tag === IN_DATABASE || columnTags.includes(tag) ? [] : [tag],
  );
  const isWarned = next.length > 0;
  const { rows, imported } = await replaceUniformly(
    tx,
    grid,
    { place, find: before, value: after, columnTags, newTags, otherTags, isWarned },
    condition,
  );
  if (isWarned !== old.length > 0) session.totals.warnings += isWarned ? imported : -imported;
  await storeUniformEdits(tx, author, rows, change);
  return { column, rows, before: [before], after: [after] };
}

/** Code of the problem that the grid lists although the import doesn't report it. */
const KEPT_PHONE = 'invalid_phone';

/** Returns the problems of a value of a column in any row. */
function problemsOfCell(grid: FilledGrid, session: GridSession, place: number, value: string): Problem[] {
  const cells = grid.columns.map((_column, index) => (index === place ? value : ''));
  const { problems } = session.mapRow({ number: 0, cells });
  return problems.filter(({ column }) => column === grid.columns[place]);
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
