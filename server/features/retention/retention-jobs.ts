import type { TaskList } from 'graphile-worker';
import type { Context } from '../../platform/context/context.ts';
import { queueKeyedJob } from '../../platform/jobs/keyed-job.ts';
import { workOffRuns } from './run-retention.ts';
import { createRuns } from './run-writes.ts';

/** In UTC. Each minute a server looks for due runs, those of a killed server among them. */
export const RETENTION_CRONTAB = ['23 2 * * * begin_retention', '* * * * * work_on_retention'];

/** Returns the jobs of retention; `stopping` is aborted when the server stops. */
export function retentionJobs(context: Context, stopping: AbortSignal): TaskList {
  // A server works on all organizations in one job, so that others find room.
  let isWorking = false;
  return {
    begin_retention: async () => {
      await createRuns(context.db.owner);
      await queueKeyedJob(context.db.owner, { task: 'work_on_retention', key: 'retention' });
    },
    work_on_retention: async () => {
      if (isWorking) return;
      isWorking = true;
      try {
        await workOffRuns(context, stopping);
      } finally {
        isWorking = false;
      }
    },
  };
}
