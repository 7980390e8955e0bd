import type { GridTotals } from '#contract/import-fixing.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { loadCustomFields } from '../../../../lead/custom-fields/reads.ts';
import { leadsByIdentity } from '../../../../lead/identity-reads.ts';
import { suppressedMessage } from '../../../../lead/suppression/admission.ts';
import { askLists, isHit } from '../../../../lead/suppression/suppression-reads.ts';
import type { MappedRow } from '../../../../lead/values/draft.ts';
import { isSound } from '../../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { loadHeldNames } from '../../mapping/mapper-input.ts';
import { planMapper } from '../../mapping/plan-mapper.ts';
import { type StoredRow, storedRowsOf } from '../../record/stored-row-writes.ts';
import type { EditedRow } from '../../rows/edited-table.ts';
import { isDropped } from '../../rows/row-edit.ts';
import { wantedBy } from '../../write/match-lead.ts';
import {
  type EvaluatedRow,
  evaluateRow,
  fixedTags,
  hasKnownLeads,
  isSameLink,
  newIdentities,
  tagsWithOutcome,
  withLeads,
  withLists,
} from '../rows/evaluate-row.ts';
import { encodeCells, type GridRowState, OUTCOME } from '../rows/grid-row.ts';
import { ProblemList } from '../rows/problem-list.ts';
import { storedState } from '../rows/stored-rows.ts';
import type { StoredGrid } from '../statements/grid-reads.ts';
import { countGridRows, noTotals } from '../statements/grid-totals.ts';
import {
  type EncodedStates,
  type ReplacedRow,
  replaceGridRows,
  updateGrid,
  updateOutcomes,
} from '../statements/grid-writes.ts';
import { changedOutcomesOfAll } from '../statements/link-reads.ts';
import { countOutcomes } from '../statements/page-reads.ts';
import { changedOutcomes, connectedRows, TouchedIdentities } from '../statements/recount.ts';

/** A grid that was filled by a check. */
export interface FilledGrid extends StoredGrid {
  plan: ImportPlan;
  columns: string[];
  totals: GridTotals;
}

export function isFilled(grid: StoredGrid | null): grid is FilledGrid {
  return grid !== null && grid.generation > 0 && grid.plan !== null && grid.totals !== null;
}

/** Returns the function that maps the rows of a grid, as the check did. */
export async function gridMapper(
  tx: TenantTransaction,
  { plan, columns, columnTypes, date1904 }: Pick<FilledGrid, 'plan' | 'columns' | 'columnTypes' | 'date1904'>,
): Promise<(row: EditedRow) => MappedRow> {
  const customFields = await loadCustomFields(tx);
  const names = await loadHeldNames(tx);
  return planMapper({ columns, plan, customFields, ...names, date1904 }, columnTypes ?? {});
}

/** Runs a read of the database, on a connection of its own where there are enough. */
export type ReadDatabase = <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;

/** New cells of a row, and whether it is dropped. */
export interface RevisedRow {
  before: GridRowState;
  cells: readonly string[];
  dropped: boolean;
}

/** More rows that hang together are recounted with the whole file. */
const MAX_CONNECTED_ROWS = 5_000;

/**
 * A change of a grid within one transaction, which has locked the upload: rows are revised, then the outcomes of the
 * rows that depend on them are settled, then the grid is saved.
 */
export class GridSession {
  readonly problems: ProblemList;
  readonly totals: GridTotals;
  readonly revision: number;
  isCounted: boolean;
  /** Rows whose outcome changed because others did, up to a page. */
  readonly affected: number[] = [];
  private readonly touched = new TouchedIdentities();
  private readonly tx: TenantTransaction;
  private readonly grid: FilledGrid;
  private readonly map: (row: EditedRow) => MappedRow;
  private readonly read: ReadDatabase;

  /** @param read runs a read, by default in the transaction itself */
  constructor(
    tx: TenantTransaction,
    grid: FilledGrid,
    map: (row: EditedRow) => MappedRow,
    read: ReadDatabase = (work) => work(tx),
  ) {
    [this.tx, this.grid, this.map, this.read] = [tx, grid, map, read];
    this.problems = new ProblemList(grid.problems);
    this.totals = { ...grid.totals };
    this.revision = grid.revision + 1;
    this.isCounted = grid.isCounted;
  }

