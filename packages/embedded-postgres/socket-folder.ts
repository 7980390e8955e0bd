import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Returns null if the path is too long (about 100 bytes) or the file system lacks sockets. */
export async function socketFolder(folder: string): Promise<string | null> {
  // As long as PostgreSQL's own socket name.
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
    server.close();
  }
}
