import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor, canEnter, type OsAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterMajor, ensureCluster, ownerName } from './cluster.ts';
import { DataFolderInUseError, EmbeddedDatabaseError } from './errors.ts';
import { type EmbeddedEvent, keepRunning } from './keep-running.ts';
import { clusterName, stopLeftovers } from './leftovers.ts';
import { launchPostmaster } from './postmaster.ts';
import { processIdentity } from './processes.ts';
import { serverSettings } from './settings.ts';

export type EmbeddedOptions = {
  /** Contains `postgres`, `postgres-password` and `server.lock`. */
  dataDir: string;
  /** Receives each line of PostgreSQL's log. */
  log?: (line: string) => void;
  onEvent?: (event: EmbeddedEvent) => void;
  /** With `fsync` off, initdb doesn't sync either. */
  settings?: Record<string, string>;
  /** npm package folder of another PostgreSQL version. */
  programs?: string;
  /** Commands end by themselves, so a server can wait. */
  isCommand?: boolean;
};

/** `url` connects as owner; unexpected ends cause a restart at the same URL. */
export type Embedded = { url: string; stop: () => Promise<void> };

export const databaseName = 'lead_manager';

const SUCCESSOR = 'postgres-successor';

function prepareDataDir(dataDir: string): string {
  try {
    // Root runs PostgreSQL as another account, which must pass through.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} can't be created: ${(error as Error).message}`,
    );
  }
}

function checkReach(account: OsAccount, dataDir: string): void {
  if ('uid' in account && !canEnter(account, dataDir)) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL can't run as root, and user ${account.uid} can't enter the data folder ${dataDir}; set DATA_DIR to one it can, such as /var/lib/lead-manager/data.`,
    );
  }
}

function lockDataDir(dataDir: string, isCommand = false): () => void {
  try {
    return acquireLock(dataDir, isCommand);
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw new EmbeddedDatabaseError(
        `The data folder ${dataDir} isn't writable for this user; set DATA_DIR.`,
      );
    }
    throw error;
  }
}

async function ensureDatabase(url: URL): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = 'postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  try {
    await client.connect();
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${databaseName}`);
    }
  } catch (error) {
    throw new EmbeddedDatabaseError(`The embedded database can't be opened: ${(error as Error).message}`);
  } finally {
    await client.end();
  }
}

async function startLocked(dataDir: string, options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {}, onEvent = () => {}, settings = {} } = options;
  const clusterDir = join(dataDir, 'postgres');
  const account = accountFor(clusterDir);
  checkReach(account, dataDir);
  const binaries = findBinaries(account, options.programs);
  await stopLeftovers(clusterDir, log);
  const sync = settings['fsync'] !== 'off';
  const password = await ensureCluster({ dataDir, clusterDir, account, binaries, sync });
  const launch = {
    program: binaries.postgres,
    clusterDir,
    account,
    settings: { ...serverSettings(), ...settings, cluster_name: clusterName(clusterDir) },
    socketDir: await socketFolder(clusterDir),
    log,
  };
  const postmaster = await launchPostmaster(launch);
  const { port } = postmaster;
  const url = new URL(`postgres://${ownerName}:${password}@127.0.0.1:${port}/${databaseName}`);
  // The socket handles small concurrent transactions 20% faster than loopback TCP.
  if (launch.socketDir !== null) url.searchParams.set('host', launch.socketDir);
  try {
    await ensureDatabase(url);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const startAgain = async (signal: AbortSignal) => {
    // Killed servers' workers may still hold resources.
    await stopLeftovers(clusterDir, log);
    return launchPostmaster({ ...launch, port, signal });
  };
  return { url: url.href, stop: keepRunning(postmaster, startAgain, onEvent) };
}

/**
 * Starts PostgreSQL, creating cluster and database on first use. `stop` is an idempotent fast shutdown.
 * @throws DataFolderInUseError while another server holds the folder
 * @throws EmbeddedDatabaseError if the folder can't be used
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = prepareDataDir(options.dataDir);
  const release = lockDataDir(dataDir, options.isCommand);
  try {
    const { url, stop } = await startLocked(dataDir, options);
    let stopped: Promise<void> | undefined;
    return { url, stop: () => (stopped ??= stop().finally(release)) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Starts PostgreSQL on a new cluster with the same password.
 * @throws EmbeddedDatabaseError if the folder can't be used
 */
export function startSuccessor(dataDir: string): Promise<Embedded> {
  const folder = join(dataDir, SUCCESSOR);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o711 });
  copyFileSync(join(dataDir, 'postgres-password'), join(folder, 'postgres-password'));
  return startEmbedded({ dataDir: folder });
}

/**
 * Replaces the cluster; both servers must be stopped. Returns the former cluster's folder.
 * @throws DataFolderInUseError while a server holds the data folder
 */
export function installSuccessor(dataDir: string): string {
  const release = lockDataDir(dataDir);
  try {
    const former = join(dataDir, `postgres-${clusterMajor(dataDir)}`);
    renameSync(join(dataDir, 'postgres'), former);
    renameSync(join(dataDir, SUCCESSOR, 'postgres'), join(dataDir, 'postgres'));
    rmSync(join(dataDir, SUCCESSOR), { recursive: true });
    return former;
  } finally {
    release();
  }
}

export function bundledMajor(dataDir: string): number {
  return findBinaries(accountFor(join(dataDir, 'postgres'))).major;
}

/**
 * Prepares the programs for the first start.
 * @throws EmbeddedDatabaseError if they can't run
 */
export function prepareEmbedded(dataDir: string): void {
  findBinaries(accountFor(join(dataDir, 'postgres')));
}

/** Returns null if the path is too long (about 100 bytes) or the file system lacks sockets. */
async function socketFolder(folder: string): Promise<string | null> {
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
function acquireLock(dataDir: string, isCommand = false): () => void {
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