  /**
   * Maps rows again and returns their new states, which the caller writes with `write`. Duplicates within the file are
   * settled later.
   */
  async revise(rows: readonly RevisedRow[]): Promise<ReplacedRow[]> {
    const mapped = rows.map(({ before: { row: number }, cells, dropped }) =>
      this.map({ number, cells: [...cells], ...(dropped && { edit: { dropped, cells: [] } }) }),
    );
    const numbers = mapped.map(({ number }) => number);
    const stored = await this.read((tx) => storedRowsOf(tx, this.grid, numbers));
    if (!this.isCreating) return this.noted(rows, await this.updateStates(rows, mapped, stored));
    const evaluated = rows.map(({ before, cells }, index): EvaluatedRow => {
      const row = mapped[index] as MappedRow;
      const state = evaluateRow(this.problems, row, () => false);
      return { before, contact: row.draft, state, cells: encodeCells(cells) };
    });
    return this.reviseEvaluated(evaluated, stored);
  }

  /** Returns the new states of rows of new leads that are evaluated already, like `revise`. */
  async reviseEvaluated(
    rows: readonly EvaluatedRow[],
    stored: ReadonlyMap<number, StoredRow> = new Map(),
  ): Promise<ReplacedRow[]> {
    return this.noted(rows, await this.createStates(rows, stored));
  }

  /** Maps a row as the check did. */
  mapRow(row: EditedRow): MappedRow {
    return this.map(row);
  }

  /** Stores the states of revised rows. */
  write(states: EncodedStates): Promise<void> {
    return replaceGridRows(this.tx, this.grid, states);
  }

  /**
   * Settles which rows repeat an earlier one. `whole`: recounts the whole file if many rows hang together, which takes
   * about two seconds for a million rows; otherwise they stay uncounted.
   */
  async settle({ whole }: { whole: boolean }): Promise<void> {
    if (!this.isCreating) return;
    if (!this.isCounted) return whole ? this.recount() : undefined;
    if (this.touched.size === 0) return;
    const connected = await connectedRows(this.tx, this.grid, this.touched, MAX_CONNECTED_ROWS);
    if (connected === null) {
      if (whole) await this.recount();
      else this.isCounted = false;
      return;
    }
    const changed = changedOutcomes(connected);
    for (const { link, outcome } of changed) {
      countGridRows(this.totals, link, -1);
      countGridRows(this.totals, { ...link, outcome }, 1);
    }
    await this.storeOutcomes(changed.map(({ link: { row }, outcome }) => ({ row, outcome })));
  }

  /** Has `settle` count the whole file: rows were changed without this session. */
  recountAtEnd(): void {
    this.isCounted = false;
  }

  /** Settles and counts all rows of a file of new leads. */
  async recount(): Promise<void> {
    await this.storeOutcomes(await changedOutcomesOfAll(this.tx, this.grid));
    Object.assign(this.totals, noTotals(this.totals.totalRows));
    for (const { rows, ...counted } of await countOutcomes(this.tx, this.grid)) {
      countGridRows(this.totals, counted, rows);
    }
    this.isCounted = true;
  }

  save(): Promise<void> {
    const { totals, isCounted, revision, problems } = this;
    const { uploadId } = this.grid;
    return updateGrid(this.tx, { uploadId, revision, totals, isCounted, problems: problems.all });
  }

  private get isCreating(): boolean {
    return this.grid.plan.importMode.mode === 'create';
  }

