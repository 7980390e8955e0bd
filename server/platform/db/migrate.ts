import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Advisory lock key that serializes migrations of servers that start at once. Any constant works. */
const MIGRATION_LOCK = 7_205_759_403;
const FOLDER = new URL('../../migrations/', import.meta.url);
const BASELINE_FOLDER = new URL('baseline/', FOLDER);

// A fresh database runs the files of the baseline, which state the schema in its final form, in one transaction; then the
// numbered migrations that are newer than the baseline, if there are any. An existing database runs the numbered migrations
// that it lacks. So a new migration alone is enough. To keep the schema readable in one place, state its changes in the
// baseline too and name it here; tests/laws/migrated-schema.test.ts compares both ways.

/** Newest migration whose changes the baseline has. */
const BASELINE = '0018-import-origin.sql';
/** Last migration of the versions before the baseline: a database has to be there to be upgraded. */
const OLDEST_UPGRADED = '0012-lead-strings.sql';

/** Role that the application connects as. It owns no table, so row-level security always applies to it. */
interface AppRole {
  name: string;
  password: string;
}

/**
 * Migrates the database to the current schema and returns the connection string of the application's role.
 * Several servers may call it at once: the second waits, then finds nothing to do.
 * @param ownerUrl a role that may create tables and roles
 * @throws DatabaseTooOldError
 */
export async function migrate(ownerUrl: string): Promise<{ appUrl: string }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS private');
    const role = await ensureAppRole(client);
    await runPending(client, ownerUrl, role);
    return { appUrl: urlFor(ownerUrl, role) };
  } finally {
    await client.end();
  }
}

/** Returns whether all numbered migrations have been applied. */
export async function isCurrent(owner: pg.Pool): Promise<boolean> {
  const applied = await appliedMigrations(owner);
  return (await migrationFiles()).every((name) => applied.has(name));
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

async function runPending(client: pg.Client, ownerUrl: string, role: AppRole): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS private.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const applied = await appliedMigrations(client);
  const files = await migrationFiles();
  if (files.every((name) => applied.has(name))) return;
  if (applied.size > 0 && [...applied].every((name) => name < OLDEST_UPGRADED))
    throw new DatabaseTooOldError();
  // The queue's own schema comes first: our functions call it.
  await runMigrations({ connectionString: ownerUrl });
  if (applied.size === 0) {
    await applyBaseline(client, role);
    for (const name of files) if (name <= BASELINE) applied.add(name);
  }
  for (const name of files) if (!applied.has(name)) await applyMigration(client, name, role);
}

async function appliedMigrations(client: Pick<pg.Pool, 'query'> | pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM private.migrations');
  return new Set(rows.map(({ name }) => name));
}

/** The database was last used by a version whose migrations are no longer part of the product. */
export class DatabaseTooOldError extends Error {
  constructor() {
    super(
      `This database is too old to be upgraded directly: start a version that ends at migration ${OLDEST_UPGRADED} on it once, then this one.`,
    );
  }
}

async function applyBaseline(client: pg.Client, role: AppRole): Promise<void> {
  const files = (await readdir(BASELINE_FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, BASELINE_FOLDER), 'utf8')));
  const included = (await migrationFiles()).filter((name) => name <= BASELINE);
  await inTransaction(client, 'The baseline', async () => {
    for (const text of texts) await client.query(forRole(text, role));
    await client.query('INSERT INTO private.migrations (name) SELECT unnest($1::text[])', [included]);
  });
}

async function applyMigration(client: pg.Client, name: string, role: AppRole): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  await inTransaction(client, `Migration ${name}`, async () => {
    await client.query(forRole(text, role));
    await client.query('INSERT INTO private.migrations (name) VALUES ($1)', [name]);
  });
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

/** Creates the role at the first start. Its password is in a schema that only the owner can read. */
async function ensureAppRole(client: pg.Client): Promise<AppRole> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS private.app_role (name text PRIMARY KEY, password text NOT NULL)',
  );
  const { rowCount: created } = await client.query(
    `INSERT INTO private.app_role (name, password)
     SELECT current_database() || '_app', $1 WHERE NOT EXISTS (SELECT FROM private.app_role)`,
    [randomBytes(24).toString('base64url')],
  );
  const { rows } = await client.query<AppRole & { exists: boolean }>(
    'SELECT name, password, EXISTS (SELECT FROM pg_roles WHERE rolname = name) AS exists FROM private.app_role',
  );
  const role = rows[0];
  if (role === undefined) throw new Error('The application role is missing');
  const rights = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(role.password)}`;
  // A role of that name may remain from a dropped database; it gets the new password.
  if (!role.exists) await client.query(`CREATE ROLE ${pg.escapeIdentifier(role.name)} ${rights}`);
  else if (created) await client.query(`ALTER ROLE ${pg.escapeIdentifier(role.name)} ${rights}`);
  return role;
}

function urlFor(ownerUrl: string, role: AppRole): string {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(role.name);
  url.password = encodeURIComponent(role.password);
  return url.href;
}
