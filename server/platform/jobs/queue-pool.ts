import { setTimeout as wait } from 'node:timers/promises';
import type { Task, TaskList } from 'graphile-worker';
import type pg from 'pg';
import { isDatabaseAway } from '../db/away.ts';

const RETRY_DELAY_MS = 1_000;
const RECORDS_END = /^(?:complete|fail)_job/;

type Query = (...statement: unknown[]) => Promise<unknown>;

/**
 * The queue doesn't await recording a job's end, so a failure would end the process. Retries until `signal`
 * aborts; locked jobs count as abandoned.
 */
export function queuePool(owner: pg.Pool, signal: AbortSignal): pg.Pool {
  const connect: Query = async (...callback) =>
    // For LISTEN, which the queue restarts itself.
    callback.length > 0 ? Reflect.apply(owner.connect, owner, callback) : queueClient(owner, signal);
  return new Proxy(owner, {
    get: (_pool, key) => {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(owner, key, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

/** Connects when needed. */
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
      // The job stays locked, as after a crash.
      if (signal.aborted) return { rows: [], rowCount: 0 };
      await wait(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 1_000;
/** Then the queue handles the failure. */
const MOST_TRIES = 300;

/** Makes tasks wait while the database is away; after four failures, the queue would wait a minute. */
export function outlastingDatabase(tasks: TaskList, stopping: AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && outlasting(task, stopping)]),
  ) as TaskList;
}

function outlasting(task: Task, stopping: AbortSignal): Task {
  return async (payload, helpers) => {
    for (let tried = 1; ; tried++) {
      try {
        return await task(payload, helpers);
      } catch (error) {
        if (!isDatabaseAway(error) || stopping.aborted || tried === MOST_TRIES) throw error;
        await wait(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  };
}
