import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPlan } from '#contract/imports.ts';
import type { Row, Table } from '#packages/tabular/tabular.ts';
import { TABLE_BATCH_ROWS } from '#packages/tabular/tabular.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';

/** Enough for COPY to be efficient, few enough to lose little after an interruption. */
export const BATCH_ROWS = 5_000;
/** Updates hold the old and new state of each lead. */
const UPDATE_BATCH_ROWS = 2_500;

/** Five batches are in memory: three being written, one ready, one being mapped. */
const MAX_BATCH_VALUES = 250_000;

/** A batch is full from here on; the 250 rows read last may have 2,000,000 more. */
const MAX_BATCH_CHARACTERS = 4_000_000;

/** Fewer than `batchRows` for updates and many mapped columns. */
export function rowsAtOnce({ fieldMapping, importMode }: ImportPlan, batchRows: number): number {
  const columns = Math.max(1, Object.keys(fieldMapping).length);
  const most = importMode.mode === 'create' ? batchRows : Math.min(batchRows, UPDATE_BATCH_ROWS);
  return Math.min(most, Math.ceil(MAX_BATCH_VALUES / columns));
}

/** Collects mapped rows into batches. */
export interface RowCollector<B> {
  /** Rows added since the last batch was taken. */
  readonly size: number;
  add(row: MappedRow): void;
  /** Returns the rows added since the last call as a batch. */
  take(): B;
}

/**
 * Yields the rows after the first `skip`, mapped, in batches of `batchRows` or fewer. Each row goes to the collector at once; between two
 * slices the thread handles database responses.
 */
export async function* collectedBatches<B>(
  table: Table,
  skip: number,
  map: (row: Row) => MappedRow,
  collector: RowCollector<B>,
  batchRows = BATCH_ROWS,
): AsyncGenerator<B> {
  let left = skip;
  let characters = 0;
  for await (const rows of table.batches()) {
    for (let from = left; from < rows.length; ) {
      from = collectRows(rows, from, map, collector, batchRows);
      if (collector.size < batchRows) continue;
      yield collector.take();
      characters = 0;
    }
    left -= Math.min(left, rows.length);
    await turn();
    for (const { cells } of rows) for (const cell of cells) characters += cell.length;
    // A slice cut short by its size must not accumulate.
    if (rows.length === TABLE_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    if (collector.size > 0) yield collector.take();
    characters = 0;
  }
  if (collector.size > 0) yield collector.take();
}

/** Adds rows from `from` until the batch is full; returns the start of the next. */
function collectRows<B>(
  rows: readonly Row[],
  from: number,
  map: (row: Row) => MappedRow,
  collector: RowCollector<B>,
  batchRows: number,
): number {
  const end = Math.min(rows.length, from + batchRows - collector.size);
  for (const row of rows.slice(from, end)) collector.add(map(row));
  return end;
}

/** Collects rows unchanged. */
export class RowList implements RowCollector<MappedRow[]> {
  private rows: MappedRow[] = [];

  get size(): number {
    return this.rows.length;
  }

  add(row: MappedRow): void {
    this.rows.push(row);
  }

  take(): MappedRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }
}

/** Emails, valid phones and Lead IDs, through which rows affect others. */
export function rowIdentities(rows: readonly MappedRow[]): ReadonlySet<string> {
  const identities = new Set<string>();
  for (const { draft } of rows) {
    if (draft.email !== undefined) identities.add(draft.email);
    if (draft.phone !== undefined && draft.numberValid) identities.add(draft.phone);
    if (draft.id !== undefined) identities.add(draft.id);
  }
  return identities;
}
