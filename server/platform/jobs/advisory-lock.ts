import type pg from 'pg';

/** PostgreSQL releases the lock with its connection. */
const KEY = 'hashtextextended($1, 0)';

/**
 * Holds a lock such as `import:<id>`.
 * @param work receives the locking connection
 * @returns `locked` if another worker holds it
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
    // Closes the connection, so that no lock leaks.
    client.release(true);
  }
}
