import {
  DataFolderInUseError,
  runningUrl,
  startEmbedded,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Config } from '../config.ts';
import { dataFolder } from '../data-folder.ts';
import { settledTls } from './libpq-url.ts';

/**
 * Starts the embedded database if no server runs.
 * @throws EmbeddedDatabaseError if the database can't be reached
 */
export async function withOwnerUrl<T>(
  config: Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir' | 'dataDirGiven'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const databaseUrl = config.databaseSessionUrl ?? config.databaseUrl;
  if (databaseUrl !== null) return work(await settledTls(databaseUrl));
  const dataDir = dataFolder(config);
  const embedded = await startEmbedded({ dataDir, isCommand: true }).catch((error: unknown) => {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  });
  if (embedded === null) return work(runningUrl(dataDir));
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
