import { type ThreadPool, type Threads, threadTask } from '../../../platform/jobs/threads.ts';
import type run from './count-values.thread.ts';
import type { ValuesOutcome, ValuesTask } from './count-values.ts';

/** One organization leaves a thread to the others. */
const VALUES_POOL: ThreadPool = { threads: 2, perOrganization: 1, idleMs: 4_000 };
const COUNT_VALUES = threadTask<typeof run>(
  VALUES_POOL,
  new URL('./count-values.thread.ts', import.meta.url),
);

export function countValuesInThread(
  threads: Threads,
  organizationId: string,
  task: ValuesTask,
  signal?: AbortSignal,
): Promise<ValuesOutcome> {
  return threads.run(COUNT_VALUES, organizationId, task, { ...(signal && { signal }) });
}
