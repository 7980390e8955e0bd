import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { type ThreadPool, threadTask } from '../../platform/jobs/threads.ts';
import type scanRun from './scan.thread.ts';

/** Payload of the duplicate-scan job. */
const scanJob = z.object({ organizationId: z.uuid() });

/** A million leads take most of its memory. */
const SCAN_POOL: ThreadPool = { threads: 1, idleMs: 4_000, oldMb: 800 };
const SCAN = threadTask<typeof scanRun>(SCAN_POOL, new URL('./scan.thread.ts', import.meta.url));

/** Returns the job that looks for likely duplicates. */
export function duplicateJobs(context: Pick<Context, 'threads'>): TaskList {
  return {
    scan_duplicates: async (payload) => {
      const { organizationId } = scanJob.parse(payload);
      await context.threads.run(SCAN, organizationId, undefined);
    },
  };
}
