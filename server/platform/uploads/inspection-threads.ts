import { type ThreadPool, type Threads, threadTask } from '../jobs/threads.ts';
import { openArrivalChannel } from './arrival.ts';
import type inspectRun from './inspect.thread.ts';
import type inspectArrivingRun from './inspect-arriving.thread.ts';
import type { ArrivingReading, ArrivingTask, Inspected, InspectTask } from './inspect-upload.ts';

/**
 * Pool for two stored files next to one that is still arriving, however long that takes. Idle threads end
 * soon, because the file fills their heap and the following import has a thread of its own. One organization
 * leaves a thread to the others.
 */
export const INSPECTION_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 4_000 };

const INSPECT = threadTask<typeof inspectRun>(
  INSPECTION_POOL,
  new URL('./inspect.thread.ts', import.meta.url),
);
const INSPECT_ARRIVING = threadTask<typeof inspectArrivingRun>(
  INSPECTION_POOL,
  new URL('./inspect-arriving.thread.ts', import.meta.url),
);

/** Starts a thread for an upload that will be inspected soon. */
export function prepareInspection(threads: Threads): void {
  threads.prepare(INSPECT);
}

/** Inspects a stored upload in a thread, until `signal` aborts. */
export function inspectInThread(
  threads: Threads,
  organizationId: string,
  task: InspectTask,
  signal?: AbortSignal,
): Promise<Inspected> {
  return threads.run(INSPECT, organizationId, task, signal && { signal });
}

/**
 * Inspects a text upload in a thread while it arrives. Returns null if that already happens for another
 * upload.
 */
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
