import type { ImportPlan } from '#contract/imports.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import type { Problem } from '../../../../lead/values/draft.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { type RowCondition, rowCondition } from '../rows/grid-filter.ts';
import { FIRST_OF_CONDITION } from '../rows/grid-row.ts';
import { IN_DATABASE, IN_FILE } from '../rows/problem-list.ts';
import type { FilledGrid, GridSession } from '../session/grid-session.ts';
import { cellsOfStep, type StepCells, type StoredStep } from '../statements/grid-reads.ts';
import {
  dropMatching,
  FIRST_OF_UNIFORM,
  replaceUniformly,
  restoreMatching,
} from '../statements/uniform-writes.ts';
import type { GridAction } from './grid-task.ts';

/** An action on a grid, within its transaction. */
export interface UniformWork {
  tx: TenantTransaction;
  grid: FilledGrid;
  session: GridSession;
}

/** Fields whose cells decide about other cells, or about other rows. */
const DEPENDENT: ReadonlySet<string> = new Set(['id', 'email', 'phone', 'country', 'tags', 'postcode']);

/** Whether a column's problems depend on its own cells alone. */
function isIndependent({ importMode, fieldMapping, nameSplitConfig }: ImportPlan, column: string): boolean {
  if (importMode.mode !== 'create') return false;
  if (nameSplitConfig?.enabled && nameSplitConfig.column === column) return false;
  const target = Object.hasOwn(fieldMapping, column) ? fieldMapping[column] : undefined;
  if (target === undefined || customFieldName(target) !== null) return true;
  const field = importField(target);
  return field !== null && !DEPENDENT.has(field.storedIn);
}

/** The part of an action that was applied in a few statements. */
export interface UniformChange {
  /** Null if rows have to be mapped one by one. */
  cells: StepCells | null;
  /** Whether no rows are left to be mapped one by one. */
  isWhole: boolean;
}

const NOTHING: UniformChange = { cells: null, isWhole: false };

/** Applies an action that does the same to all its rows, if a few statements do. */
export async function changeUniformly(
  work: UniformWork,
  action: GridAction,
  undone: StoredStep | null,
): Promise<UniformChange> {
  const { grid, session } = work;
  const isCreating = grid.plan.importMode.mode === 'create';
  if (action.kind === 'replace' && action.match === 'cell') {
    const { column, find: before, replacement: after, filter } = action;
    const condition = rowCondition(filter, session.problems, FIRST_OF_UNIFORM);
    return replaceColumn(work, { column, before, after }, condition);
  }
  if (action.kind === 'drop' && action.filter !== null && isCreating) {
    const condition = rowCondition(action.filter, session.problems, FIRST_OF_CONDITION);
    return action.dropped
      ? dropRows(work, condition)
      : { ...(await keepRows(work, condition)), isWhole: false };
  }
  if (undone === null || undone.kind === 'edit') return NOTHING;
  return undone.kind === 'replace'
    ? undoReplacement(work, undone)
    : isCreating
      ? undoDrop(work, undone)
      : NOTHING;
}

async function undoReplacement(work: UniformWork, step: StoredStep): Promise<UniformChange> {
  const cells = await cellsOfStep(work.tx, work.grid.uploadId, { stepId: step.id, part: 0 });
  if (cells === null || cells.before.length !== 1 || cells.rows.length < 2 || cells.column === null)
    return NOTHING;
  const { column, rows, before, after } = cells;
  const change = { column, before: after[0] ?? '', after: before[0] ?? '' };
  return replaceColumn(work, change, theseRows(rows, FIRST_OF_UNIFORM));
}

/** Takes back that rows were dropped or kept, where no one changed that since. */
async function undoDrop(work: UniformWork, step: StoredStep): Promise<UniformChange> {
  const rows: number[] = [];
  for (let part = 0; ; part++) {
    const cells = await cellsOfStep(work.tx, work.grid.uploadId, { stepId: step.id, part });
    if (cells === null) break;
    for (const row of cells.rows) rows.push(row);
  }
  const condition = theseRows(rows, FIRST_OF_CONDITION);
  if (step.kind === 'keep') return dropRows(work, condition);
  const { cells } = await keepRows(work, condition);
  return { cells, isWhole: cells.rows.length === rows.length };
}

function theseRows(rows: readonly number[], first: number): RowCondition {
  return { sql: `r.row_number = ANY($${first}::int[])`, values: [rows] };
}

async function dropRows({ tx, grid, session }: UniformWork, condition: RowCondition): Promise<UniformChange> {
  const rows = await dropMatching(tx, grid, condition);
  if (rows.length > 0) session.recountAtEnd();
  return { cells: { column: null, rows, before: ['false'], after: ['true'] }, isWhole: true };
}

/** Takes back rows dropped with others; the others have to be mapped. */
async function keepRows(
  { tx, grid, session }: UniformWork,
  condition: RowCondition,
): Promise<{ cells: StepCells }> {
  const rows = await restoreMatching(tx, grid, condition);
  if (rows.length > 0) session.recountAtEnd();
  return { cells: { column: null, rows, before: ['true'], after: ['false'] } };
}

async function replaceColumn(
  { tx, grid, session }: UniformWork,
  change: { column: string; before: string; after: string },
  condition: RowCondition,
): Promise<UniformChange> {
  const { column, before, after } = change;
  const place = grid.columns.indexOf(column);
  if (place < 0 || before === after || !isIndependent(grid.plan, column)) return NOTHING;
  const [old, next] = [before, after].map((value) => problemsOfCell(grid, session, place, value));
  if (old === undefined || next === undefined || [...old, ...next].some(isError)) return NOTHING;
  const { problems } = session;
  const newTags = next.map((problem) => problems.placeOf(problem));
  const columnTags = problems.matching(undefined, column);
  if (columnTags.length > MAX_COLUMN_TAGS) return NOTHING;
  const otherTags = problems.all.flatMap((_problem, tag) =>
    tag === IN_FILE || tag === IN_DATABASE || columnTags.includes(tag) ? [] : [tag],
  );
  const isWarned = next.length > 0;
  const { rows, imported } = await replaceUniformly(
    tx,
    grid,
    { place, find: before, value: after, columnTags, newTags, otherTags, isWarned },
    condition,
  );
  if (isWarned !== old.length > 0) session.totals.warnings += isWarned ? imported : -imported;
  return { cells: { column, rows, before: [before], after: [after] }, isWhole: true };
}

/** Only a crafted file has more problems in a column. */
const MAX_COLUMN_TAGS = 50;

/** Returns the problems of a value of a column in any row. */
function problemsOfCell(grid: FilledGrid, session: GridSession, place: number, value: string): Problem[] {
  const cells = grid.columns.map((_column, index) => (index === place ? value : ''));
  const { problems } = session.mapRow({ number: 0, cells });
  return problems.filter(({ column }) => column === grid.columns[place]);
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