  private async createStates(
    rows: readonly EvaluatedRow[],
    stored: ReadonlyMap<number, StoredRow>,
  ): Promise<GridRowState[]> {
    // Leads are looked up only by identities that are new to the row.
    const isKnown = rows.map(({ before, state }) => !stored.has(before.row) && hasKnownLeads(before, state));
    const wanted = newIdentities(rows, isKnown, stored);
    const holders = await this.read((tx) => leadsByIdentity(tx, wanted));
    const hits = await this.read((tx) =>
      askLists(
        tx,
        rows.map(({ contact: { email = null, phone = null, numberValid } }) => {
          return { email, phone: numberValid ? phone : null };
        }),
      ),
    );
    const reasonOf = (index: number): string | null => {
      const hit = hits[index];
      return hit !== undefined && isHit(hit) ? suppressedMessage(hit) : null;
    };
    return rows.map(({ before, contact, state: evaluated, cells }, index) => {
      const isTaken = isKnown[index]
        ? () => before.own === OUTCOME.duplicateInDatabase
        : (identity: string) => holders.has(identity);
      const lead = stored.get(before.row);
      const state = lead
        ? storedState(evaluated, contact, lead, holders, this.problems)
        : withLists(withLeads(evaluated, contact, isTaken), reasonOf(index), this.problems);
      // A row that has the same identities as before is settled only if another row changes with it.
      const outcome = isSameLink(before, state) ? before.outcome : state.own;
      const tags = tagsWithOutcome(state.tags, outcome);
      return { ...state, outcome, tags, fixed: fixedTags(before, tags), cells };
    });
  }

  private async updateStates(
    rows: readonly RevisedRow[],
    mapped: readonly MappedRow[],
    stored: ReadonlyMap<number, StoredRow>,
  ): Promise<GridRowState[]> {
    const ofLeads = mapped.filter(({ number }) => stored.has(number));
    const holders = await this.read((tx) => leadsByIdentity(tx, wantedBy(ofLeads)));
    return rows.map((revised, index) => {
      const row = mapped[index] as MappedRow;
      const lead = stored.get(row.number);
      if (lead === undefined) return this.updateState(revised, row);
      const evaluated = evaluateRow(this.problems, row, () => false);
      const state = storedState(evaluated, row.draft, lead, holders, this.problems);
      const own = state.own === OUTCOME.imported ? OUTCOME.updated : state.own;
      const fixed = fixedTags(revised.before, state.tags);
      return {
        ...{ ...state, emailHash: null, phoneHash: null },
        ...{ own, outcome: own, fixed, cells: encodeCells(revised.cells) },
      };
    });
  }

  /** Returns the state of a row of an update, whose outcome only a new check can tell. */
  private updateState({ before, cells }: RevisedRow, row: MappedRow): GridRowState {
    this.isCounted = false;
    const state = evaluateRow(this.problems, row, () => false);
    const isIn = isSound(row) && !isDropped(row);
    const wasIn = before.own !== OUTCOME.error && before.own !== OUTCOME.dropped;
    const own = isIn ? (wasIn ? before.own : OUTCOME.updated) : state.own;
    const fixed = fixedTags(before, state.tags);
    // Rows of an update depend on leads, not on each other's identities.
    return {
      ...{ ...state, emailHash: null, phoneHash: null },
      ...{ own, outcome: own, fixed, cells: encodeCells(cells) },
    };
  }

  /** Counts rows with their new states in place of those before. */
  private noted(rows: readonly { before: GridRowState }[], states: readonly GridRowState[]): ReplacedRow[] {
    const replaced = rows.map(({ before }, index) => ({ before, after: states[index] as GridRowState }));
    for (const { before, after } of replaced) this.note(before, after);
    return replaced;
  }

  private note(before: GridRowState, after: GridRowState): void {
    countGridRows(this.totals, before, -1);
    countGridRows(this.totals, after, 1);
    // More are of no use to `connectedRows`, and take memory.
    if (this.touched.size > 2 * MAX_CONNECTED_ROWS || isSameLink(before, after)) return;
    this.touched.add(before);
    this.touched.add(after);
  }

  private async storeOutcomes(changed: readonly { row: number; outcome: number }[]): Promise<void> {
    await updateOutcomes(this.tx, this.grid, changed);
    for (const { row } of changed.slice(0, AFFECTED_ROWS)) this.affected.push(row);
  }
}

/** Maximum rows in an answer. */
const AFFECTED_ROWS = 200;
