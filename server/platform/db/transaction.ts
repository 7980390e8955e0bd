import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** Runs statements on a pool or in an open transaction. */
export interface Statements {
  /**
   * Returns the rows of a statement, whose type the caller states. With a name, each connection plans the statement only
   * once.
   * @param values the parameters of a text; a template has its own
   */
  query<R>(statement: string | Sql, values?: unknown[], name?: string): Promise<R[]>;
}

/** Wraps a pool or a client as Statements. */
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

/** Serialization failure and deadlock: the transaction had no effect and can be retried. */
const RETRIED_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/**
 * Runs `work` in a transaction that begins with `begin` (sent in one round trip), commits when `work` returns
 * and rolls back when it throws. Retries after a deadlock or serialization failure, up to five times in
 * total.
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
    // A pipelined client sends its first statement together with BEGIN and the last one with COMMIT. If one
    // fails, PostgreSQL rolls the transaction back despite the statements sent after it.
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

/**
 * Runs `work` on a connection that sends its statements before the results of earlier ones arrive, so that PostgreSQL never
 * waits for them. `work` must await all its statements, and use neither COPY nor cursors.
 */
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

/** Sends all statements of this turn of the event loop in one packet. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Returns the SQLSTATE of a database error, or '' for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns whether a unique index rejected the statement. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** Returns whether the statement failed because the database is out of disk space. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}
