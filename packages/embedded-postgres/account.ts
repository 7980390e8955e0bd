import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Operating system account that PostgreSQL runs as; empty for the current one. Can be spread into the options
 * of `spawn`.
 */
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
 * Chooses the account for a cluster folder, which need not exist. PostgreSQL refuses to run as root. For
 * root, the choice falls on the owner of the folder, else on `postgres`, else on a system account created for
 * it, else on `nobody`.
 * @throws EmbeddedDatabaseError if the folder belongs to another user and the process doesn't run as root
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

/**
 * Returns whether the account can enter the folder. A child process tries it, because access lists and mounts
 * count too.
 */
export function canEnter(account: OsAccount, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/**
 * Returns the default data folder: `data` in the project. If root runs a project that the database account
 * can't enter (a checkout below /root), a folder below /var/lib/lead-manager.
 */
export function defaultDataDir(projectDir: string): string {
  const local = join(projectDir, 'data');
  if (process.getuid?.() !== 0 || canEnter(accountFor(join(local, 'postgres')), projectDir)) {
    return local;
  }
  const key = createHash('sha256').update(projectDir).digest('hex').slice(0, 12);
  return join('/var/lib/lead-manager', key);
}
