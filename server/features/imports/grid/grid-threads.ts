import { type ThreadPool, threadTask } from '../../../platform/jobs/threads.ts';
import { DRY_RUN_POOL } from '../dry-run/follow-check.ts';
import type run from './grid.thread.ts';
import type checkInThread from './session/stage-grid.ts';

/** One organization leaves a thread to the others. */
const GRID_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 10_000 };
export const CHANGE_GRID = threadTask<typeof run>(GRID_POOL, new URL('./grid.thread.ts', import.meta.url), {
  readsMeanwhile: true,
});
export const CHECK_GRID = threadTask<typeof checkInThread>(
  DRY_RUN_POOL,
  new URL('./session/stage-grid.ts', import.meta.url),
  { readsMeanwhile: true },
);
