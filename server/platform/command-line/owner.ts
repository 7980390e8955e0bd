import type pg from 'pg';
import type { Config } from '../config.ts';
import { isCurrent } from '../db/migrate.ts';
import { withOwnerUrl } from '../db/owner-url.ts';
import { openPool } from '../db/pool.ts';
import { sqlState } from '../db/transaction.ts';
import { AdminError } from './command.ts';

const CONNECTIONS = 2;

/**
 * Calls `work` with the owner's connections to the configured database, whether or not a server runs.
 * @throws AdminError if the database lacks migrations
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
    // The migrations table is missing: the database was never initialized.
    if (sqlState(error) === '42P01') return false;
    throw error;
  });
  if (!current) {
    throw new AdminError('The database is not up to date: start the server once, then try again');
  }
}
