import type { FastifyBaseLogger } from 'fastify';
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

export interface SoonQueued {
  /** Requests within the delay are merged. */
  ask(): void;
  /** Waits for a job being queued. */
  close(): Promise<void>;
}

/** The key allows one waiting run across servers. */
export function queueSoon(
  { db, log }: { db: { owner: pg.Pool }; log: Pick<FastifyBaseLogger, 'warn'> },
  task: string,
  delayMs: number,
): SoonQueued {
  let timer: NodeJS.Timeout | null = null;
  let queueing: Promise<unknown> = Promise.resolve();
  const queue = (): void => {
    timer = null;
    queueing = queueKeyedJob(db.owner, { task, key: task }).catch((error: unknown) =>
      log.warn({ err: error, task }, 'a job could not be queued'),
    );
  };
  return {
    ask: () => {
      timer ??= setTimeout(queue, delayMs);
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await queueing;
    },
  };
}
