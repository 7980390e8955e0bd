import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Advisory lock key that serializes migrations of servers that start at once. Any constant works. */
const MIGRATION_LOCK = 7_205_759_403;
const FOLDER = new URL('../../migrations/', import.meta.url);

/** Role that the application connects as. It owns no table, so row-level security always applies to it. */
interface AppRole {
  name: string;
  password: string;
}

/**
 * Migrates the database to the current schema and returns the connection string of the application's role.
 * Several servers may call it at once: the second waits, then finds nothing to do.
 * @param ownerUrl a role that may create tables and roles
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
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM private.migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await migrationFiles()).every((name) => applied.has(name));
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

async function runPending(client: pg.Client, ownerUrl: string, role: AppRole): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS private.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string }>('SELECT name FROM private.migrations');
  const applied = new Set(rows.map((row) => row.name));
  const pending = (await migrationFiles()).filter((name) => !applied.has(name));
  // The queue's own schema comes first, because our functions call it.
  if (pending.length > 0) await runMigrations({ connectionString: ownerUrl });
  for (const name of pending) await applyMigration(client, name, role);
}

async function applyMigration(client: pg.Client, name: string, role: AppRole): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  await client.query('BEGIN');
  try {
    await client.query(text.replaceAll('"app_role"', pg.escapeIdentifier(role.name)));
    await client.query('INSERT INTO private.migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
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
