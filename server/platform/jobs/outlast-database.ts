import { setTimeout as wait } from 'node:timers/promises';
import type { Task, TaskList } from 'graphile-worker';
import { isDatabaseAway } from '../db/away.ts';

const RETRY_MS = 1_000;
/** Then the queue handles the failure. */
const MOST_TRIES = 300;

/** Makes tasks wait while the database is away; after four failures, the queue would wait a minute. */
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
