import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultDataDir } from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Config } from './config.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the embedded database and of the secret key: DATA_DIR, or the default for whoever runs the server. */
export function dataFolder(config: Pick<Config, 'dataDir' | 'dataDirGiven' | 'databaseUrl'>): string {
  if (config.dataDirGiven) return resolve(config.dataDir);
  // No database account has to enter it then.
  return config.databaseUrl === null ? defaultDataDir(PROJECT) : join(PROJECT, config.dataDir);
}
