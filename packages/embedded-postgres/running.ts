import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerName } from './cluster.ts';
import { databaseName } from './embedded.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Returns the owner's URL of a running server.
 * @throws EmbeddedDatabaseError if it isn't ready or its files aren't readable
 */
export function runningUrl(dataDir: string): string {
  try {
    // Line 4 of postmaster.pid is the port, line 8 the state.
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
