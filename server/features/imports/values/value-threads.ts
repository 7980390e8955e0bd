import { type ThreadPool, threadTask } from '../../../platform/jobs/threads.ts';
import type countToolRows from './count-tool-rows.thread.ts';
import type countValues from './count-values.ts';

/** One organization leaves a thread to the others. */
const VALUES_POOL: ThreadPool = { threads: 2, perOrganization: 1, idleMs: 4_000 };
export const COUNT_VALUES = threadTask<typeof countValues>(
  VALUES_POOL,
  new URL('./count-values.ts', import.meta.url),
);
export const COUNT_TOOL_ROWS = threadTask<typeof countToolRows>(
  VALUES_POOL,
  new URL('./count-tool-rows.thread.ts', import.meta.url),
);
