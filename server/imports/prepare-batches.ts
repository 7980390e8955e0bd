import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPlan } from '#contract/imports.ts';
import { SLICE_ROWS } from './pipeline/table-rows.ts';
import type { MappedRow, Row, Table } from './pipeline/types.ts';

/** Rows that are committed together: large enough for COPY, small enough to lose little when interrupted. */
export const BATCH_ROWS = 5_000;

/** Values of a batch, of which four are held at a time: two being written, one ready, one being mapped. */
const BATCH_VALUES = 250_000;

/** Rows of a batch of a file with this plan: `batchRows`, or fewer where many columns are mapped. */
export function rowsAtOnce({ fieldMapping }: ImportPlan, batchRows: number): number {
  const columns = Math.max(1, Object.keys(fieldMapping).length);
  return Math.min(batchRows, Math.ceil(BATCH_VALUES / columns));
}

/**
 * The rows of a table after the first `skip`, mapped, in batches of `batchRows`, of fewer where rows are large. Between
 * the slices that make up a batch the thread turns to what the database has answered.
 */
export async function* mappedBatches(
  table: Table,
  skip: number,
  map: (row: Row) => MappedRow,
  batchRows = BATCH_ROWS,
): AsyncGenerator<MappedRow[]> {
  let left = skip;
  let batch: MappedRow[] = [];
  for await (const rows of table.batches()) {
    for (const row of rows.slice(left)) {
      batch.push(map(row));
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
    left -= Math.min(left, rows.length);
    await turn();
    // A slice that is not full was closed for its size: what its rows hold on to must not add up.
    if (rows.length === SLICE_ROWS || batch.length === 0) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The e-mails, valid phones and Lead IDs that rows name: by these they may meet other rows. */
export function identitiesOf(rows: readonly MappedRow[]): Set<string> {
  const identities = new Set<string>();
  for (const { draft } of rows) {
    if (draft.email !== undefined) identities.add(draft.email);
    if (draft.phone !== undefined && draft.numberValid) identities.add(draft.phone);
    if (draft.id !== undefined) identities.add(draft.id);
  }
  return identities;
}
