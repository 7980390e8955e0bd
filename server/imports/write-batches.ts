import type pg from 'pg';
import type { ImportMode } from '#contract/imports.ts';
import { areDisjoint, patiently, readAhead, writeInOrder } from '../jobs/in-order.ts';
import { withLeadTurn } from '../jobs/lead-turn.ts';
import type { OrganizationScope, TenantTransaction } from '../security/scope.ts';
import { prepareCreate } from './pipeline/prepare-create.ts';
import type { MappedRow } from './pipeline/types.ts';
import { type BatchOutcome, recordBatch } from './pipeline/write-batch.ts';
import { createLeads } from './pipeline/write-batch-create.ts';
import { updateLeads } from './pipeline/write-batch-update.ts';
import { identitiesOf } from './prepare-batches.ts';
import type { ImportWork } from './reads.ts';

type UpdateMode = Extract<ImportMode, { mode: 'update' }>;

/** What a batch does in its transaction, the one before it being written meanwhile; may run again after a deadlock. */
type WriteRows = (tx: TenantTransaction, before: Promise<void> | null) => Promise<BatchOutcome>;

/** A batch that is ready to be written, and where in the file it stands. */
interface ReadyBatch {
  /** Data rows before it. */
  from: number;
  rows: number;
  identities: ReadonlySet<string>;
  write: WriteRows;
}

/**
 * Writes the batches of an import, the first of which begins after the rows that are processed. Each commits its rows,
 * counters, report and cursor together, in the order of the file.
 * @throws Overtaken, what `batches` and the database throw
 */
export async function writeBatches(
  pool: pg.Pool,
  scope: OrganizationScope,
  work: ImportWork,
  batches: AsyncIterable<MappedRow[]>,
): Promise<void> {
  const { importMode } = work.plan;
  const prepare = importMode.mode === 'create' ? creating(work) : updating(work, importMode);
  const ready = readAhead(readyBatches(work.processed, batches, prepare));
  try {
    // Nobody waits for a turn whose holder is still reading.
    const first = await ready.next();
    if (first.done) return;
    await withLeadTurn(pool, scope.organizationId, (turn) =>
      writeInOrder(beginningWith(first.value, ready), {
        areIndependent: (earlier, later) => areDisjoint(earlier.identities, later.identities),
        write: (batch, before) => commitBatch(scope, work.id, batch, before),
        mustPause: () => turn.isWanted(),
        pause: () => turn.pass(),
      }),
    );
  } finally {
    await ready.return(undefined);
  }
}

async function* beginningWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* readyBatches(
  processed: number,
  batches: AsyncIterable<MappedRow[]>,
  prepare: (rows: MappedRow[]) => WriteRows,
): AsyncGenerator<ReadyBatch> {
  let from = processed;
  for await (const rows of batches) {
    yield { from, rows: rows.length, identities: identitiesOf(rows), write: prepare(rows) };
    from += rows.length;
  }
}

function creating(work: ImportWork): (rows: MappedRow[]) => WriteRows {
  return (rows) => {
    const batch = prepareCreate(rows);
    return (tx) => createLeads(tx, work.id, batch);
  };
}

/**
 * A batch looks for its leads only when the one before has found and locked its own: a lead that both touch is then
 * seen as the earlier one left it.
 */
function updating(work: ImportWork, { matchField }: UpdateMode): (rows: MappedRow[]) => WriteRows {
  const actor = { id: work.createdBy, username: work.createdByName };
  const rules = { importId: work.id, matchField, policy: work.plan.options.updatePolicy, actor };
  let last: Promise<void> = Promise.resolve();
  return (rows) => {
    const foundBefore = last;
    const found = Promise.withResolvers<void>();
    last = found.promise;
    return async (tx, committed) => {
      if (committed !== null) await Promise.race([foundBefore, committed]);
      return updateLeads(tx, rules, rows, found.resolve);
    };
  };
}

/** Writes a batch, and once more should it have to let go for the one before it. */
function commitBatch(
  scope: OrganizationScope,
  importId: string,
  batch: ReadyBatch,
  before: Promise<void> | null,
): Promise<void> {
  return patiently(before, (earlier, committed) =>
    scope.transaction(async (tx) => {
      const outcome = await batch.write(tx, earlier);
      await committed();
      await recordBatch(tx, { importId, from: batch.from, rows: batch.rows }, outcome);
    }),
  );
}
