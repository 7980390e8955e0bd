import type pg from 'pg';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { Lane } from './operation.ts';

/** Another worker has moved the cursor, so this one must stop. */
export class StaleCursor extends Error {}

/** Tries of a batch whose identity a concurrent transaction takes. */
const MAX_BATCH_ATTEMPTS = 5;

/**
 * Runs work from its last committed batch. An advisory lock admits one worker at a time.
 * @param find returns null once the work has ended
 * @throws database errors; the current batches then store nothing
 */
export async function runClaimed<W extends { done: number }>(
  pool: pg.Pool,
  lock: string,
  find: () => Promise<W | null>,
  run: (work: W) => Promise<void>,
): Promise<void> {
  await withAdvisoryLock(pool, lock, async () => {
    for (let tried = { done: -1, times: 0 }; ; ) {
      const work = await find();
      if (work === null) return;
      tried = { done: work.done, times: work.done === tried.done ? tried.times + 1 : 1 };
      try {
        await run(work);
        return;
      } catch (error) {
        if (error instanceof StaleCursor) return;
        if (tried.times === MAX_BATCH_ATTEMPTS || !isUniqueViolation(error)) throw error;
      }
    }
  });
}

/**
 * Works off lanes side by side until they end or the signal aborts. When it returns or throws, none is running.
 * @param next processes a batch and returns the lane's new cursor
 */
export async function runLanes(
  lanes: readonly Lane[],
  next: (lane: number, left: Lane) => Promise<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ended = await Promise.allSettled(
    lanes.map(async ({ cursor, low }, lane) => {
      let left = cursor;
      while (left !== low && signal?.aborted !== true) left = await next(lane, { cursor: left, low });
    }),
  );
  const errors = ended.flatMap((lane) => (lane.status === 'rejected' ? [lane.reason] : []));
  const failure = errors.find((error) => !(error instanceof StaleCursor)) ?? errors[0];
  if (failure !== undefined) throw failure;
}
