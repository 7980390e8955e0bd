import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

/** Options of `spawn` that run PostgreSQL; empty for the current account. */
export type OsAccount = { uid: number; gid: number } | Record<string, never>;

function lookUp(name: string): OsAccount | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createSystemAccount(): OsAccount | undefined {
  const name = 'lead-manager';
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
    stdio: 'ignore',
  });
  return lookUp(name);
}

function folderOwner(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

/**
 * Chooses an account, because PostgreSQL refuses root: the cluster folder's owner, else `postgres`, else a new
 * system account.
 * @throws EmbeddedDatabaseError if another user owns the folder and this process isn't root
 */
export function accountFor(clusterDir: string): OsAccount {
  const ownUid = process.getuid?.() ?? 0;
  const owner = folderOwner(clusterDir);
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new EmbeddedDatabaseError(
        `The data folder ${clusterDir} belongs to another user (uid ${owner.uid}); start as that user or as root, or set DATA_DIR.`,
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0) {
    return owner;
  }
  const account = lookUp('postgres') ?? lookUp('lead-manager') ?? createSystemAccount() ?? lookUp('nobody');
  if (!account) {
    throw new EmbeddedDatabaseError(
      "PostgreSQL can't run as root, and no other account was found; start as another user.",
    );
  }
  return account;
}

/** A child process tests it, because access lists and mounts count too. */
export function canEnter(account: OsAccount, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/**
 * Returns `data` in the project, or, if root's database account can't enter that, a folder in
 * /var/lib/lead-manager.
 */
export function defaultDataDir(projectDir: string): string {
  const local = join(projectDir, 'data');
  if (process.getuid?.() !== 0 || canEnter(accountFor(join(local, 'postgres')), projectDir)) {
    return local;
  }
  const key = createHash('sha256').update(projectDir).digest('hex').slice(0, 12);
  return join('/var/lib/lead-manager', key);
}
