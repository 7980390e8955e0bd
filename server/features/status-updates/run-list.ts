import type pg from 'pg';
import { Overtaken } from '../../lead/operations/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { findUnfinishedList } from './rows/reads.ts';
import { type ListPace, writeList } from './write-list.ts';
import { endList } from './writes.ts';

/** How often a batch is tried that gives a lead a number which another is given at that very moment. */
const BATCH_TRIES = 5;

/**
 * Works through a list from where its last committed batch ended, until it is finished or the signal says to stop.
 * May be called any number of times, by any number of workers: the operation's lock lets one at a time at it.
 * @throws what the database throws; nothing of the batches at hand is stored then
 */
export async function runList(
  pool: pg.Pool,
  scope: OrganizationScope,
  operationId: string,
  pace: ListPace = {},
): Promise<void> {
  await withAdvisoryLock(pool, `bulk:${operationId}`, async () => {
    let tried = { from: -1, times: 0 };
    for (;;) {
      const work = await scope.transaction((tx) => findUnfinishedList(tx, operationId));
      if (work === null) return;
      tried = { from: work.cursor, times: work.cursor === tried.from ? tried.times + 1 : 1 };
      try {
        await writeList(scope, work, pace);
        return;
      } catch (error) {
        if (error instanceof Overtaken) return;
        if (tried.times === BATCH_TRIES || !isUniqueViolation(error)) throw error;
      }
    }
  });
}

/** Ends a list that can't be finished; what it committed stays, and can be undone. */
export async function giveUpList(scope: OrganizationScope, operationId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedList(tx, operationId);
    const failure = 'The list met an internal error again and again and was stopped';
    if (work !== null) await endList(tx, work, failure);
  });
}
