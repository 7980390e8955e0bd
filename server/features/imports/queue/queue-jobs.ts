import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import { type DurableWork, JOB_TRIES } from '../../../platform/jobs/durable-work.ts';
import { advanceQueue, giveUpReadyFile } from './advance-queue.ts';
import { QUEUE_IMPORTS_AT_ONCE, QUEUE_PREFERENCE } from './queue-reads.ts';

/** Payload of the job that starts the next imports of a user's queue. */
const queueJob = z.object({ organizationId: z.uuid(), userId: z.uuid() });

const NOT_STARTED = 'Failed to import leads. Please try again.';

/** Queues in which a file is ready and has room to start, which any server goes on with. */
export const QUEUE_WORK: DurableWork = {
  task: 'advance_import_queue',
  name: 'import-queue:',
  idKey: 'userId',
  unfinished: `(
    SELECT q.organization_id, q.created_by AS id
    FROM import_queue q LEFT JOIN user_preferences p
      ON p.organization_id = q.organization_id AND p.user_id = q.created_by AND p.key = '${QUEUE_PREFERENCE}'
    WHERE q.state IN ('mapping', 'importing')
    GROUP BY q.organization_id, q.created_by
    HAVING count(*) FILTER (WHERE q.state = 'importing') < ${QUEUE_IMPORTS_AT_ONCE}
      AND bool_or(q.state = 'mapping' AND (q.confirmed OR coalesce(p.value ->> 'mapping', 'each') = 'each'))
  ) w WHERE true`,
};

/** Returns the job that starts the next imports of a user's queue. */
export function importQueueJobs(context: Context): TaskList {
  return {
    advance_import_queue: async (payload, helpers) => {
      const { organizationId, userId } = queueJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await advanceQueue(scope, userId);
      } catch (error) {
        if (helpers.job.attempts < JOB_TRIES) throw error;
        context.log.error({ err: error, userId }, 'a queued file could not be started');
        await giveUpReadyFile(scope, userId, NOT_STARTED);
        await advanceQueue(scope, userId);
      }
    },
  };
}
