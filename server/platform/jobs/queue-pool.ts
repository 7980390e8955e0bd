import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const RETRY_DELAY_MS = 1_000;
/** Statements that record the end of a job. */
const RECORDS_END = /^(?:complete|fail)_job/;

type Query = (...statement: unknown[]) => Promise<unknown>;

/**
 * Adapts the owner's pool for the job queue, which doesn't await recording a job's end: a failure would end the
 * process. Retries until it succeeds or `signal` aborts; a job left locked is requeued as abandoned.
 */
export function queuePool(owner: pg.Pool, signal: AbortSignal): pg.Pool {
  const connect: Query = async (...callback) =>
    // The callback form is for LISTEN, which the queue restarts itself.
    callback.length > 0 ? Reflect.apply(owner.connect, owner, callback) : queueClient(owner, signal);
  return new Proxy(owner, {
    get: (_pool, key) => {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(owner, key, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

/** Connects only for the first statement that needs it. */
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
        // The query has reported this.
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
      // When stopping, the job stays locked, as after a crash.
      if (signal.aborted) return { rows: [], rowCount: 0 };
      await wait(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
