import type pg from 'pg';
import { sqlState } from '#server/platform/db/transaction.ts';
import { until } from './until.ts';

/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Empties tables, given by their names with commas between them, and those that refer to them. It waits for no lock while
 * it has others, so that it can't deadlock with the server's jobs.
 */
export async function emptyTables(owner: pg.Pool, tables: string): Promise<void> {
  await until(`${tables} are empty`, async () => {
    const client = await owner.connect();
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '100ms'");
      await client.query(`TRUNCATE ${tables} CASCADE`);
      await client.query('COMMIT');
      return true;
    } catch (error) {
      await client.query('ROLLBACK');
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      return false;
    } finally {
      client.release();
    }
  });
}
