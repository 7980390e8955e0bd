import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AdminError } from '../../platform/command-line/command.ts';
import { isCluster } from '../../platform/db/citus/cluster.ts';
import { NO_BACKUP_OF_CLUSTER } from '../../platform/db/citus/refuse-backups.ts';
import { columnList } from '../../platform/db/literals.ts';
import {
  type BackupInfo,
  END_OF_ROWS,
  type FileHeader,
  FORMAT_VERSION,
  newFileKey,
  type TableHeader,
  type TableSum,
} from './backup-format.ts';
import { verifyFile } from './read-file.ts';
import { sealChunks } from './sealed-chunks.ts';
import { secondFactorsOf, suppressionSecretOf } from './sealed-secrets.ts';
import { hashOfKey } from './secret-key-note.ts';
import { organizationColumn, PORTABLE_TEXT, sumOf, tablesOf } from './tables.ts';

export interface BackupOptions {
  /** Null for a full backup. */
  organization: { id: string; name: string } | null;
  /** Null for an unencrypted file without the secret key. */
  passphrase: string | null;
  /** Null if not on this machine. */
  secretKey: Buffer | null;
  product: string;
}

export interface BackupReport {
  tables: Record<string, TableSum>;
  bytes: number;
  seconds: number;
}

const PIECE_BYTES = 256 * 1024;

/**
 * Writes and verifies a snapshot while servers work. The file gets its name only once complete.
 * @throws AdminError if the file exists, or the database is a Citus cluster
 */
export async function writeBackup(
  owner: pg.Pool,
  path: string,
  options: BackupOptions,
): Promise<BackupReport> {
  const start = performance.now();
  if (await isCluster(owner)) throw new AdminError(NO_BACKUP_OF_CLUSTER);
  if (existsSync(path)) throw new AdminError(`The file ${path} already exists`);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const client = await owner.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(PORTABLE_TEXT);
    await writeFile(part, textOf(client, options), options.passphrase);
    await client.query('COMMIT');
    const { tables } = await verifyFile(part, options.passphrase);
    await rename(part, path);
    await syncFolder(dirname(path));
    const { size } = await stat(path);
    return { tables, bytes: size, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await rm(part, { force: true });
    throw error;
  } finally {
    // A connection interrupted in COPY is unusable.
    client.release(failure);
  }
}

/** Makes a new file name survive a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFile(
  path: string,
  text: AsyncIterable<Buffer>,
  passphrase: string | null,
): Promise<void> {
  const secret = passphrase === null ? null : await newFileKey(passphrase);
  const header: FileHeader = {
    format: 'lead-manager-backup',
    version: FORMAT_VERSION,
    encryption: secret?.encryption ?? null,
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  // Level 1 takes a third of the default's time for a sixth more bytes.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  await pipeline(
    Readable.from(text),
    gzip,
    async function* (compressed: AsyncIterable<Buffer>) {
      yield line;
      yield* secret === null ? compressed : sealChunks(compressed, secret.key, line);
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** Reads the transaction's snapshot. */
async function* textOf(client: pg.PoolClient, options: BackupOptions): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(lineOf(await infoOf(client, options)));
  const tables: Record<string, TableSum> = {};
  for (const table of await tablesOf(client)) {
    const from = sourceOf(table, options.organization?.id ?? null);
    if (from === null) continue;
    tables[table.table] = await sumOf(client, table.columns, from);
    yield hashed(lineOf(table));
    const copied = client.query(copyTo(`COPY (SELECT ${columnList(table.columns)} FROM ${from}) TO STDOUT`));
    for await (const piece of copied) yield hashed(piece);
    yield hashed(Buffer.from(END_OF_ROWS));
    if (copied.rowCount !== tables[table.table]?.rows) throw new Error(`Rows of ${table.table} are missing`);
  }
  yield lineOf({ tables, sha256: hash.digest('hex') });
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Returns SQL after FROM; null for a table without organizations. */
function sourceOf(table: TableHeader, organizationId: string | null): string | null {
  const name = pg.escapeIdentifier(table.table);
  if (organizationId === null) return name;
  const column = organizationColumn(table);
  return column === null ? null : `${name} WHERE ${column} = ${pg.escapeLiteral(organizationId)}`;
}

async function infoOf(client: pg.ClientBase, options: BackupOptions): Promise<BackupInfo> {
  const { rows } = await client.query<Pick<BackupInfo, 'postgres' | 'migrations'>>(
    `SELECT current_setting('server_version') AS postgres,
       ARRAY(SELECT name FROM private.migrations ORDER BY name) AS migrations`,
  );
  const [database] = rows;
  if (database === undefined) throw new Error('The database returned no information about itself');
  const { organization, passphrase, secretKey, product } = options;
  const isPortable = passphrase !== null && organization !== null && secretKey !== null;
  return {
    madeAt: new Date().toISOString(),
    product,
    ...database,
    organization,
    secretKeyHash: secretKey === null ? null : hashOfKey(secretKey),
    secretKey: passphrase === null || organization !== null ? null : (secretKey?.toString('base64') ?? null),
    secondFactors: isPortable ? await secondFactorsOf(client, organization.id, secretKey) : null,
    suppressionSecret: isPortable ? await suppressionSecretOf(client, organization.id, secretKey) : null,
  };
}
