import type pg from 'pg';

/** A job of which one run waits at a time, no matter which servers queue it. */
export interface KeyedJob {
  task: string;
  /** Key of the waiting run. */
  key: string;
  payload?: Record<string, unknown>;
  /** Milliseconds until the run, 0 by default. */
  delayMs?: number;
  maxAttempts?: number;
}

/** Queues a run of a keyed job. A run that waits already stays where it is. */
export async function queueKeyedJob(
  owner: pg.Pool,
  { task, key, payload = {}, delayMs = 0, maxAttempts = 5 }: KeyedJob,
): Promise<void> {
  await owner.query(
    `SELECT graphile_worker.add_job($1, $2::json, run_at => now() + make_interval(secs => $3::float8 / 1000),
       max_attempts => $4, job_key => $5, job_key_mode => 'preserve_run_at')`,
    [task, JSON.stringify(payload), delayMs, maxAttempts, key],
  );
}
