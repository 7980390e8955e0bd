import { customFieldName, importField, NOTE_TARGET } from '#contract/lead-fields.ts';
import { loadCustomFields } from '../../../../lead/custom-fields/reads.ts';
import { loadLeadStatuses } from '../../../../lead/statuses/reads.ts';
import { FAULTS } from '../../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { planMapper } from '../../mapping/plan-mapper.ts';
import { endedImportsOfReading } from '../../record/fixed-reads.ts';
import { type EvaluatedRow, evaluateRow, type OwnState } from '../rows/evaluate-row.ts';
import { decodeCellAt, type GridRowState, isDroppedRow, OUTCOME, PHONE_STATE } from '../rows/grid-row.ts';
import type { GridProblem, ProblemList } from '../rows/problem-list.ts';
import type { FilledGrid } from '../session/grid-session.ts';

/** Evaluates rows in which one column changed by the few cells that matter: the problems of the others are stored. */
export interface ColumnEvaluator {
  /** Position of the column in the file. */
  place: number;
  /** Evaluates a row by its new cells. */
  evaluate(before: GridRowState, cells: string): EvaluatedRow;
}

/** Fields that tell whether a row is a lead and which one, and the country that their values depend on. */
const IDENTITY = ['email', 'phone', 'country'] as const;
const PHONE_AND_COUNTRY = ['phone', 'country'] as const;

/**
 * Returns the evaluator of a column. Null if whole rows have to be mapped: rows of an update depend on leads, so do the ones that
 * were imported, and a full list of problems doesn't tell which problem a row has.
 */
export async function columnEvaluator(
  tx: TenantTransaction,
  grid: FilledGrid,
  problems: ProblemList,
  column: string,
): Promise<ColumnEvaluator | null> {
  const place = grid.columns.indexOf(column);
  if (place < 0 || grid.plan.importMode.mode !== 'create' || problems.isFull) return null;
  if ((await endedImportsOfReading(tx, grid)).length > 0) return null;
  const all = await evaluatorByFields(tx, grid, problems, column, IDENTITY);
  const kind = kindOf(grid, column);
  const few = await evaluatorByFields(tx, grid, problems, column, MAPPED_AGAIN[kind]);
  return {
    place,
    evaluate: (before, cells) => {
      if (!hasOtherContact(before, kind)) return { before, cells, ...all(before, cells) };
      const { contact, state } = few(before, cells);
      if (kind !== 'email') state.emailHash = before.emailHash;
      if (kind !== 'phone') [state.phone, state.phoneHash] = [before.phone, before.phoneHash];
      return { before, cells, contact, state };
    },
  };
}

/** Which identity of its row a column decides about. */
type ColumnKind = 'email' | 'phone' | 'neither';

/** Identity fields that are mapped again with a column in rows that are leads without it. */
const MAPPED_AGAIN = { email: ['email'], phone: PHONE_AND_COUNTRY, neither: [] } as const;

function kindOf(grid: FilledGrid, column: string): ColumnKind {
  const field = storedFieldOf(grid, column);
  if (field === 'email') return 'email';
  return PHONE_AND_COUNTRY.some((one) => one === field) ? 'phone' : 'neither';
}

/** Returns whether a row is a lead by an identity that a column of this kind doesn't decide about. */
function hasOtherContact({ own, phone, emailHash }: GridRowState, kind: ColumnKind): boolean {
  if (own !== OUTCOME.imported) return false;
  return kind === 'neither' || (kind === 'email' ? phone !== PHONE_STATE.none : emailHash !== null);
}

/** Returns the function that evaluates rows by their cells in a column and in those of these fields, and by their stored problems. */
async function evaluatorByFields(
  tx: TenantTransaction,
  grid: FilledGrid,
  problems: ProblemList,
  changed: string,
  fields: readonly (typeof IDENTITY)[number][],
): Promise<(before: GridRowState, cells: string) => Pick<EvaluatedRow, 'contact' | 'state'>> {
  const columns = columnsToMap(grid, changed, new Set(fields));
  const map = await partMapper(tx, grid, columns, fields.length < IDENTITY.length);
  const isFoundAgain = foundAgain(columns);
  const places = columns.map((one) => grid.columns.indexOf(one));
  return (before, all) => {
    const cells = places.map((at) => decodeCellAt(all, at));
    const dropped = isDroppedRow(before);
    const mapped = map({ number: before.row, cells, ...(dropped && { edit: { dropped, cells: [] } }) });
    const state = evaluateRow(problems, mapped, () => false);
    if (!dropped) keepProblems(state, before, problems, isFoundAgain);
    // The whole draft would stay in memory until the row is written.
    const { email, phone, numberValid } = mapped.draft;
    return { contact: { email, phone, numberValid }, state };
  };
}

function targetOf({ plan: { fieldMapping } }: FilledGrid, column: string): string {
  return (Object.hasOwn(fieldMapping, column) && fieldMapping[column]) || '';
}

function storedFieldOf(grid: FilledGrid, column: string): string {
  return importField(targetOf(grid, column))?.storedIn ?? '';
}

/** Returns the columns that are mapped again when one changes, in the file's order. */
function columnsToMap(grid: FilledGrid, changed: string, fields: ReadonlySet<string>): string[] {
  // A note is too long by all its columns.
  const isNote = targetOf(grid, changed) === NOTE_TARGET;
  return grid.columns.filter((column) => {
    const isWithNote = isNote && targetOf(grid, column) === NOTE_TARGET;
    return column === changed || isWithNote || fields.has(storedFieldOf(grid, column));
  });
}

/** Returns a function that maps these columns as the check did, and nothing else. */
async function partMapper(
  tx: TenantTransaction,
  { plan, columnTypes, date1904 }: FilledGrid,
  columns: readonly string[],
  isPart: boolean,
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
  return planMapper({ columns, plan: part, customFields, statuses, date1904, isPart }, columnTypes ?? {});
}

/** Returns the function that tells whether a problem is found again by mapping these columns, or by looking at leads and rows. */
function foundAgain(columns: readonly string[]): (problem: GridProblem) => boolean {
  const isIn = new Set(columns);
  // A required field that no column is mapped to stays empty.
  return ({ code, column }) => (column === null ? code !== FAULTS.missingRequired.code : isIn.has(column));
}

/** Adds the problems that a row has in columns that weren't mapped again. */
function keepProblems(
  state: OwnState,
  { tags }: GridRowState,
  problems: ProblemList,
  isFoundAgain: (problem: GridProblem) => boolean,
): void {
  for (const tag of tags ?? []) {
    const problem = problems.at(tag);
    if (problem === undefined || isFoundAgain(problem)) continue;
    state.tags = [...(state.tags ?? []), tag];
    state.warned = true;
    if (problem.severity === 'error') state.own = OUTCOME.error;
  }
}
