import { CALLING_CODE_TARGET, customFieldName, importField, NOTE_TARGET } from '#contract/lead-fields.ts';
import { loadCustomFields } from '../../../../lead/custom-fields/reads.ts';
import { FAULTS } from '../../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { loadHeldNames } from '../../mapping/mapper-input.ts';
import { planMapper } from '../../mapping/plan-mapper.ts';
import { endedImportsOfReading } from '../../record/fixed-reads.ts';
import { type EvaluatedRow, evaluateRow, type OwnState } from '../rows/evaluate-row.ts';
import { decodeCellAt, type GridRowState, isDroppedRow, OUTCOME, PHONE_STATE } from '../rows/grid-row.ts';
import type { GridProblem, ProblemList } from '../rows/problem-list.ts';
import type { FilledGrid } from '../session/grid-session.ts';

/** Evaluates rows by the few cells that one column decides; other problems are stored. */
export interface ColumnEvaluator {
  /** Position of the column in the file. */
  place: number;
  /** Evaluates a row by its new cells. */
  evaluate(before: GridRowState, cells: string): EvaluatedRow;
}

/** Fields that tell whether a row is a lead and which one, and the country that they depend on. */
const IDENTITY = ['email', 'phone', 'country'] as const;
const PHONE_AND_COUNTRY = ['phone', 'country'] as const;

/**
 * Null if whole rows have to be mapped: updates depend on leads, as do imported rows, and a full list of problems doesn't tell which a row
 * has.
 */
export async function columnEvaluator(
  tx: TenantTransaction,
  grid: FilledGrid,
  problems: ProblemList,
  column: string,
): Promise<ColumnEvaluator | null> {
  const place = grid.columns.indexOf(column);
  if (place < 0 || grid.plan.importMode.mode !== 'create' || problems.isFull) return null;
  // A row's phone decides about its email.
  if (grid.plan.options.dropInvalidEmails) return null;
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

/** Mapped again with a column in rows that are leads without it. */
const MAPPED_AGAIN = { email: ['email'], phone: PHONE_AND_COUNTRY, neither: [] } as const;

function kindOf(grid: FilledGrid, column: string): ColumnKind {
  const field = storedFieldOf(grid, column);
  if (field === 'email') return 'email';
  return PHONE_AND_COUNTRY.some((one) => one === field) ? 'phone' : 'neither';
}

/** Whether an identity that this column doesn't decide makes the row a lead. */
function hasOtherContact({ own, phone, emailHash }: GridRowState, kind: ColumnKind): boolean {
  if (own !== OUTCOME.imported) return false;
  return kind === 'neither' || (kind === 'email' ? phone !== PHONE_STATE.none : emailHash !== null);
}

/** Evaluates rows by their cells in these fields and their stored problems. */
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
  const target = targetOf(grid, column);
  return target === CALLING_CODE_TARGET ? 'phone' : (importField(target)?.storedIn ?? '');
}

/** In the file's order. */
function columnsToMap(grid: FilledGrid, changed: string, fields: ReadonlySet<string>): string[] {
  // A note is too long by all its columns.
  const isNote = targetOf(grid, changed) === NOTE_TARGET;
  return grid.columns.filter((column) => {
    const isWithNote = isNote && targetOf(grid, column) === NOTE_TARGET;
    return column === changed || isWithNote || fields.has(storedFieldOf(grid, column));
  });
}

/** Maps these columns as the check did. */
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
  const planned = { columns, plan: part, customFields, ...(await loadHeldNames(tx)), date1904, isPart };
  return planMapper(planned, columnTypes ?? {});
}

/** Whether mapping these columns, or looking at leads and rows, finds a problem again. */
function foundAgain(columns: readonly string[]): (problem: GridProblem) => boolean {
  const isIn = new Set(columns);
  // A required field that no column is mapped to stays empty.
  return ({ code, column }) => (column === null ? code !== FAULTS.missingRequired.code : isIn.has(column));
}

/** Adds problems in columns that weren't mapped again. */
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
