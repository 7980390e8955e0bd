import type pg from 'pg';
import {
  DataFolderInUseError,
  hasCluster,
  runningUrl,
  startEmbedded,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Config } from '../config.ts';
import { dataFolder } from '../data-folder.ts';
import { settledTls } from '../db/libpq-url.ts';
import { isCurrent } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { sqlState } from '../db/transaction.ts';
import { AdminError } from './command.ts';

const CONNECTIONS = 2;

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir' | 'dataDirGiven'>;

/**
 * Starts the embedded database if no server runs.
 * @throws AdminError if there is none, or migrations are missing
 */
export function withOwner<T>(config: Config, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  refuseMissing(config);
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

/**
 * Names the database on stderr. Starts the embedded one if no server runs, and creates it where there is none.
 * @throws EmbeddedDatabaseError if the database can't be reached
 */
export async function withOwnerUrl<T>(
  config: DatabaseSettings,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const given = config.databaseSessionUrl ?? config.databaseUrl;
  if (given !== null) {
    const { username, host, pathname } = new URL(given);
    sayUsed(`${decodeURIComponent(pathname.slice(1))} on ${host}, as ${decodeURIComponent(username)}`);
    return work(await settledTls(given));
  }
  const dataDir = dataFolder(config);
  const embedded = await startEmbedded({ dataDir, isCommand: true }).catch((error: unknown) => {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  });
  sayUsed(`the embedded one in ${dataDir}${embedded === null ? ', of the running server' : ''}`);
  if (embedded === null) return work(runningUrl(dataDir));
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

function sayUsed(database: string): void {
  process.stderr.write(`Database: ${database}\n`);
}

/** Without the server's settings, a command would work on a database that no server uses. */
function refuseMissing(config: DatabaseSettings): void {
  if (config.databaseUrl !== null) return;
  const dataDir = dataFolder(config);
  if (hasCluster(dataDir)) return;
  throw new AdminError(
    `There is no database in ${dataDir}: run the command with the server's settings (DATA_DIR or DATABASE_URL), or start the server once`,
  );
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
