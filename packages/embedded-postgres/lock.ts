import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUseError } from './errors.ts';
import { processIdentity } from './processes.ts';

type Holder = { pid: number; identity: string; isCommand: boolean };

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value && 'pid' in value && 'identity' in value) {
      const isCommand = 'isCommand' in value && value.isCommand === true;
      return { pid: Number(value.pid), identity: String(value.identity), isCommand };
    }
  } catch {
    // Absent or torn by a crash.
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
 * Locks the data folder, taking over a dead process's lock. Returns the release function.
 * @throws DataFolderInUseError while the holder runs, even if it is this process
 */
export function acquireLock(dataDir: string, isCommand = false): () => void {
  const path = join(dataDir, 'server.lock');
  const draft = `${path}.${process.pid}`;
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '', isCommand };
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link appears atomically, so the lock is never half-written.
    while (!tryLink(draft, path)) {
      const holder = readHolder(path);
      if (isAlive(holder)) {
        throw new DataFolderInUseError(dataDir, holder.pid, holder.isCommand);
      }
      removeStale(path);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** Two starters may both see a stale lock; neither may drop the other's new lock. */
function removeStale(path: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // The other starter was faster.
  }
  if (isAlive(readHolder(aside))) {
    tryLink(aside, path);
  }
  rmSync(aside, { force: true });
}
