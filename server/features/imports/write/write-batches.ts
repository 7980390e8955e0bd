import type pg from 'pg';
import type { ImportMode } from '#contract/imports.ts';
import { withWriteLease } from '../../../lead/store/write-lease.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { readAhead, withCommitTimeout, writeInOrder } from '../../../platform/jobs/in-order.ts';
import type { ImportWork } from '../record/reads.ts';
import { type RowCollector, RowList, rowIdentities } from '../rows/prepare-batches.ts';
import { createLeads } from './create-batch.ts';
import { CreateBatchBuilder } from './prepare-create.ts';
import { type BatchOutcome, recordBatch } from './record-batch.ts';
import { updateLeads } from './update-batch.ts';

type UpdateMode = Extract<ImportMode, { mode: 'update' }>;

/** What a batch does in its transaction, the one before it being written meanwhile; may run again after a deadlock. */
type WriteRows = (tx: TenantTransaction, before: Promise<void> | null) => Promise<BatchOutcome>;

/**
 * Batches that are written at once. New leads are text by then, and while two are at work in the database a third waits
 * for the disk; leads to be updated are held in memory.
 */
const AT_ONCE = { create: 3, update: 2 };

/** The rows of the file that are not processed yet, in batches of what a gatherer makes of them. */
export type RowsToWrite = <B>(gatherer: RowCollector<B>) => AsyncIterable<B>;

/** A batch that is ready to be written. */
interface ReadyBatch {
  rows: number;
  identities: ReadonlySet<string>;
  write: WriteRows;
}

/** The same, and how many data rows of the file are before it. */
type PlacedBatch = ReadyBatch & { from: number };

/**
 * Writes the batches of an import, the first of which begins after the rows that are processed. Each commits its rows,
 * counters, report and cursor together, in the order of the file.
 * @throws StaleCursor, what `batches` and the database throw
 */
export async function writeBatches(
  pool: pg.Pool,
  scope: OrganizationScope,
  work: ImportWork,
  rows: RowsToWrite,
): Promise<void> {
  const { importMode } = work.plan;
  const batches = importMode.mode === 'create' ? creating(work, rows) : updating(work, importMode, rows);
  const ready = readAhead(placed(work.processed, batches));
  try {
    // Nobody waits for a turn whose holder is still reading.
    const first = await ready.next();
    if (first.done) return;
    await withWriteLease(pool, scope.organizationId, (lease) =>
      writeInOrder(
        beginningWith(first.value, ready),
        {
          areIndependent: (earlier, later) => earlier.identities.isDisjointFrom(later.identities),
          write: (batch, before) => commitBatch(scope, work.id, batch, before),
          mustPause: () => lease.isWanted(),
          pause: () => lease.yield(),
        },
        AT_ONCE[importMode.mode],
      ),
    );
  } finally {
    await ready.return(undefined);
  }
}

async function* beginningWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* placed(processed: number, batches: AsyncIterable<ReadyBatch>): AsyncGenerator<PlacedBatch> {
  let from = processed;
  for await (const batch of batches) {
    yield { ...batch, from };
    from += batch.rows;
  }
}

async function* creating(work: ImportWork, rows: RowsToWrite): AsyncGenerator<ReadyBatch> {
  // A file that brought a duplicate is likely to bring more.
  let expectsDuplicates = false;
  for await (const batch of rows(new CreateBatchBuilder())) {
    const write: WriteRows = async (tx) => {
      const outcome = await createLeads(tx, work.id, batch, { expectsDuplicates });
      expectsDuplicates = outcome.counts.duplicates > 0;
      return outcome;
    };
    yield { rows: batch.rows, identities: batch.identities, write };
  }
}

/**
 * A batch looks for its leads only when the one before has found and locked its own: a lead that both touch is then
 * seen as the earlier one left it.
 */
async function* updating(
  work: ImportWork,
  { matchField }: UpdateMode,
  rows: RowsToWrite,
): AsyncGenerator<ReadyBatch> {
  const actor = { id: work.createdBy, username: work.createdByName };
  const rules = { importId: work.id, matchField, policy: work.plan.options.updatePolicy, actor };
  let last: Promise<void> = Promise.resolve();
  for await (const batch of rows(new RowList())) {
    const foundBefore = last;
    const found = Promise.withResolvers<void>();
    last = found.promise;
    const write: WriteRows = async (tx, committed) => {
      if (committed !== null) await Promise.race([foundBefore, committed]);
      return updateLeads(tx, rules, batch, found.resolve);
    };
    yield { rows: batch.length, identities: rowIdentities(batch), write };
  }
}

/** Writes a batch, and once more should it have to let go for the one before it. */
function commitBatch(
  scope: OrganizationScope,
  importId: string,
  batch: PlacedBatch,
  before: Promise<void> | null,
): Promise<void> {
  return withCommitTimeout(before, (earlier, committed) =>
    scope.transaction(async (tx) => {
      const outcome = await batch.write(tx, earlier);
      await committed();
      await recordBatch(tx, { importId, from: batch.from, rows: batch.rows }, outcome);
    }),
  );
}
