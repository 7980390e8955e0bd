import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type KeyedJob, queueKeyedJob } from '../../platform/jobs/keyed-job.ts';

/** Tells the planner of many changed leads: autovacuum does so up to a minute later, or never where they are few among all. */
const ANALYSIS: KeyedJob = { task: 'analyze_leads', key: 'analyze-leads', maxAttempts: 1 };

/** Changed leads from which an operation has the tables analyzed. */
const MANY_LEADS = 1_000;

/** Unless fewer than 1,000 leads changed. */
export async function queueAnalysis(owner: pg.Pool, changed = MANY_LEADS): Promise<void> {
  if (changed >= MANY_LEADS) await queueKeyedJob(owner, ANALYSIS);
}

/** Returns the job that renews them. */
export function analysisJobs(owner: pg.Pool): TaskList {
  return {
    analyze_leads: async () => {
      await owner.query('ANALYZE leads, lead_search, lead_events, lead_sales');
    },
  };
}
