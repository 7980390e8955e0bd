import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type AppRole, DatabaseRoleError, ensureAppRole, urlFor } from './app-role.ts';
import { applyMigration, failureOf, inTransaction, type OnWait, recordApplied } from './apply-migration.ts';
import { distributeTables } from './citus/distribute.ts';
import {
  appliedNames,
  type BaselineFolder,
  DatabaseVersionError,
  type Migration,
  migrationNames,
  readBaseline,
  readMigrations,
  verifyApplied,
} from './migration-files.ts';
import { restoreRights } from './restored-rights.ts';
import { sqlState } from './transaction.ts';

/** Advisory lock key that serializes migrations of servers that start at once. Any constant works. */
const MIGRATION_LOCK = 7_205_759_403;
/** Milliseconds between two attempts to get it. */
const LOCK_POLL_MS = 200;

// A fresh database runs the files of the baseline, which state the schema in its final form, in one transaction; then the
// numbered migrations that are newer than the baseline, if there are any. An existing database runs the numbered migrations
// that it lacks. tests/laws/migrated-schema.test.ts compares both ways.

/** Files that state the schema, each object once, as it was after a migration. */
interface Baseline {
  folder: BaselineFolder;
  /** Newest migration whose changes it has. */
  newest: string;
}

const BASELINE: Baseline = { folder: 'baseline', newest: '0064-positions.sql' };
/** Backups of earlier versions are restored into the schema that they had: this one and the migrations that followed. */
const FIRST_BASELINE: Baseline = { folder: 'baseline-0018', newest: '0018-import-origin.sql' };
/** Last migration of the versions before the first baseline: a database has to be there to be upgraded. */
const OLDEST_UPGRADED = '0012-lead-strings.sql';
/** Oldest PostgreSQL that is supported, as server_version_num. */
export const OLDEST_POSTGRES = 150_000;

/**
 * Migrates the database to the current schema and returns the connection string of the application's role.
 * Several servers may call it at once: the second waits, then finds nothing to do.
 * @param ownerUrl a direct connection of a role that may create tables, and roles unless `preparedAppUrl` names one
 * @param onWait called while a running server's transaction holds up a migration
 * @throws DatabaseVersionError, DatabaseRoleError
 */
export function migrate(
  ownerUrl: string,
  preparedAppUrl: string | null = null,
  onWait: OnWait = () => undefined,
): Promise<{ appUrl: string }> {
  return withMigrationLock(ownerUrl, (client) => migrateLocked(client, ownerUrl, preparedAppUrl, { onWait }));
}

/** Calls `work` with a connection of the owner that holds the lock of migrations: a starting server waits for its end. */
export async function withMigrationLock<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Whatever the role's defaults are: the statements of a migration take their time.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await lockMigrations(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How to migrate. */
interface MigrateOptions {
  onWait?: OnWait;
  /** Names of the migrations to stop at; by default all are applied. */
  only?: ReadonlySet<string>;
}

/**
 * Migrates like `migrate`, on a connection that holds the lock.
 * @throws DatabaseVersionError, DatabaseRoleError
 */
export async function migrateLocked(
  client: pg.Client,
  ownerUrl: string,
  preparedAppUrl: string | null,
  options: MigrateOptions = {},
): Promise<{ appUrl: string }> {
  await refuseOldPostgres(client);
  await refuseForeignTables(client);
  await createPrivateSchema(client);
  const role = await ensureAppRole(client, preparedAppUrl, (tried) => canConnect(urlFor(ownerUrl, tried)));
  await runPending(client, ownerUrl, role, options);
  await distributeTables(client, role);
  return { appUrl: urlFor(ownerUrl, role) };
}

/** Returns the newest of these migrations that this version doesn't know, or null if it knows all of them. */
export async function newestUnknown(names: readonly string[]): Promise<string | null> {
  const known = new Set(await migrationNames());
  return (
    names
      .filter((name) => name > OLDEST_UPGRADED && !known.has(name))
      .sort()
      .at(-1) ?? null
  );
}

/** Returns whether all numbered migrations have been applied. */
export async function isCurrent(owner: pg.Pool): Promise<boolean> {
  const applied = await appliedNames(owner);
  return (await migrationNames()).every((name) => applied.has(name));
}

