import { type ImportJob, type ImportJobs, isNotStarted, isOver } from './job-queue.ts';
import { awaitsMapping, type MappingChoice } from './shared-mapping.ts';

/** Maximum number of jobs that run at the same time. */
const JOBS_AT_ONCE = 2;

/**
 * Returns the jobs to start beside the running ones: imports already started on the server first, then in the
 * order of the queue.
 */
export function startable(jobs: ImportJobs, running: ReadonlySet<string>, choice: MappingChoice): ImportJobs {
  const idle = jobs.filter((job) => !isOver(job) && !running.has(job.id) && !awaitsMapping(job, choice));
  const begun = idle.filter((job) => job.status === 'importing');
  const others = idle.filter((job) => job.status !== 'importing');
  return [...begun, ...others].slice(0, Math.max(0, JOBS_AT_ONCE - running.size));
}

/** The parts of the queue that this browser keeps across a reload. */
export interface StoredParts {
  /** IDs of the jobs whose file is stored. */
  files: ReadonlySet<string>;
  /** True if the jobs themselves are stored. */
  jobs: boolean;
}

/** Returns true if a reload would lose the job. Imports started on the server are never lost. */
export function wouldBeLost(job: ImportJob, kept: StoredParts): boolean {
  if (job.status === 'waiting' || job.status === 'uploading') return !(kept.jobs && kept.files.has(job.id));
  return job.status === 'mapping' && !kept.jobs;
}

export interface QueueSummary {
  total: number;
  over: number;
  /** Jobs waiting for their turn or for the mapping. */
  waiting: number;
  failed: number;
  cancelled: number;
  /** Rows of the files counted so far. */
  rows: number;
  imported: number;
}

/** Summarizes the ended jobs and the rows of all jobs, for the line above the queue. */
export function queueSummary(jobs: ImportJobs): QueueSummary {
  return {
    total: jobs.length,
    over: jobs.filter(isOver).length,
    waiting: jobs.filter(isNotStarted).length,
    failed: jobs.filter((job) => job.status === 'error').length,
    cancelled: jobs.filter((job) => job.status === 'cancelled').length,
    rows: jobs.reduce((sum, job) => sum + (job.stats?.totalRows ?? 0), 0),
    imported: jobs.reduce((sum, job) => sum + (job.stats?.imported ?? 0), 0),
  };
}
