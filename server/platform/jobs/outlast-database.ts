import { setTimeout as wait } from 'node:timers/promises';
import type { Task, TaskList } from 'graphile-worker';
import { isDatabaseAway } from '../db/away.ts';

const RETRY_MS = 1_000;
/** Tries, after which the failure is the queue's. */
const MOST_TRIES = 300;

/**
 * Returns tasks that wait while the database is away. To the queue it would be a failure of the job, after four of which it
 * waits for a minute, though the database may be back within seconds.
 */
export function outlastingDatabase(tasks: TaskList, stopping: AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && outlasting(task, stopping)]),
  ) as TaskList;
}

function outlasting(task: Task, stopping: AbortSignal): Task {
  return async (payload, helpers) => {
    for (let tried = 1; ; tried++) {
      try {
        return await task(payload, helpers);
      } catch (error) {
        if (!isDatabaseAway(error) || stopping.aborted || tried === MOST_TRIES) throw error;
        await wait(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  };
}
