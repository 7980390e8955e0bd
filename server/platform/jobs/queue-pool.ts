import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Between two tries to record the end of a job (milliseconds). */
const AGAIN_MS = 1_000;
/** The names of the statements by which the queue does so. */
const RECORDS_END = /^(?:complete|fail)_job/;

type Query = (...statement: unknown[]) => Promise<unknown>;

/**
 * The owner's pool as the job queue is given it. The queue records the end of a job without waiting for it: that failing
 * (the database is restarted, its disk is full) would be a rejection which nobody handles, and end the process. Here it
 * is tried until it succeeds or `signal` says to stop. Meanwhile the job stays locked, and work that has to be finished
 * is found abandoned and queued anew.
 */
export function queuePool(owner: pg.Pool, signal: AbortSignal): pg.Pool {
  const connect: Query = async (...callback) =>
    // With a callback it is for LISTEN, which the queue begins anew by itself.
    callback.length > 0 ? Reflect.apply(owner.connect, owner, callback) : queueClient(owner, signal);
  return new Proxy(owner, {
    get: (_pool, key) => {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(owner, key, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

/** A client of the pool that takes a connection when it is known what for. */
function queueClient(owner: pg.Pool, signal: AbortSignal): { query: Query; release: () => void } {
  let taken: Promise<pg.PoolClient> | undefined;
  return {
    query: async (...statement) => {
      if (recordsEnd(statement[0])) return recorded(owner, signal, statement);
      taken ??= owner.connect();
      const client = await taken;
      return Reflect.apply(client.query, client, statement);
    },
    release: () => {
      taken?.then(
        (client) => client.release(),
        // Whoever asked was told.
        () => undefined,
      );
    },
  };
}

function recordsEnd(statement: unknown): boolean {
  const name = typeof statement === 'object' && statement !== null && 'name' in statement && statement.name;
  return typeof name === 'string' && RECORDS_END.test(name);
}

async function recorded(owner: pg.Pool, signal: AbortSignal, statement: unknown[]): Promise<unknown> {
  for (;;) {
    try {
      return await Reflect.apply(owner.query, owner, statement);
    } catch {
      // At a stop the job is left locked, as by a server that was killed.
      if (signal.aborted) return { rows: [], rowCount: 0 };
      await wait(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
