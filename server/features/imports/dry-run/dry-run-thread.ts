import type { DryRunResult } from '#contract/import-dry-run.ts';
import {
  type RunOptions,
  type ThreadPool,
  type Threads,
  threadTask,
} from '../../../platform/jobs/threads.ts';
import type run from './dry-run.thread.ts';
import type { DryRunOutcome, DryRunTask } from './dry-run-upload.ts';

/** One organization leaves a thread to the others. */
export const DRY_RUN_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 4_000 };
const DRY_RUN = threadTask<typeof run>(DRY_RUN_POOL, new URL('./dry-run.thread.ts', import.meta.url), {
  readsMeanwhile: true,
});

/** Settles only when the thread has finished, soon after an abort. */
export function dryRunInThread(
  threads: Threads,
  organizationId: string,
  task: DryRunTask,
  follower: Required<Pick<RunOptions<DryRunResult>, 'onProgress' | 'signal'>>,
): Promise<DryRunOutcome> {
  return threads.run(DRY_RUN, organizationId, task, follower);
}
