import type pg from 'pg';

/** The lock's name; whoever holds it works on the import, and a dead worker's connection lets go of it. */
const KEY = "hashtextextended('import:' || $1, 0)";

/**
 * Runs `work` while holding the import's lock on a connection of its own.
 * @returns `locked` when another worker holds it, without running anything
 */
export async function withImportLock(
  pool: pg.Pool,
  importId: string,
  work: () => Promise<void>,
): Promise<'done' | 'locked'> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS held`, [
      importId,
    ]);
    if (rows[0]?.held !== true) return 'locked';
    await work();
    await client.query(`SELECT pg_advisory_unlock(${KEY})`, [importId]);
    return 'done';
  } finally {
    // Closed and not reused: a lock that was not let go ends with its connection.
    client.release(true);
  }
}
