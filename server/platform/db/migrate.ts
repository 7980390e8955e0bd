import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type AppRole, DatabaseRoleError, ensureAppRole, urlFor } from './app-role.ts';
import { applyMigration } from './apply-migration.ts';
import { distributeTables } from './citus/distribute.ts';
import { appliedNames, DatabaseVersionError, readMigrations, verifyApplied } from './migration-files.ts';
import { restoreRights } from './restored-rights.ts';
import { sqlState } from './transaction.ts';

/** Arbitrary advisory lock key of concurrent migrations. */
export const MIGRATION_LOCK = 7_205_759_403;
const LOCK_POLL_MS = 200;

/** As server_version_num. */
export const OLDEST_POSTGRES = 150_000;

/** Where a migration stands. */
export type MigrationStep =
  | { doing: 'waiting for another server' }
  | { doing: 'migrating' | 'waiting for transactions'; migration: string; nth: number; of: number };

export type OnStep = (step: MigrationStep) => void;

/**
 * A concurrent second server waits, then finds nothing to do.
 * @param ownerUrl direct connection; may create roles unless `preparedAppUrl` is given
 * @returns the application role's URL
 * @throws DatabaseVersionError, DatabaseRoleError
 */
export function migrate(
  ownerUrl: string,
  preparedAppUrl: string | null = null,
  onStep: OnStep = () => undefined,
): Promise<{ appUrl: string }> {
  return withMigrationLock(
    ownerUrl,
    (client) => migrateLocked(client, ownerUrl, preparedAppUrl, { onStep }),
    () => onStep({ doing: 'waiting for another server' }),
  );
}

export async function withMigrationLock<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Overrides the role's defaults: migrations take time.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await lockMigrations(client, onWait);
    return await work(client);
  } finally {
    await client.end();
  }
}

interface MigrateOptions {
  onStep?: OnStep;
  /** Default: all. */
  only?: ReadonlySet<string>;
}

/**
 * The connection must hold the lock.
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
  await refuseIncomplete(client);
  await createPrivateSchema(client);
  const role = await ensureAppRole(client, preparedAppUrl, (tried) => canConnect(urlFor(ownerUrl, tried)));
  await runPending(client, ownerUrl, role, options);
  await distributeTables(client, role);
  return { appUrl: urlFor(ownerUrl, role) };
}

/** Returns null if all are known. */
export async function newestUnknown(names: readonly string[]): Promise<string | null> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  return names.toSorted().findLast((name) => !known.has(name)) ?? null;
}

export async function isCurrent(owner: pg.Pool): Promise<boolean> {
  const applied = await appliedNames(owner);
  return (await readMigrations()).every(({ name }) => applied.has(name));
}

/** CREATE INDEX CONCURRENTLY would wait for a waiting statement. */
async function lockMigrations(client: pg.Client, onWait: () => void): Promise<void> {
  for (let tried = 1; ; tried++) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.held) return;
    if (tried === 1) onWait();
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

/** Another role may have restored a dump. */
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

/** A dump that ended early has tables, and keys come last. */
async function refuseIncomplete(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT WHERE to_regclass('public.organizations') IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_constraint WHERE conrelid = to_regclass('private.migrations') AND contype = 'p')`,
  );
  if (rowCount === 0) return;
  throw new DatabaseVersionError(
    "This database holds an incomplete restore, or another program's tables: restore a complete dump into an empty one (pg_dump needs --enable-row-security).",
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

/** `IF NOT EXISTS` needs the permission in any case. */
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
  { onStep = () => undefined, only }: MigrateOptions,
): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS private.migrations
       (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text NOT NULL)`,
  );
  const files = (await readMigrations()).map((file) => ({ ...file, sql: forRole(file.sql, role) }));
  await verifyApplied(client, files);
  const applied = await appliedNames(client);
  const texts = files.flatMap(({ name, sql }) => (applied.has(name) ? [sql] : []));
  if (applied.size > 0) await restoreRights(client, role, texts);
  const pending = files.filter(({ name }) => !applied.has(name) && (only?.has(name) ?? true));
  if (pending.length === 0) return;
  // Our functions call the queue's schema.
  await runMigrations({ connectionString: ownerUrl });
  for (const [at, file] of pending.entries()) {
    const step = { migration: file.name, nth: at + 1, of: pending.length };
    onStep({ doing: 'migrating', ...step });
    await applyMigration(client, file, () => onStep({ doing: 'waiting for transactions', ...step }));
  }
}

function forRole(text: string, role: AppRole): string {
  return text.replaceAll('"app_role"', pg.escapeIdentifier(role.name));
}
