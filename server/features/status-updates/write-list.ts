import type { ListRow, ListWork, RowResult } from '../../lead/operations/list-action.ts';
import { lockBulkBatch } from '../../lead/operations/writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HashSet } from '../../platform/jobs/hash-set.ts';
import { readAhead, withCommitTimeout, writeInOrder } from '../../platform/jobs/in-order.ts';
import { leadIdOf, readRows } from './changes/decide-phones.ts';
import { sellLeads } from './changes/sell-leads.ts';
import { setPhones } from './changes/set-phones.ts';
import { setStatuses } from './changes/set-statuses.ts';
import { readListed } from './rows/listed-lead-reads.ts';
import { nextRows } from './rows/reads.ts';
import { endList, recordListBatch } from './writes.ts';

/** Rows that are committed together: others who want one of their leads wait for no more than a batch. */
const BATCH_ROWS = 5_000;

/** How a list is worked on. */
export interface ListPace {
  /** Stops after the batches at hand. */
  signal?: AbortSignal | undefined;
  batchRows?: number;
}

/** The next rows of a list. */
interface Batch {
  /** Rows up to this one come before it. */
  from: number;
  rows: ListRow[];
  isLast: boolean;
  /** Leads and phones that it may change; null where only its own transaction can tell. */
  touched: HashSet | null;
}

/**
 * Works through what is left of a list: two batches at a time where they touch nothing in common, committed in the
 * order of the list.
 * @throws Overtaken, what the database throws
 */
export async function writeList(scope: OrganizationScope, work: ListWork, pace: ListPace): Promise<void> {
  let left = work;
  let begun: Promise<void> = Promise.resolve();
  await writeInOrder(readAhead(batchesOf(scope, work, pace)), {
    areIndependent: ({ touched: one }, { touched: other }) =>
      one !== null && other !== null && one.isDisjointFrom(other),
    write: async (batch, before) => {
      const earlierBegun = begun;
      const begins = Promise.withResolvers<void>();
      begun = begins.promise;
      await withCommitTimeout(before, async (earlier, committed) => {
        left = await scope.transaction(async (tx) => {
          // Its turn among imports comes after that of the one it waits for.
          if (earlier !== null) await Promise.race([earlierBegun, earlier]);
          await lockBulkBatch(tx);
          begins.resolve();
          const results = await changeRows(tx, { ...work, cursor: batch.from }, batch.rows);
          await committed();
          return record(tx, left, batch, results);
        });
      });
    },
    mustPause: async () => false,
    pause: async () => undefined,
  });
}

async function* batchesOf(
  scope: OrganizationScope,
  work: ListWork,
  { signal, batchRows = BATCH_ROWS }: ListPace,
): AsyncGenerator<Batch> {
  for (let from = work.cursor, isLast = false; !isLast && signal?.aborted !== true; ) {
    const batch = await scope.transaction(async (tx) => {
      const rows = await nextRows(tx, { ...work, cursor: from }, batchRows);
      return { from, rows, isLast: rows.length < batchRows, touched: await touchedBy(tx, work, rows) };
    });
    yield batch;
    ({ isLast } = batch);
    from = batch.rows.at(-1)?.rowNumber ?? from;
  }
}

/** Whose lead a number is must be looked for behind the batches before; a lead that is named by its id is known. */
async function touchedBy(
  tx: TenantTransaction,
  { action }: ListWork,
  rows: readonly ListRow[],
): Promise<HashSet | null> {
  if (action.type !== 'updatePhones') return null;
  const leads = await readListed(tx, [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))]);
  const phones = [...leads.values()].flatMap(({ phone }) => phone ?? []);
  const taken = readRows(rows, leads).flatMap(({ phone }) => phone ?? []);
  return new HashSet([...leads.keys(), ...phones, ...taken]);
}

async function record(
  tx: TenantTransaction,
  work: ListWork,
  { rows, isLast }: Batch,
  results: readonly RowResult[],
): Promise<ListWork> {
  const last = rows.at(-1);
  const left = last === undefined ? work : await recordListBatch(tx, work, results, last.rowNumber);
  if (isLast) await endList(tx, left, null);
  return left;
}

async function changeRows(
  tx: TenantTransaction,
  work: ListWork,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  const { action } = work;
  switch (action.type) {
    case 'updateHlr':
      return setStatuses(tx, { ...work, action }, rows);
    case 'markSoldList':
      return sellLeads(tx, { ...work, action }, rows);
    case 'updatePhones':
      return setPhones(tx, work, rows);
  }
}
