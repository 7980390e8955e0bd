import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import { importsAwaitingMerge } from '../../lead/merges/import-merge-reads.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { queueKeyedJob } from '../../platform/jobs/keyed-job.ts';
import { type ThreadPool, threadTask } from '../../platform/jobs/threads.ts';
import { mergeImported } from './merge-imported.ts';
import type scanRun from './scan.thread.ts';

/** Payload of the jobs; a scan that waits keeps since when. */
const scanJob = z.object({ organizationId: z.uuid(), waitingSince: z.number().optional() });

/** Milliseconds between checks for running imports, and maximum milliseconds that a scan waits for them. */
const [LOOK_MS, WAIT_MS] = [2_000, 10 * 60_000];

/** Memory for a million leads, in addition to columns of numbers. */
const SCAN_POOL: ThreadPool = { threads: 1, idleMs: 4_000, oldMb: 600 };
const SCAN = threadTask<typeof scanRun>(SCAN_POOL, new URL('./scan.thread.ts', import.meta.url));

/** Pause after a comparison of changed leads, in durations of that comparison; limits its share of processor time. */
const LINK_SHARE = 10;

/** Queues the comparison of the leads that changed since the last one. */
export function queueLinking(owner: pg.Pool, organizationId: string, delayMs = 0): Promise<void> {
  return queueKeyedJob(owner, {
    task: 'link_changed_leads',
    key: `link:${organizationId}`,
    payload: { organizationId },
    delayMs,
    maxAttempts: 3,
  });
}

/**
 * Returns the jobs that look for likely duplicates.
 * @param isBusy whether work is running that needs the memory of a scan
 */
export function duplicateJobs(context: Pick<Context, 'threads' | 'db'>, isBusy: () => boolean): TaskList {
  const { owner } = context.db;
  /** When this server may compare changed leads of an organization again. */
  const pauses = new Map<string, number>();
  return {
    scan_duplicates: async (payload) => {
      const { organizationId, waitingSince = Date.now() } = scanJob.parse(payload);
      if (isBusy() && Date.now() - waitingSince < WAIT_MS) {
        await queueKeyedJob(owner, {
          task: 'scan_duplicates',
          key: `duplicates:${organizationId}`,
          payload: { organizationId, waitingSince },
          maxAttempts: 3,
          delayMs: LOOK_MS,
        });
        return;
      }
      await context.threads.run(SCAN, organizationId, 'all');
      await queueLinking(owner, organizationId);
    },
    link_changed_leads: async (payload) => {
      const { organizationId } = scanJob.parse(payload);
      const pauseMs = (pauses.get(organizationId) ?? 0) - performance.now();
      if (pauseMs > 0) return queueLinking(owner, organizationId, pauseMs);
      const scope = scopeOf(context, organizationId);
      // Only leads of imports that ended before the comparison have all been compared.
      const imports = await scope.transaction(importsAwaitingMerge);
      const started = performance.now();
      const compared = await context.threads.run(SCAN, organizationId, 'changed');
      const ended = performance.now();
      pauses.set(organizationId, ended + (ended - started) * LINK_SHARE);
      if (compared === 'complete') {
        for (const id of imports) await scope.transaction((tx) => mergeImported(tx, id));
      } else if (compared.scanInMs > 0) await queueLinking(owner, organizationId, compared.scanInMs);
    },
  };
}
