import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { queueKeyedJob } from './keyed-job.ts';

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
