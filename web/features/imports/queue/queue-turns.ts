import { hasYetToBegin, type ImportJob, isOver, type Jobs } from './job-queue.ts';
import { awaitsMapping, type MappingChoice } from './shared-mapping.ts';

/** Jobs that run at the same time. */
const JOBS_AT_ONCE = 2;

/** The jobs whose turn it is, given those that run: imports that the server has begun come first, then the order of the queue. */
export function startable(jobs: Jobs, running: ReadonlySet<string>, choice: MappingChoice): Jobs {
  const idle = jobs.filter((job) => !isOver(job) && !running.has(job.id) && !awaitsMapping(job, choice));
  const begun = idle.filter((job) => job.status === 'importing');
  const others = idle.filter((job) => job.status !== 'importing');
  return [...begun, ...others].slice(0, Math.max(0, JOBS_AT_ONCE - running.size));
}

/** What of the queue this browser keeps over a reload. */
export interface Kept {
  /** Jobs whose file it keeps. */
  files: ReadonlySet<string>;
  /** Whether it keeps the jobs themselves. */
  jobs: boolean;
}

/** Whether a reload would lose the job. What the server has begun to import is never lost. */
export function wouldBeLost(job: ImportJob, kept: Kept): boolean {
  if (job.status === 'waiting' || job.status === 'uploading') return !(kept.jobs && kept.files.has(job.id));
  return job.status === 'mapping' && !kept.jobs;
}

export interface QueueSummary {
  total: number;
  over: number;
  /** Whose turn has not come, or whose mapping is not confirmed. */
  waiting: number;
  failed: number;
  cancelled: number;
  /** Of the files whose rows are counted by now. */
  rows: number;
  imported: number;
}

/** Jobs that are over and the rows that all have brought, for the line above the queue. */
export function summaryOf(jobs: Jobs): QueueSummary {
  return {
    total: jobs.length,
    over: jobs.filter(isOver).length,
    waiting: jobs.filter(hasYetToBegin).length,
    failed: jobs.filter((job) => job.status === 'error').length,
    cancelled: jobs.filter((job) => job.status === 'cancelled').length,
    rows: jobs.reduce((sum, job) => sum + (job.stats?.totalRows ?? 0), 0),
    imported: jobs.reduce((sum, job) => sum + (job.stats?.imported ?? 0), 0),
  };
}
