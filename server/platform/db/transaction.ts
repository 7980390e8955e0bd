import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

export interface Statements {
  all<O>(statement: Compilable<O>): Promise<O[]>;
  /** The caller states the row type. Named statements are planned once per connection. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string): Promise<R[]>;
}

export function statementsOn(target: pg.Pool | pg.PoolClient | pg.Client): Statements {
  return {
    query: async <R>(statement: string | Sql, values: unknown[] = [], name?: string): Promise<R[]> => {
      const sent = typeof statement === 'string' ? { text: statement, values } : statement;
      const { rows } = await target.query({
        text: sent.text,
        values: sent.values,
        ...(name !== undefined && { name }),
      });
      return rows as R[];
    },
  };
}

/** Serialization failure and deadlock. */
const RETRIED_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/**
 * Retries deadlocks and serialization failures, five tries in total.
 * @param last a final statement once the result is known
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
      if (tried === MAX_TRIES || !RETRIED_SQLSTATES.has(sqlState(error))) throw error;
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
    // Pipelining sends BEGIN and COMMIT with other statements; PostgreSQL rolls back if any fails.
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
    // Discards a connection whose ROLLBACK failed.
    client.release(broken);
  }
}

/** `work` must await all statements, and use neither COPY nor cursors. */
export async function pipelined<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const connection = client as { pipeline: boolean };
  const before = connection.pipeline;
  connection.pipeline = true;
  try {
    return await work();
  } finally {
    connection.pipeline = before;
  }
}

/** One packet per event-loop turn. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Returns '' for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}
