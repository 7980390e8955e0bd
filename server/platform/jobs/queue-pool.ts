import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds between tries to record the end of a job. */
const RETRY_DELAY_MS = 1_000;
/** Names of the statements by which the queue records it. */
const RECORDS_END = /^(?:complete|fail)_job/;

type Query = (...statement: unknown[]) => Promise<unknown>;

/**
 * Returns the owner's pool in the form that the job queue needs. The queue records the end of a job without
 * awaiting it, so a failure (PostgreSQL restarts, its disk is full) would be an unhandled rejection and end
 * the process. This pool retries until it succeeds or `signal` aborts. Until then the job stays locked, and
 * housekeeping requeues unfinished work as abandoned.
 */
export function queuePool(owner: pg.Pool, signal: AbortSignal): pg.Pool {
  const connect: Query = async (...callback) =>
    // With a callback it is for LISTEN, which the queue restarts by itself.
    callback.length > 0 ? Reflect.apply(owner.connect, owner, callback) : queueClient(owner, signal);
  return new Proxy(owner, {
    get: (_pool, key) => {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(owner, key, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

/** Returns a client that takes a connection only at its first statement that needs one. */
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
        // The query that asked for the connection has reported this.
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
      // When stopping, the job stays locked, as after a killed server.
      if (signal.aborted) return { rows: [], rowCount: 0 };
      await wait(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
