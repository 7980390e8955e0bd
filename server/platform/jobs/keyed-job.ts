import type pg from 'pg';

/** At most one run waits, across servers. */
export interface KeyedJob {
  task: string;
  key: string;
  payload?: Record<string, unknown>;
  /** Delay of the run. */
  delayMs?: number;
  maxAttempts?: number;
}

/** Keeps a waiting run in place, unless this one has no delay. */
export async function queueKeyedJob(
  owner: pg.Pool,
  { task, key, payload = {}, delayMs = 0, maxAttempts = 5 }: KeyedJob,
): Promise<void> {
  await owner.query(
    `SELECT graphile_worker.add_job($1, $2::json, run_at => now() + make_interval(secs => $3::float8 / 1000),
       max_attempts => $4, job_key => $5, job_key_mode => $6)`,
    [
      ...[task, JSON.stringify(payload), delayMs, maxAttempts, key],
      delayMs === 0 ? 'replace' : 'preserve_run_at',
    ],
  );
}
