import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OsAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/** Superuser that owns the database; migrations create the application's roles. */
export const ownerName = 'lead_manager_owner';

type ClusterOptions = {
  dataDir: string;
  clusterDir: string;
  account: OsAccount;
  binaries: Binaries;
  sync: boolean;
};

/** @throws EmbeddedDatabaseError if an existing cluster lacks its password */
function keptPassword(dataDir: string, clusterExists: boolean): string {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) {
    return readFileSync(path, 'utf8').trim();
  }
  if (clusterExists) {
    throw new EmbeddedDatabaseError(`The database password ${path} is missing; restore it from a backup.`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return password;
}

/** Null without a cluster. */
export function clusterMajor(dataDir: string): number | null {
  const path = join(dataDir, 'postgres', 'PG_VERSION');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null;
}

/** @throws EmbeddedDatabaseError if the folder can't be read */
export function hasCluster(dataDir: string): boolean {
  try {
    statSync(join(dataDir, 'postgres', 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} can't be read (${code}): run this as the user who runs the server.`,
    );
  }
}

function checkVersion(clusterDir: string, major: number): void {
  const path = join(clusterDir, 'PG_VERSION');
  if (!existsSync(path)) {
    throw new EmbeddedDatabaseError(
      `The folder ${clusterDir} is damaged or isn't a database folder: it has no PG_VERSION. Restore it from a backup, or set DATA_DIR.`,
    );
  }
  const found = readFileSync(path, 'utf8').trim();
  if (found !== String(major)) {
    throw new EmbeddedDatabaseError(
      `The folder ${clusterDir} was created by PostgreSQL ${found}, but this version runs PostgreSQL ${major}. npm run admin -- upgrade-database converts it: docs/operations/upgrading.md.`,
    );
  }
}

function give(account: OsAccount, path: string): void {
  if ('uid' in account) {
    chownSync(path, account.uid, account.gid);
  }
}

const BUILTIN_PROVIDER_SINCE = 17;

/** The builtin provider sorts the same everywhere; libc's order changes and breaks indexes. */
function localeArguments(major: number): string[] {
  if (major < BUILTIN_PROVIDER_SINCE) {
    return ['--locale', process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'];
  }
  return ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];
}

/** Renames the finished cluster, so that an interrupted initdb leaves nothing half-made. */
async function createCluster(options: ClusterOptions, password: string): Promise<void> {
  const { dataDir, clusterDir, account, binaries } = options;
  const draft = `${clusterDir}.new`;
  const passwordFile = join(dataDir, 'postgres.new.password');
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  give(account, draft);
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  give(account, passwordFile);
  const args = [
    ...['--pgdata', draft, '--username', ownerName, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', ...localeArguments(binaries.major)],
    ...['--data-checksums', '--no-instructions', ...(options.sync ? [] : ['--no-sync'])],
  ];
  try {
    await promisify(execFile)(binaries.initdb, args, {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    });
  } catch (error) {
    const stderr = (error as { stderr?: string }).stderr?.trim().split('\n')[0];
    throw new EmbeddedDatabaseError(
      `The database in ${dataDir} couldn't be created: ${stderr || String(error)}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(clusterDir, { recursive: true, force: true });
  renameSync(draft, clusterDir);
}

/**
 * Creates or checks the cluster. Returns the owner's password.
 * @throws EmbeddedDatabaseError for a damaged folder or another version
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { clusterDir, dataDir, binaries } = options;
  const exists = existsSync(clusterDir) && readdirSync(clusterDir).length > 0;
  if (exists) {
    checkVersion(clusterDir, binaries.major);
  }
  const password = keptPassword(dataDir, exists);
  if (!exists) {
    await createCluster(options, password);
  }
  return password;
}
