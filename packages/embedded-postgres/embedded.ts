import { copyFileSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor, canEnter, type OsAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterMajor, ensureCluster, ownerName } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { type EmbeddedEvent, keepRunning } from './keep-running.ts';
import { clusterName, stopLeftovers } from './leftovers.ts';
import { acquireLock } from './lock.ts';
import { launchPostmaster } from './postmaster.ts';
import { serverSettings } from './settings.ts';
import { socketFolder } from './socket-folder.ts';

export type EmbeddedOptions = {
  /** Folder of the cluster (`postgres`), its password (`postgres-password`) and the lock (`server.lock`). */
  dataDir: string;
  /** Receives each line of PostgreSQL's log. */
  log?: (line: string) => void;
  /** Called when PostgreSQL ends without `stop`, and with the outcome of each restart. */
  onEvent?: (event: EmbeddedEvent) => void;
  /** Overrides of PostgreSQL settings. With `fsync` off, initdb doesn't sync either. */
  settings?: Record<string, string>;
  /** Folder of an npm package with the programs of another PostgreSQL version, to upgrade from it or to test on it. */
  programs?: string;
  /** For a command, which ends by itself, so that a server can wait for it. */
  isCommand?: boolean;
};

/**
 * A running embedded server. `url` connects to the database as its owner, a superuser. If PostgreSQL ends
 * before `stop`, the package restarts it at the same URL.
 */
export type Embedded = { url: string; stop: () => Promise<void> };

/** Name of the only database of the embedded server. */
export const databaseName = 'lead_manager';

/** Folder inside a data folder with the cluster that is to take the place of the present one. */
const SUCCESSOR = 'postgres-successor';

function prepareDataDir(dataDir: string): string {
  try {
    // Other accounts may pass through, because for root PostgreSQL runs as another account. Private files
    // have their own permissions.
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

/** Checks that the password works, and creates the database at first use. */
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
  // The socket gives many small concurrent transactions a fifth more throughput than loopback TCP.
  if (launch.socketDir !== null) url.searchParams.set('host', launch.socketDir);
  try {
    await ensureDatabase(url);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const startAgain = async (signal: AbortSignal) => {
    // Workers of a killed postmaster may still run and hold resources that the new one needs.
    await stopLeftovers(clusterDir, log);
    return launchPostmaster({ ...launch, port, signal });
  };
  return { url: url.href, stop: keepRunning(postmaster, startAgain, onEvent) };
}

/**
 * Starts PostgreSQL on the data folder, creates the cluster and the database at first use, and recovers from
 * a killed predecessor. `stop` is a fast shutdown that waits for the end; calling it again is harmless.
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
 * Starts PostgreSQL on a new cluster in a folder inside the data folder, with the same password, to take the place of the present
 * cluster. What an earlier try left there is removed.
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
 * Puts the cluster of `startSuccessor` in the place of the present one; both servers have to be stopped.
 * @returns the folder of the former cluster
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

/** Returns the major version of PostgreSQL that this package starts. */
export function bundledMajor(dataDir: string): number {
  return findBinaries(accountFor(join(dataDir, 'postgres'))).major;
}

/**
 * Prepares the programs of the embedded server for a data folder, as its first start would otherwise: links their
 * libraries and copies them where the account that PostgreSQL runs as can read them.
 * @throws EmbeddedDatabaseError when there are none for this platform or they can't run
 */
export function prepareEmbedded(dataDir: string): void {
  findBinaries(accountFor(join(dataDir, 'postgres')));
}
