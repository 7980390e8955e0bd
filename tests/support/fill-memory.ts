import { threadTask } from '#server/platform/jobs/threads.ts';
import type run from './fill-memory.thread.ts';

/** A task that runs out of memory in a thread of its own. */
export const FILL_MEMORY = threadTask<typeof run>(
  { threads: 1, idleMs: 1_000 },
  new URL('./fill-memory.thread.ts', import.meta.url),
);
