import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import { type DurableWork, JOB_TRIES } from '../../../platform/jobs/durable-work.ts';
import { advanceQueue, giveUpReadyFile } from './advance-queue.ts';
import { STARTABLE_QUEUES } from './queue-reads.ts';

const queueJob = z.object({ organizationId: z.uuid(), userId: z.uuid() });

const NOT_STARTED = 'Failed to import leads. Please try again.';

/** Queues with a file to count or to start, which any server goes on with. */
export const QUEUE_WORK: DurableWork = {
  task: 'advance_import_queue',
  name: 'import-queue:',
  idKey: 'userId',
  unfinished: STARTABLE_QUEUES,
};

/** Returns the job that starts the next imports of a user's queue. */
export function importQueueJobs(context: Context): TaskList {
  return {
    advance_import_queue: async (payload, helpers) => {
      const { organizationId, userId } = queueJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await advanceQueue(context, scope, userId);
      } catch (error) {
        if (helpers.job.attempts < JOB_TRIES) throw error;
        context.log.error({ err: error, userId }, 'a queued file could not be started');
        await giveUpReadyFile(scope, userId, NOT_STARTED);
        await advanceQueue(context, scope, userId);
      }
    },
  };
}
