import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { organizationsWithExpired } from '../../lead/suppression-lists/entry-reads.ts';
import { deleteExpired } from '../../lead/suppression-lists/entry-writes.ts';
import { queueMarking } from '../../lead/suppression-lists/list-writes.ts';
import { bringMarksUpToDate } from '../../lead/suppression-lists/mark-writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';

const markingJob = z.object({ organizationId: z.uuid() });

/** Expired entries are removed each minute. */
export const SUPPRESSION_CRONTAB = ['* * * * * expire_suppressions'];

export function suppressionJobs(context: Pick<Context, 'db'>): TaskList {
  return {
    mark_suppressed: async (payload) => {
      const { organizationId } = markingJob.parse(payload);
      await bringMarksUpToDate(scopeOf(context, organizationId));
    },
    expire_suppressions: () => removeExpired(context),
  };
}

/** Removes expired entries of all organizations and queues the job that unmarks their leads. */
export async function removeExpired(context: Pick<Context, 'db'>): Promise<void> {
  for (const id of await organizationsWithExpired(context.db.owner)) {
    const scope = scopeOf(context, id);
    for (let more = true; more; ) {
      more = await scope.transaction(async (tx) => {
        const left = await deleteExpired(tx);
        await queueMarking(tx);
        return left;
      });
    }
  }
}
