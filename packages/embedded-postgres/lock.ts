import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUseError } from './errors.ts';
import { processIdentity } from './processes.ts';

type Holder = { pid: number; identity: string };

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value && 'pid' in value && 'identity' in value) {
      return { pid: Number(value.pid), identity: String(value.identity) };
    }
  } catch {
    // absent, or torn by a crash while it was written: nobody holds it
  }
  return undefined;
}

function isAlive(holder: Holder | undefined): holder is Holder {
  return holder !== undefined && processIdentity(holder.pid) === holder.identity;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/**
 * Takes the data folder for this process, by a file `server.lock` that names it. A lock whose process has ended is
 * taken over. Returns the release. Throws DataFolderInUseError while the holder lives (this process included).
 */
export function acquireLock(dataDir: string): () => void {
  const path = join(dataDir, 'server.lock');
  const draft = `${path}.${process.pid}`;
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link appears whole or not at all, so a lock is never seen half-written.
    while (!tryLink(draft, path)) {
      const holder = readHolder(path);
      if (isAlive(holder)) {
        throw new DataFolderInUseError(dataDir, holder.pid);
      }
      removeStale(path);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** Moves the lock aside before judging it again: of two starters that both saw it stale, one must not drop the other's. */
function removeStale(path: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // the other starter was faster
  }
  if (isAlive(readHolder(aside))) {
    tryLink(aside, path);
  }
  rmSync(aside, { force: true });
}