/** Asks again and again: CREATE INDEX CONCURRENTLY would wait for a statement that waits for the lock. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.held) return;
    await wait(LOCK_POLL_MS);
  }
}

async function refuseOldPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  const [server] = rows;
  if (server === undefined || server.number >= OLDEST_POSTGRES) return;
  throw new DatabaseVersionError(`PostgreSQL 15 or later is needed; this one is ${server.version}.`);
}

/** A dump may have been restored by another role. */
async function refuseForeignTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; self: string }>(
    `SELECT c.relowner::regrole::text AS owner, current_user AS self
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (n.nspname, c.relname) IN (('private', 'migrations'), ('public', 'organizations'), ('public', 'leads'))
       AND NOT pg_has_role(c.relowner, 'USAGE')`,
  );
  const [table] = rows;
  if (table === undefined) return;
  throw new DatabaseRoleError(
    `The tables of this database belong to the role ${table.owner}, not to ${table.self} of DATABASE_URL: name that role, or restore the dump as ${table.self} with --no-owner.`,
  );
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (/^28/.test(sqlState(error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Looks first: `CREATE SCHEMA IF NOT EXISTS` needs the permission even where there is nothing to create. */
async function createPrivateSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'private'");
  if (rowCount === 1) return;
  await client.query('CREATE SCHEMA private').catch((error: unknown) => {
    if (sqlState(error) !== '42501') throw error;
    throw new DatabaseRoleError(
      'The role of DATABASE_URL may not create schemas: have an administrator run the SQL that check-config prints.',
    );
  });
}

async function runPending(
  client: pg.Client,
  ownerUrl: string,
  role: AppRole,
  { onWait = () => undefined, only }: MigrateOptions,
): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS private.migrations
       (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text)`,
  );
  await addChecksums(client);
  const applied = await appliedNames(client);
  const files = await readMigrations();
  if (applied.size > 0 && [...applied].every((name) => name < OLDEST_UPGRADED)) {
    throw new DatabaseVersionError(
      `This database is too old to be upgraded directly: start a version that ends at migration ${OLDEST_UPGRADED} on it once, then this one.`,
    );
  }
  await verifyApplied(client, files, OLDEST_UPGRADED);
  if (applied.size > 0) await restoreLostRights(client, role, files, applied);
  const wanted = files.filter(({ name }) => only?.has(name) ?? true);
  if (wanted.every(({ name }) => applied.has(name))) return;
  // The queue's own schema comes first: our functions call it.
  await runMigrations({ connectionString: ownerUrl });
  if (applied.size === 0) {
    const baseline = only?.has(BASELINE.newest) === false ? FIRST_BASELINE : BASELINE;
    const covered = files.filter(({ name }) => name <= baseline.newest);
    await applyBaseline(client, role, baseline, covered);
    for (const { name } of covered) applied.add(name);
  }
  for (const file of wanted) {
    if (applied.has(file.name)) continue;
    await applyMigration(client, { ...file, sql: forRole(file.sql, role) }, onWait);
  }
}

async function restoreLostRights(
  client: pg.Client,
  role: AppRole,
  files: readonly Migration[],
  applied: ReadonlySet<string>,
): Promise<void> {
  await restoreRights(client, role, async () => ({
    baseline: (await readBaseline(BASELINE.folder)).map((text) => forRole(text, role)),
    numbered: files
      .filter(({ name }) => name > BASELINE.newest && applied.has(name))
      .map(({ sql }) => forRole(sql, role)),
  }));
}

/** Versions before 0.2 kept no checksums. */
async function addChecksums(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'private.migrations'::regclass AND attname = 'checksum'",
  );
  if (rowCount === 0) await client.query('ALTER TABLE private.migrations ADD COLUMN checksum text');
}

/** Applies a baseline and records the migrations that it covers, so that a later start doesn't run them. */
async function applyBaseline(
  client: pg.Client,
  role: AppRole,
  { folder }: Baseline,
  covered: readonly Migration[],
): Promise<void> {
  const texts = await readBaseline(folder);
  await inTransaction(client, async () => {
    for (const text of texts) await client.query(forRole(text, role));
    for (const file of covered) await recordApplied(client, file);
  }).catch((error: unknown) => {
    throw failureOf('The baseline', error);
  });
}

function forRole(text: string, role: AppRole): string {
  return text.replaceAll('"app_role"', pg.escapeIdentifier(role.name));
}
