import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPlan } from '#contract/imports.ts';
import type { Row, Table } from '#packages/tabular/tabular.ts';
import { TABLE_BATCH_ROWS } from '#packages/tabular/tabular.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { HashSet } from '../../../platform/jobs/hash-set.ts';

/** Rows that are committed together: large enough for COPY, small enough to lose little when interrupted. */
export const BATCH_ROWS = 5_000;
/** The same of an update, which holds each lead as it was and as it will be. */
const UPDATE_BATCH_ROWS = 2_500;

/** Values of a batch, of which five are held at a time: three being written, one ready, one being mapped. */
const BATCH_VALUES = 250_000;

/** Rows of a batch of a file with this plan: `batchRows`, or fewer in an update or where many columns are mapped. */
export function rowsAtOnce({ fieldMapping, importMode }: ImportPlan, batchRows: number): number {
  const columns = Math.max(1, Object.keys(fieldMapping).length);
  const most = importMode.mode === 'create' ? batchRows : Math.min(batchRows, UPDATE_BATCH_ROWS);
  return Math.min(most, Math.ceil(BATCH_VALUES / columns));
}

/** Makes batches of rows that it is given one by one. */
export interface Gatherer<B> {
  /** Rows since the last batch was taken. */
  readonly size: number;
  add(row: MappedRow): void;
  /** The rows since the last time, as a batch. */
  take(): B;
}

/**
 * The rows of a table after the first `skip`, mapped, in batches of `batchRows`, of fewer where rows are large. A row is
 * gathered as soon as it is mapped, so that a gatherer decides what is kept of it. Between the slices that make up a batch
 * the thread turns to what the database has answered.
 */
export async function* gatheredBatches<B>(
  table: Table,
  skip: number,
  map: (row: Row) => MappedRow,
  gatherer: Gatherer<B>,
  batchRows = BATCH_ROWS,
): AsyncGenerator<B> {
  let left = skip;
  for await (const rows of table.batches()) {
    for (let from = left; from < rows.length; ) {
      from = gather(rows, from, map, gatherer, batchRows);
      if (gatherer.size === batchRows) yield gatherer.take();
    }
    left -= Math.min(left, rows.length);
    await turn();
    // A slice that is not full was closed for its size: what its rows hold on to must not add up.
    if (rows.length < TABLE_BATCH_ROWS && gatherer.size > 0) yield gatherer.take();
  }
  if (gatherer.size > 0) yield gatherer.take();
}

/** Adds rows from `from` on until a batch is full or none are left; answers where the next ones begin. */
function gather<B>(
  rows: readonly Row[],
  from: number,
  map: (row: Row) => MappedRow,
  gatherer: Gatherer<B>,
  batchRows: number,
): number {
  const end = Math.min(rows.length, from + batchRows - gatherer.size);
  for (const row of rows.slice(from, end)) gatherer.add(map(row));
  return end;
}

/** Keeps rows as they are. */
export class RowList implements Gatherer<MappedRow[]> {
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

/** The e-mails, valid phones and Lead IDs that rows name: by these they may meet other rows. */
export function identitiesOf(rows: readonly MappedRow[]): HashSet {
  const identities = new HashSet();
  for (const { draft } of rows) {
    if (draft.email !== undefined) identities.add(draft.email);
    if (draft.phone !== undefined && draft.numberValid) identities.add(draft.phone);
    if (draft.id !== undefined) identities.add(draft.id);
  }
  return identities;
}
