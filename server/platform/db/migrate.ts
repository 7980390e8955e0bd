import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type AppRole, DatabaseRoleError, ensureAppRole, urlFor } from './app-role.ts';
import {
  appliedNames,
  DatabaseVersionError,
  type Migration,
  migrationNames,
  readBaseline,
  readMigrations,
  verifyApplied,
} from './migration-files.ts';
import { sqlState } from './transaction.ts';

/** Advisory lock key that serializes migrations of servers that start at once. Any constant works. */
const MIGRATION_LOCK = 7_205_759_403;

// A fresh database runs the files of the baseline, which state the schema in its final form, in one transaction; then the
// numbered migrations that are newer than the baseline, if there are any. An existing database runs the numbered migrations
// that it lacks. So a new migration alone is enough. To keep the schema readable in one place, state its changes in the
// baseline too and name it here; tests/laws/migrated-schema.test.ts compares both ways.

/** Newest migration whose changes the baseline has. */
const BASELINE = '0018-import-origin.sql';
/** Last migration of the versions before the baseline: a database has to be there to be upgraded. */
const OLDEST_UPGRADED = '0012-lead-strings.sql';
/** Oldest PostgreSQL that is supported, as server_version_num. */
export const OLDEST_POSTGRES = 150_000;

/**
 * Migrates the database to the current schema and returns the connection string of the application's role.
 * Several servers may call it at once: the second waits, then finds nothing to do.
 * @param ownerUrl a direct connection of a role that may create tables, and roles unless `preparedAppUrl` names one
 * @throws DatabaseVersionError, DatabaseRoleError
 */
export function migrate(ownerUrl: string, preparedAppUrl: string | null = null): Promise<{ appUrl: string }> {
  return withMigrationLock(ownerUrl, (client) => migrateLocked(client, ownerUrl, preparedAppUrl));
}

/** Calls `work` with a connection of the owner that holds the lock of migrations: a starting server waits for its end. */
export async function withMigrationLock<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Migrates like `migrate`, on a connection that holds the lock.
 * @param only names of the migrations to stop at; by default all are applied
 * @throws DatabaseVersionError, DatabaseRoleError
 */
export async function migrateLocked(
  client: pg.Client,
  ownerUrl: string,
  preparedAppUrl: string | null,
  only?: ReadonlySet<string>,
): Promise<{ appUrl: string }> {
  await refuseOldPostgres(client);
  await createPrivateSchema(client);
  const role = await ensureAppRole(client, preparedAppUrl);
  await runPending(client, ownerUrl, role, only);
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

async function refuseOldPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  const [server] = rows;
  if (server === undefined || server.number >= OLDEST_POSTGRES) return;
  throw new DatabaseVersionError(`PostgreSQL 15 or later is needed; this one is ${server.version}.`);
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
  only?: ReadonlySet<string>,
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
  const wanted = files.filter(({ name }) => only?.has(name) ?? true);
  if (wanted.every(({ name }) => applied.has(name))) return;
  // The queue's own schema comes first: our functions call it.
  await runMigrations({ connectionString: ownerUrl });
  const isFresh = applied.size === 0;
  if (isFresh) await applyBaseline(client, role, files);
  for (const file of wanted) {
    if (!applied.has(file.name) && !(isFresh && file.name <= BASELINE))
      await applyMigration(client, file, role);
  }
}

/** Versions before 0.2 kept no checksums. */
async function addChecksums(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'private.migrations'::regclass AND attname = 'checksum'",
  );
  if (rowCount === 0) await client.query('ALTER TABLE private.migrations ADD COLUMN checksum text');
}

async function applyBaseline(client: pg.Client, role: AppRole, files: readonly Migration[]): Promise<void> {
  const texts = await readBaseline();
  await inTransaction(client, 'The baseline', async () => {
    for (const text of texts) await client.query(forRole(text, role));
    for (const file of files) if (file.name <= BASELINE) await recordApplied(client, file);
  });
}

async function applyMigration(client: pg.Client, file: Migration, role: AppRole): Promise<void> {
  await inTransaction(client, `Migration ${file.name}`, async () => {
    await client.query(forRole(file.sql, role));
    await recordApplied(client, file);
  });
}

async function recordApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO private.migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

function forRole(text: string, role: AppRole): string {
  return text.replaceAll('"app_role"', pg.escapeIdentifier(role.name));
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
