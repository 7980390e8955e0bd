import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

/** The operating system account PostgreSQL runs as; empty when it is our own. Fits spawn's options as it stands. */
export type Account = { uid: number; gid: number } | Record<string, never>;

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createSystemAccount(): Account | undefined {
  const name = 'lead-manager';
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
    stdio: 'ignore',
  });
  return lookUp(name);
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

/**
 * Chooses the account for a cluster folder (which need not exist). PostgreSQL refuses to run as root, so root hands
 * it to the folder's owner, else to `postgres`, else to a system account made for it, else to `nobody`.
 * Throws EmbeddedDatabaseError when an ordinary user meets a folder that belongs to someone else.
 */
export function accountFor(clusterDir: string): Account {
  const ownUid = process.getuid?.() ?? 0;
  const owner = ownerOf(clusterDir);
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
      'PostgreSQL may not run as root and no other account was found; start as another user.',
    );
  }
  return account;
}

/** Whether the account can reach the folder: asked of the system itself, for access lists and mounts count too. */
export function canEnter(account: Account, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/**
 * The data folder when none is configured: `data` in the project; for root in a project that the database's account
 * can't enter (a checkout below /root), a folder of its own below /var/lib/lead-manager.
 */
export function defaultDataDir(projectDir: string): string {
  const local = join(projectDir, 'data');
  if (process.getuid?.() !== 0 || canEnter(accountFor(join(local, 'postgres')), projectDir)) {
    return local;
  }
  const key = createHash('sha256').update(projectDir).digest('hex').slice(0, 12);
  return join('/var/lib/lead-manager', key);
}
