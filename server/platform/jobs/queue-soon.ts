import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { queueKeyedJob } from './keyed-job.ts';

/** A job that a server queues for all servers when it hears of work for it. */
export interface SoonQueued {
  /** Asks for a run; wishes within the delay become one. */
  ask(): void;
  /** Asks for no more runs, and waits for a wish that is being queued. */
  close(): Promise<void>;
}

/**
 * Queues a job of the database's own, one that names no organization, some time after it is asked for. Its key lets one
 * run wait at a time, no matter which servers ask.
 */
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
