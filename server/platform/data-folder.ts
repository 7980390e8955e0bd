import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultDataDir } from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Config } from './config.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** For the embedded database and the secret key. */
export function dataFolder(config: Pick<Config, 'dataDir' | 'dataDirGiven' | 'databaseUrl'>): string {
  if (config.dataDirGiven) return resolve(config.dataDir);
  // An external database needs no other account's access.
  return config.databaseUrl === null ? defaultDataDir(PROJECT) : join(PROJECT, config.dataDir);
}
