import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Returns the folder if PostgreSQL can create its socket file there, or null if the path is too long (about
 * 100 bytes) or the file system doesn't support sockets.
 */
export async function socketFolder(folder: string): Promise<string | null> {
  // As long as PostgreSQL's own socket name, which ends in a port.
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
    // Closing removes the file.
    server.close();
  }
}
