import type pg from 'pg';

/** Whoever holds the lock does the work, and a dead worker's connection lets go of it. */
const KEY = 'hashtextextended($1, 0)';

/**
 * Runs `work` while holding the lock of this name (`import:<id>`, `bulk:<id>`) on a connection of its own.
 * @returns `locked` when another worker holds it, without running anything
 */
export async function withWorkLock(
  pool: pg.Pool,
  name: string,
  work: () => Promise<void>,
): Promise<'done' | 'locked'> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS held`, [
      name,
    ]);
    if (rows[0]?.held !== true) return 'locked';
    await work();
    await client.query(`SELECT pg_advisory_unlock(${KEY})`, [name]);
    return 'done';
  } finally {
    // Closed and not reused: a lock that was not let go ends with its connection.
    client.release(true);
  }
}
