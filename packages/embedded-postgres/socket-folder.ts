import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * The folder when PostgreSQL can have its socket file in it, null where its path is too long for one (about 100 bytes) or
 * its file system knows none.
 */
export async function socketFolder(folder: string): Promise<string | null> {
  // As long as the name of PostgreSQL's own, which ends in a port.
  const probe = join(folder, '.s.PGSQL.probe');
  rmSync(probe, { force: true });
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(probe, resolve);
    });
    return folder;
  } catch {
    return null;
  } finally {
    // Takes the file away.
    server.close();
  }
}
