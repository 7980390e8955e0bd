import type pg from 'pg';

/** Key of a session-level advisory lock. PostgreSQL releases the lock when the worker's connection dies. */
const KEY = 'hashtextextended($1, 0)';

/**
 * Runs `work` while a connection of its own holds the advisory lock of this name (`import:<id>`,
 * `bulk:<id>`).
 * @param work receives that connection, which may take further locks for the duration of the work
 * @returns `locked`, without running anything, if another worker holds the lock
 */
export async function withAdvisoryLock(
  pool: pg.Pool,
  name: string,
  work: (session: pg.ClientBase) => Promise<void>,
): Promise<'done' | 'locked'> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS held`, [
      name,
    ]);
    if (rows[0]?.held !== true) return 'locked';
    await work(client);
    await client.query(`SELECT pg_advisory_unlock(${KEY})`, [name]);
    return 'done';
  } finally {
    // Closes the connection instead of reusing it, so that a lock left behind by an error ends with it.
    client.release(true);
  }
}
