import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { queueKeyedJob } from '../../platform/jobs/keyed-job.ts';
import { type ThreadPool, threadTask } from '../../platform/jobs/threads.ts';
import type scanRun from './scan.thread.ts';

/** Payload of the jobs; a scan that waits keeps since when. */
const scanJob = z.object({ organizationId: z.uuid(), waitingSince: z.number().optional() });

/** Milliseconds between looks for the end of imports, and for which a scan waits at most. */
const [LOOK_MS, WAIT_MS] = [2_000, 10 * 60_000];

/** Memory for a million leads, in addition to columns of numbers. */
const SCAN_POOL: ThreadPool = { threads: 1, idleMs: 4_000, oldMb: 600 };
const SCAN = threadTask<typeof scanRun>(SCAN_POOL, new URL('./scan.thread.ts', import.meta.url));

/** Queues the comparison of the leads that changed since the last one. */
export function queueLinking(owner: pg.Pool, organizationId: string): Promise<void> {
  return queueKeyedJob(owner, {
    task: 'link_changed_leads',
    key: `link:${organizationId}`,
    payload: { organizationId },
    maxAttempts: 3,
  });
}

/**
 * Returns the jobs that look for likely duplicates.
 * @param isBusy whether work is running that needs the memory of a scan
 */
export function duplicateJobs(context: Pick<Context, 'threads' | 'db'>, isBusy: () => boolean): TaskList {
  return {
    scan_duplicates: async (payload) => {
      const { organizationId, waitingSince = Date.now() } = scanJob.parse(payload);
      if (isBusy() && Date.now() - waitingSince < WAIT_MS) {
        await queueKeyedJob(context.db.owner, {
          task: 'scan_duplicates',
          key: `duplicates:${organizationId}`,
          payload: { organizationId, waitingSince },
          maxAttempts: 3,
          delayMs: LOOK_MS,
        });
        return;
      }
      await context.threads.run(SCAN, organizationId, 'all');
      await queueLinking(context.db.owner, organizationId);
    },
    link_changed_leads: async (payload) => {
      const { organizationId } = scanJob.parse(payload);
      await context.threads.run(SCAN, organizationId, 'changed');
    },
  };
}
