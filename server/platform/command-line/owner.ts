import type pg from 'pg';
import type { Config } from '../config.ts';
import { isCurrent } from '../db/migrate.ts';
import { withOwnerUrl } from '../db/owner-url.ts';
import { openPool } from '../db/pool.ts';
import { sqlState } from '../db/transaction.ts';
import { AdminError } from './command.ts';

const CONNECTIONS = 2;

/**
 * Starts the embedded database if no server runs.
 * @throws AdminError if migrations are missing
 */
export function withOwner<T>(config: Config, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  return withOwnerUrl(config, async (url) => {
    const owner = openPool(url, CONNECTIONS, () => undefined);
    try {
      await refuseOldSchema(owner);
      return await work(owner);
    } finally {
      await owner.end();
    }
  });
}

async function refuseOldSchema(owner: pg.Pool): Promise<void> {
  const current = await isCurrent(owner).catch((error: unknown) => {
    // No migrations table: never initialized.
    if (sqlState(error) === '42P01') return false;
    throw error;
  });
  if (!current) {
    throw new AdminError('The database is not up to date: start the server once, then try again');
  }
}
