import type pg from 'pg';
import type { Compilable } from './query-builder.ts';

/** What runs statements: the pool for single ones, or an open transaction. */
export interface Statements {
  /** Rows of a typed statement. */
  all<O>(statement: Compilable<O>): Promise<O[]>;
  /** Rows of plain SQL; the caller names their type. Each connection plans a statement with a name but once. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string): Promise<R[]>;
}

/** Runs statements on a pool or a client. */
export function statementsOn(target: pg.Pool | pg.PoolClient | pg.Client): Statements {
  return {
    all: async <O>(statement: Compilable<O>): Promise<O[]> => {
      const { sql, parameters } = statement.compile();
      const { rows } = await target.query<O & pg.QueryResultRow>(sql, [...parameters]);
      return rows;
    },
    query: async <R extends pg.QueryResultRow>(
      text: string,
      values: unknown[] = [],
      name?: string,
    ): Promise<R[]> => {
      const { rows } = await target.query<R>({ text, values, ...(name !== undefined && { name }) });
      return rows;
    },
  };
}

/** Serialization failures and deadlocks: the transaction did nothing and may simply be run again. */
const RETRIED = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Runs `work` in a transaction that begins with `begin` (sent as one round trip), commits when it returns and
 * rolls back when it throws. Runs it again after a deadlock or serialization failure.
 * @param last what is left to do when the result is known, in one statement
 */
export async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
  last?: (client: pg.PoolClient, result: T) => Promise<unknown>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(pool, begin, work, last);
    } catch (error) {
      if (tried === TRIES || !RETRIED.has(sqlState(error))) throw error;
    }
  }
}

async function once<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
  last?: (client: pg.PoolClient, result: T) => Promise<unknown>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    if (client.pipeline) sendTogether(client);
    const begun = client.query(begin);
    // Where statements may follow one another unanswered, the first goes out with the beginning, the last with the end.
    // One that fails leaves the transaction to be rolled back, whatever was sent behind it.
    if (!client.pipeline) await begun;
    const [result] = await Promise.all([work(client), begun]);
    if (client.pipeline) sendTogether(client);
    const finished = last?.(client, result);
    if (!client.pipeline) await finished;
    await Promise.all([finished, client.query('COMMIT')]);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is thrown away.
    client.release(broken);
  }
}

/** Sends what is asked of a connection within this turn of the event loop at once, not piece by piece. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** The SQLSTATE of a database error, '' for any other. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether a unique index refused the statement. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Whether the database has no space to store what the statement would have stored. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}
