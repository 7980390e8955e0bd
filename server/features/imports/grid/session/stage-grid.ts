import type { DryRunResult } from '#contract/import-dry-run.ts';
import { gridTotals } from '#contract/import-fixing.ts';
import type { MappedRow, Problem } from '../../../../lead/values/draft.ts';
import type { OrganizationScope, TenantTransaction } from '../../../../platform/db/scope.ts';
import type { ThreadEnvironment } from '../../../../platform/jobs/threads.ts';
import { lockUpload } from '../../../../platform/uploads/reads.ts';
import {
  type DryRunListener,
  type DryRunOutcome,
  type DryRunTask,
  dryRunUpload,
  type RowSource,
} from '../../dry-run/dry-run-upload.ts';
import type { ValidatedRow } from '../../dry-run/tally.ts';
import type { EditKey } from '../../record/edit-reading.ts';
import { editsOfRows } from '../../rows/edit-reads.ts';
import { isDropped } from '../../rows/row-edit.ts';
import { evaluateRow, fixedTags, tagsWithOutcome, withLists } from '../rows/evaluate-row.ts';
import { decodeCells, encodeCells, type GridRowState, OUTCOME, PHONE_STATE } from '../rows/grid-row.ts';
import { ProblemList } from '../rows/problem-list.ts';
import { findGrid, findGridRows, rowsEditedAfter, type StoredGrid } from '../statements/grid-reads.ts';
import {
  type BegunCheck,
  beginGridCheck,
  encodeStates,
  insertGridRows,
  removeEarlierRows,
  removeRowsOf,
  replaceGridRows,
  showCheckedRows,
} from '../statements/grid-writes.ts';
import { type FilledGrid, GridSession, gridMapper, isFilled } from './grid-session.ts';

/** Rows edited since the check began that are revised at once. */
const REVISED_ROWS = 2_000;

const OUTCOMES = {
  imported: OUTCOME.imported,
  updated: OUTCOME.updated,
  duplicatesInFile: OUTCOME.duplicateInFile,
  duplicatesInDatabase: OUTCOME.duplicateInDatabase,
  skipped: OUTCOME.skipped,
  suppressed: OUTCOME.skipped,
  errors: OUTCOME.error,
} as const satisfies Record<ValidatedRow['outcome'], number>;

/** Why a person on a suppression list isn't imported; null for others. */
function reasonOf(validated: ValidatedRow): string | null {
  return 'reason' in validated && validated.outcome === 'suppressed'
    ? (validated.reason?.message ?? null)
    : null;
}

/**
 * Fills the grid of an upload while a dry run reads its rows. The rows replace those of the check before when `finish`
 * is called, unless a later check was faster; a check that was broken off leaves rows that the next one removes.
 */
export class GridStage implements DryRunListener {
  private readonly scope: OrganizationScope;
  private readonly source: RowSource;
  private readonly begun: BegunCheck;
  private readonly problems: ProblemList;
  private rows: GridRowState[] = [];
  private writing: Promise<void> = Promise.resolve();
  private dropped = 0;

  private constructor(scope: OrganizationScope, source: RowSource, begun: BegunCheck) {
    [this.scope, this.source, this.begun] = [scope, source, begun];
    this.problems = new ProblemList(begun.problems);
  }

  /** Begins a check. */
  static async begin(scope: OrganizationScope, source: RowSource): Promise<GridStage> {
    const begun = await scope.transaction((tx) => beginGridCheck(tx, source.uploadId));
    return new GridStage(scope, source, begun);
  }

  add(row: MappedRow, problems: readonly Problem[], validated: ValidatedRow): void {
    if (isDropped(row)) this.dropped++;
    const isCreating = this.source.plan.importMode.mode === 'create';
    this.rows.push(isCreating ? this.createdRow(row, validated) : this.updatedRow(row, problems, validated));
  }

  /** Writes the rows added since the last call, while the next ones are read. */
  async ready(): Promise<void> {
    const { rows } = this;
    if (rows.length === 0) return;
    this.rows = [];
    await this.writing;
    const grid = { uploadId: this.source.uploadId, generation: this.begun.generation };
    this.writing = this.scope.transaction((tx) => insertGridRows(tx, grid, rows));
    // Thrown by the next await.
    this.writing.catch(() => undefined);
  }

  /** Shows the rows. Rows that were edited meanwhile are read again. */
  async finish(result: DryRunResult): Promise<void> {
    await this.ready();
    await this.writing;
    const { generation, revision, problems } = this.begun;
    const { uploadId, reading } = this.source;
    const totals = gridTotals.parse({ ...result, dropped: this.dropped });
    await this.scope.transaction(async (tx) => {
      await lockUpload(tx, uploadId);
      const before = await findGrid(tx, uploadId);
      const check = { ...this.source, generation, totals, problems: this.problems.all };
      if (!(await showCheckedRows(tx, check))) return removeRowsOf(tx, { uploadId, generation });
      if (isFilled(before) && before.reading === reading) {
        await keepFixedProblems(tx, before, generation, problems.length);
      }
      await reviseEdited(tx, { uploadId, reading }, revision);
      await removeEarlierRows(tx, { uploadId, generation });
    });
  }

