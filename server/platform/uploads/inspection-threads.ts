import { type ThreadPool, type Threads, threadTask } from '../jobs/threads.ts';
import { openArrivalChannel } from './arrival.ts';
import type inspectArrivingRun from './inspect-arriving.thread.ts';
import type inspectInThread from './inspect-upload.ts';
import type { ArrivingReading, ArrivingTask } from './inspect-upload.ts';

/** Two stored files and one arriving. Idle threads end soon to free memory. */
export const INSPECTION_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 4_000 };

export const INSPECT = threadTask<typeof inspectInThread>(
  INSPECTION_POOL,
  new URL('./inspect-upload.ts', import.meta.url),
);
const INSPECT_ARRIVING = threadTask<typeof inspectArrivingRun>(
  INSPECTION_POOL,
  new URL('./inspect-arriving.thread.ts', import.meta.url),
);

/** Null if busy with another upload. */
export function inspectArrivingInThread(
  threads: Threads,
  organizationId: string,
  task: ArrivingTask,
  signal?: AbortSignal,
): ArrivingReading | null {
  if (threads.isRunning(INSPECT_ARRIVING)) return null;
  const { reporter, port: progress } = openArrivalChannel();
  const result = threads
    .run(
      INSPECT_ARRIVING,
      organizationId,
      { task, progress },
      { transferList: [progress], ...(signal && { signal }) },
    )
    .finally(() => reporter.close());
  return { report: reporter.report, result };
}
