import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerName } from './cluster.ts';
import { databaseName } from './embedded.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * The connection string of the owner to the embedded server that runs on the data folder now, for a second program beside
 * the one that started it.
 * @throws EmbeddedDatabaseError when it does not take connections (yet) or may not be looked at
 */
export function runningUrl(dataDir: string): string {
  try {
    // As PostgreSQL writes it: the port stands in the fourth line, what it is up to in the eighth.
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    if (lines[7]?.trim() !== 'ready') throw new Error('it is starting or stopping');
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
    return `postgres://${ownerName}:${password}@127.0.0.1:${Number(lines[3])}/${databaseName}`;
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database in ${dataDir} can't be reached: ${(error as Error).message}. Try again as the user who runs the server.`,
    );
  }
}
