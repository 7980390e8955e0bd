import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { type DurableWork, JOB_TRIES } from '../../platform/jobs/durable-work.ts';
import { queueKeyedJob } from '../../platform/jobs/keyed-job.ts';
import { failErasure } from './erasure-writes.ts';
import { runErasure } from './run-erasure.ts';

/** Payload of the job that erases a person; never the person. */
const erasureJob = z.object({ organizationId: z.uuid(), erasureId: z.uuid() });

/** Until a running import or operation is looked at again, in milliseconds. */
const PENDING_MS = 2_000;

/** Erasures, which any server finishes. */
export const ERASURE_WORK: DurableWork = {
  task: 'erase_person',
  name: 'erasure:',
  idKey: 'erasureId',
  unfinished: "erasures w WHERE w.status IN ('waiting', 'running')",
};

/** Returns the job of erasures; `stopping` is aborted when the server stops. */
export function erasureJobs(context: Context, stopping: AbortSignal): TaskList {
  return {
    erase_person: async (payload, helpers) => {
      const { organizationId, erasureId } = erasureJob.parse(payload);
      const key = `erasure:${erasureId}`;
      let isPending = false;
      try {
        await withAdvisoryLock(context.db.locks, key, async () => {
          isPending = (await runErasure(context, organizationId, erasureId)) === 'pending';
        });
      } catch (error) {
        // The stop ended a thread; the next server continues.
        if (stopping.aborted) return;
        if (helpers.job.attempts < JOB_TRIES) throw error;
        context.log.error({ err: error, erasureId }, 'erasure given up');
        await organizationScope(context.db.owner, organizationId).transaction((tx) =>
          failErasure(tx, erasureId),
        );
      }
      if (isPending) {
        await queueKeyedJob(context.db.owner, {
          ...{ task: 'erase_person', key, delayMs: PENDING_MS },
          payload: { organizationId, erasureId },
          maxAttempts: 25,
        });
      }
    },
  };
}
