import pg from 'pg';
import { organizationsToSeal } from '../../platform/audit/chain-reads.ts';
import { sealEntries } from '../../platform/audit/seal-writes.ts';
import { type ChainReport, verifyChains } from '../../platform/audit/verify.ts';
import { auditColumns, auditInsert } from '../../platform/audit/writes.ts';
import { AdminError, BY_COMMAND_LINE } from '../../platform/command-line/command.ts';
import { isCluster } from '../../platform/db/citus/cluster.ts';
import { SERVER_OF_NAME } from '../../platform/db/connection-name.ts';
import { migrateLocked, withMigrationLock } from '../../platform/db/migrate.ts';
import { appliedNames } from '../../platform/db/migration-files.ts';
import { openPool } from '../../platform/db/pool.ts';
import { statementsOn, transaction } from '../../platform/db/transaction.ts';
import type { TableSum } from './backup-format.ts';
import type { VerifiedBackup } from './read-file.ts';
import { copyRows } from './restore-rows.ts';
import { PORTABLE_TEXT, sumOf } from './tables.ts';

export interface RestoreSource extends VerifiedBackup {
  path: string;
  passphrase: string | null;
}

export interface RestoreTarget {
  /** Direct connection. */
  ownerUrl: string;
  /** The application role's connection if an administrator prepared it. */
  preparedAppUrl: string | null;
}

/** Per index. */
const INDEX_MEMORY = '256MB';

/**
 * Restores into an empty database with the backup's schema, then migrates it. Starting servers wait.
 * @throws AdminError if a server runs, or the database isn't empty or is a Citus cluster
 */
export function restoreInstallation(source: RestoreSource, target: RestoreTarget): Promise<void> {
  const { ownerUrl, preparedAppUrl } = target;
  return withMigrationLock(ownerUrl, async (client) => {
    await refuseCluster(client);
    await refuseServers(client);
    await refuseFilled(client, source.info.migrations);
    await migrateLocked(client, ownerUrl, preparedAppUrl, { only: new Set(source.info.migrations) });
    await load(client, source);
    await migrateLocked(client, ownerUrl, preparedAppUrl);
    // A server may have started on the empty database with another key.
    await client.query('DELETE FROM secret_key_fingerprint');
    await recordRestore(client, source);
    await client.query('ANALYZE');
  });
}

/** Recorded in the Default Organization. */
async function recordRestore(client: pg.Client, { info }: RestoreSource): Promise<void> {
  const { rows } = await client.query<{ id: string | null }>('SELECT default_organization() AS id');
  const id = rows[0]?.id ?? null;
  if (id === null) return;
  const details = { madeAt: info.madeAt, product: info.product };
  const entry = { action: 'restore_backup' as const, ...BY_COMMAND_LINE, details };
  await client.query(auditInsert(2), [id, ...auditColumns([entry])]);
}

export async function sealAndVerify(ownerUrl: string): Promise<ChainReport[]> {
  const owner = openPool(ownerUrl, 1, () => undefined);
  try {
    for (const id of await organizationsToSeal(statementsOn(owner))) await sealEntries(owner, id);
    return await transaction(owner, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
      verifyChains(statementsOn(client)),
    );
  } finally {
    await owner.end();
  }
}

export async function hasOrganizations(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('public.organizations')::text AS table",
  );
  if (found[0]?.table == null) return false;
  const { rowCount } = await client.query('SELECT FROM organizations LIMIT 1');
  return rowCount === 1;
}

/** @throws AdminError for a Citus cluster */
export async function refuseCluster(client: pg.Client): Promise<void> {
  if (!(await isCluster(client))) return;
  throw new AdminError(
    'The database is a Citus cluster: restore into one PostgreSQL; workers can be added to it afterwards',
  );
}

async function refuseServers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ ${SERVER_OF_NAME} LIMIT 1`,
  );
  if (rowCount === 0) return;
  throw new AdminError('A server is running on this database: stop it, then restore');
}

async function refuseFilled(client: pg.Client, migrations: readonly string[]): Promise<void> {
  if (await hasOrganizations(client)) {
    throw new AdminError(
      'This database is not empty: restore into a new one, with another DATABASE_URL or DATA_DIR',
    );
  }
  const { rows } = await client.query<{ migrated: boolean; tables: boolean }>(
    `SELECT to_regclass('private.migrations') IS NOT NULL AS migrated,
       EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')) AS tables`,
  );
  if (rows[0]?.migrated !== true) {
    if (rows[0]?.tables === true)
      throw new AdminError("This database has another program's tables: restore into an empty one");
    return;
  }
  const applied = await appliedNames(client);
  if ([...applied].every((name) => migrations.includes(name))) return;
  throw new AdminError(
    "This database was set up by a newer version than the backup's: restore into a new one that no server has used",
  );
}

async function load(client: pg.Client, { path, passphrase, tables }: RestoreSource): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(PORTABLE_TEXT);
    await client.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
    const putBack = await shelveSchema(client, Object.keys(tables));
    const loaded = await copyRows(client, path, passphrase, async ({ table }) => table);
    for (const { table, columns } of loaded) {
      const sum = await sumOf(client, columns, pg.escapeIdentifier(table));
      if (!isEqual(sum, tables[table])) {
        throw new AdminError(
          `The table ${table} doesn't match the backup after loading: nothing was restored`,
        );
      }
    }
    await putBack();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export function isEqual(one: TableSum | undefined, other: TableSum | undefined): boolean {
  return one?.rows === other?.rows && one?.checksum === other?.checksum;
}

interface Shelved {
  take: string;
  putBack: string;
}

// Foreign keys first, because indexes may serve them. Forced row-level security refuses COPY to owners
// without superuser rights.
const SHELVED = `
  SELECT take, "putBack" FROM (
    SELECT 1 AS step, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS take,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS "putBack"
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])
    UNION ALL
    SELECT 2, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index i WHERE indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
      format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
    FROM pg_trigger WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal
    UNION ALL
    SELECT 4, format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass),
      format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass)
    FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relforcerowsecurity
  ) AS shelved ORDER BY step`;

/**
 * Drops indexes, foreign keys, triggers and forced row-level security for a load in the same transaction.
 * Returns a function that restores them; building indexes at once is far faster.
 */
async function shelveSchema(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<Shelved>(SHELVED, [tables]);
  for (const { take } of rows) await client.query(take);
  return async () => {
    for (const { putBack } of rows.toReversed()) await client.query(putBack);
  };
}