  private createdRow(row: MappedRow, validated: ValidatedRow): GridRowState {
    const isTaken = (): boolean => validated.outcome === 'duplicatesInDatabase';
    const state = withLists(evaluateRow(this.problems, row, isTaken), reasonOf(validated), this.problems);
    const outcome = isDropped(row) ? OUTCOME.dropped : OUTCOMES[validated.outcome];
    const tags = tagsWithOutcome(state.tags, outcome);
    return { ...state, outcome, tags, fixed: null, cells: encodeCells(row.cells ?? []) };
  }

  private updatedRow(row: MappedRow, problems: readonly Problem[], validated: ValidatedRow): GridRowState {
    const outcome = isDropped(row) ? OUTCOME.dropped : OUTCOMES[validated.outcome];
    const tags = problems.map((problem) => this.problems.placeOf(problem));
    if ('reason' in validated && validated.reason) {
      const { code, message } = withoutIds(validated.reason);
      const severity = validated.outcome === 'errors' ? 'error' : 'warning';
      tags.push(this.problems.placeOf({ code, message, column: null, field: null, severity }));
    }
    return {
      row: row.number,
      own: outcome,
      outcome,
      phone: phoneOf(validated),
      warned: problems.length > 0,
      emailHash: null,
      phoneHash: null,
      cells: encodeCells(row.cells ?? []),
      tags: tags.length === 0 ? null : [...new Set(tags)],
      fixed: null,
    };
  }
}

/** Replaces ids in a message, which would make a problem of its own of each row. */
function withoutIds({ code, message }: { code: string; message: string }): { code: string; message: string } {
  return { code, message: message.replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '…') };
}

function phoneOf(validated: ValidatedRow): number {
  if (!('phone' in validated) || validated.phone === null || validated.phone === undefined)
    return PHONE_STATE.none;
  return validated.numberValid ? PHONE_STATE.valid : PHONE_STATE.invalid;
}

/**
 * Lists the problems that edited rows had in the grid before as fixed, so that the rows stay listed. Only the first
 * `known` problems have the same position in both grids.
 */
async function keepFixedProblems(
  tx: TenantTransaction,
  before: FilledGrid,
  generation: number,
  known: number,
): Promise<void> {
  const checked = { ...before, generation };
  const numbers = await rowsEditedAfter(tx, before, 0);
  for (let from = 0; from < numbers.length; from += REVISED_ROWS) {
    const slice = numbers.slice(from, from + REVISED_ROWS);
    const earlier = new Map((await findGridRows(tx, before, slice)).map((row) => [row.row, row]));
    const rows = await findGridRows(tx, checked, slice);
    const kept = rows.flatMap((row) => {
      const had = earlier.get(row.row);
      const fixed = had === undefined ? null : fixedTags(had, row.tags)?.filter((tag) => tag < known);
      return fixed && fixed.length > 0 ? [{ before: row, after: { ...row, fixed } }] : [];
    });
    await replaceGridRows(tx, checked, encodeStates(kept));
  }
}

/** Reads the rows again that were edited after a revision. */
async function reviseEdited(tx: TenantTransaction, key: EditKey, revision: number): Promise<void> {
  const numbers = await rowsEditedAfter(tx, key, revision);
  const grid: StoredGrid | null = numbers.length === 0 ? null : await findGrid(tx, key.uploadId);
  if (!isFilled(grid)) return;
  const session = new GridSession(tx, grid, await gridMapper(tx, grid));
  const places = new Map(grid.columns.map((column, index) => [column, index]));
  for (let from = 0; from < numbers.length; from += REVISED_ROWS) {
    const slice = numbers.slice(from, from + REVISED_ROWS);
    const rows = await findGridRows(tx, grid, slice);
    const edits = await editsOfRows(tx, key, slice);
    const revised = await session.revise(
      rows.map((before) => {
        const cells = decodeCells(before.cells);
        const edit = edits.get(before.row);
        for (const [column, value] of Object.entries({ ...edit?.originals, ...edit?.cells })) {
          const place = places.get(column);
          if (place !== undefined) cells[place] = value;
        }
        return { before, cells, dropped: edit?.dropped ?? false };
      }),
    );
    await session.write(encodeStates(revised));
  }
  await session.settle({ whole: true });
  await session.save();
}

/** Performs a dry run of an upload in a thread and fills its grid with the rows. */
export default async function checkInThread(
  { database, report }: ThreadEnvironment<DryRunResult>,
  task: DryRunTask,
): Promise<DryRunOutcome> {
  const { scope } = await database();
  return dryRunUpload(scope, task, report, { listen: (source) => GridStage.begin(scope, source) });
}
