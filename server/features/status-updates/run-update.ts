import type pg from 'pg';
import { StaleCursor } from '../../lead/operations/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { findUnfinishedStatusUpdate } from './rows/reads.ts';
import { type StatusUpdatePace, writeStatusUpdate } from './write-update.ts';
import { endStatusUpdate } from './writes.ts';

/** Tries of a batch whose phone a concurrent transaction takes. */
const MAX_BATCH_ATTEMPTS = 5;

/**
 * Runs an update from its last committed batch until it ends or the signal aborts. An advisory lock admits one worker at a time.
 * @throws database errors; the current batches then store nothing
 */
export async function runStatusUpdate(
  pool: pg.Pool,
  scope: OrganizationScope,
  operationId: string,
  pace: StatusUpdatePace = {},
): Promise<void> {
  await withAdvisoryLock(pool, `bulk:${operationId}`, async () => {
    let tried = { from: -1, times: 0 };
    for (;;) {
      const work = await scope.transaction((tx) => findUnfinishedStatusUpdate(tx, operationId));
      if (work === null) return;
      tried = { from: work.cursor, times: work.cursor === tried.from ? tried.times + 1 : 1 };
      try {
        await writeStatusUpdate(scope, work, pace);
        return;
      } catch (error) {
        if (error instanceof StaleCursor) return;
        if (tried.times === MAX_BATCH_ATTEMPTS || !isUniqueViolation(error)) throw error;
      }
    }
  });
}

/** Committed batches stay and can be undone. */
export async function giveUpStatusUpdate(scope: OrganizationScope, operationId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    const work = await findUnfinishedStatusUpdate(tx, operationId);
    const failure = 'The update was stopped after repeated internal errors';
    if (work !== null) await endStatusUpdate(tx, work, failure);
  });
}
