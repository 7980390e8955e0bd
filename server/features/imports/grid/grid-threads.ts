import type { DryRunResult } from '#contract/import-dry-run.ts';
import {
  type RunOptions,
  type ThreadPool,
  type Threads,
  threadTask,
} from '../../../platform/jobs/threads.ts';
import { DRY_RUN_POOL } from '../dry-run/dry-run-thread.ts';
import type { DryRunOutcome, DryRunTask } from '../dry-run/dry-run-upload.ts';
import type { GridTaskResult, GridWork } from './changes/grid-task.ts';
import type check from './check-grid.thread.ts';
import type run from './grid.thread.ts';

/** One organization leaves a thread to the others. */
const GRID_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 10_000 };
const CHANGE_GRID = threadTask<typeof run>(GRID_POOL, new URL('./grid.thread.ts', import.meta.url), {
  readsMeanwhile: true,
});
const CHECK_GRID = threadTask<typeof check>(
  DRY_RUN_POOL,
  new URL('./check-grid.thread.ts', import.meta.url),
  { readsMeanwhile: true },
);

export function gridCheckInThread(
  threads: Threads,
  organizationId: string,
  task: DryRunTask,
  follower: Required<Pick<RunOptions<DryRunResult>, 'onProgress' | 'signal'>>,
): Promise<DryRunOutcome> {
  return threads.run(CHECK_GRID, organizationId, task, follower);
}

export function gridInThread(
  threads: Threads,
  organizationId: string,
  work: GridWork,
  options: Pick<RunOptions<number>, 'onProgress' | 'permit'> = {},
): Promise<GridTaskResult | null> {
  return threads.run(CHANGE_GRID, organizationId, work, options);
}
