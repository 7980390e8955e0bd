import { customFieldName, importField, NOTE_TARGET } from '#contract/lead-fields.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { loadLeadStatuses } from '../../../lead/statuses/reads.ts';
import { FAULTS } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { planMapper } from '../mapping/plan-mapper.ts';
import { endedImportsOfReading } from '../record/mended-reads.ts';
import { type GridRowState, isDroppedRow, OUTCOME } from './grid-row.ts';
import type { FilledGrid, JudgedRow } from './grid-session.ts';
import { judgeRow, type OwnState } from './judge-row.ts';
import type { GridProblem, ProblemList } from './problem-list.ts';

/** Judges rows of which one column changed by the few cells that matter, because what the others told is stored. */
export interface ColumnJudge {
  /** Position of the column in the file. */
  place: number;
  /** Judges a row by its new cells. */
  judge(before: GridRowState, cells: readonly string[]): Omit<JudgedRow, 'cells'>;
}

/** Fields that tell whether a row is a lead and which one, and the country that their values depend on. */
const IDENTITY: ReadonlySet<string> = new Set(['email', 'phone', 'country']);

/**
 * Returns the judge of a column. Null if whole rows have to be mapped: rows of an update depend on leads, so do those that
 * were imported, and a full list of problems doesn't tell which problem a row has.
 */
export async function columnJudge(
  tx: TenantTransaction,
  grid: FilledGrid,
  problems: ProblemList,
  column: string,
): Promise<ColumnJudge | null> {
  const place = grid.columns.indexOf(column);
  if (place < 0 || grid.plan.importMode.mode !== 'create' || problems.isFull) return null;
  if ((await endedImportsOfReading(tx, grid)).length > 0) return null;
  const columns = columnsToJudge(grid, column);
  const { plan } = grid;
  const map = await partMapper(tx, grid, columns);
  const isJudged = judgedProblems(columns);
  const places = columns.map((one) => grid.columns.indexOf(one));
  return {
    place,
    judge: (before, all) => {
      const cells = places.map((at) => all[at] ?? '');
      const dropped = isDroppedRow(before);
      const mapped = map({ number: before.row, cells, ...(dropped && { edit: { dropped, cells: [] } }) });
      const state = judgeRow(plan, problems, mapped, () => false);
      if (!dropped) keepProblems(state, before, problems, isJudged);
      return { before, mapped, state };
    },
  };
}

/** Returns the columns that are mapped again when one changes, in the file's order. */
function columnsToJudge({ plan: { fieldMapping }, columns }: FilledGrid, changed: string): string[] {
  const targetOf = (column: string): string =>
    (Object.hasOwn(fieldMapping, column) && fieldMapping[column]) || '';
  // A note is too long by all its columns.
  const isNote = targetOf(changed) === NOTE_TARGET;
  return columns.filter((column) => {
    const target = targetOf(column);
    const isWithNote = isNote && target === NOTE_TARGET;
    return column === changed || isWithNote || IDENTITY.has(importField(target)?.storedIn ?? '');
  });
}

/** Returns a function that maps these columns as the check did, and nothing else. */
async function partMapper(
  tx: TenantTransaction,
  { plan, survey, date1904 }: FilledGrid,
  columns: readonly string[],
): Promise<ReturnType<typeof planMapper>> {
  const isIn = new Set(columns);
  const fieldMapping = Object.fromEntries(
    Object.entries(plan.fieldMapping).filter(([column]) => isIn.has(column)),
  );
  const mapped = new Set(Object.values(fieldMapping).map(customFieldName));
  const { nameSplitConfig } = plan;
  const part = {
    ...plan,
    fieldMapping,
    nameSplitConfig: nameSplitConfig && isIn.has(nameSplitConfig.column) ? nameSplitConfig : null,
  };
  const customFields = (await loadCustomFields(tx)).filter(({ name }) => mapped.has(name));
  const statuses = await loadLeadStatuses(tx);
  return planMapper({ columns, plan: part, customFields, statuses, date1904 }, survey ?? {});
}

/** Returns the function that tells whether a problem is found again by mapping these columns, or by looking at leads and rows. */
function judgedProblems(columns: readonly string[]): (problem: GridProblem) => boolean {
  const isIn = new Set(columns);
  // A required field that no column is mapped to stays empty.
  return ({ code, column }) => (column === null ? code !== FAULTS.missingRequired.code : isIn.has(column));
}

/** Adds the problems that a row has in columns that weren't mapped again. */
function keepProblems(
  state: OwnState,
  { tags }: GridRowState,
  problems: ProblemList,
  isJudged: (problem: GridProblem) => boolean,
): void {
  for (const tag of tags ?? []) {
    const problem = problems.at(tag);
    if (problem === undefined || isJudged(problem)) continue;
    state.tags = [...(state.tags ?? []), tag];
    state.warned = true;
    if (problem.severity === 'error') state.own = OUTCOME.error;
  }
}
