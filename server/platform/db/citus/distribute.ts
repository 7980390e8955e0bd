import pg from 'pg';
import type { AppRole } from '../app-role.ts';
import { inTransaction } from '../apply-migration.ts';
import { hasWorkers, isSuperuser } from './cluster.ts';

/**
 * Idempotent; does nothing on plain PostgreSQL.
 * @param client the owner's connection to the coordinator
 */
export async function distributeTables(client: pg.Client, role: AppRole): Promise<void> {
  if (!(await hasWorkers(client))) return;
  await applySettings(client);
  await letRoleIntoWorkers(client, role);
  await makeOperatorsLeakproof(client);
  const tables = await findTables(client);
  const waiting = tables.filter(
    ({ placement, isDistributed }) => placement === 'distributed' && !isDistributed,
  );
  if (waiting.length > 0) await inTransaction(client, () => placeTables(client, tables, waiting));
  await widenRights(client, role);
}

/** Requires a superuser. */
async function letRoleIntoWorkers(client: pg.Client, { name, password }: AppRole): Promise<void> {
  if (password === '' || !(await isSuperuser(client))) return;
  await client.query(
    `INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo)
     SELECT 0, $1, $2 WHERE NOT EXISTS (SELECT FROM pg_dist_authinfo WHERE nodeid = 0 AND rolename = $1)`,
    [name, `password=${password}`],
  );
}

/** Citus doesn't pass LEAKPROOF on, which indexed searches under row-level security need. */
async function makeOperatorsLeakproof(client: pg.Client): Promise<void> {
  if (!(await isSuperuser(client))) return;
  const { rows } = await client.query<{ commands: string | null }>(
    `SELECT string_agg(format('ALTER FUNCTION %s LEAKPROOF', p.oid::regprocedure), '; ') AS commands
     FROM pg_proc p
     WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proleakproof AND p.oid = ANY (ARRAY[
       'textlike(text, text)', 'arrayoverlap(anyarray, anyarray)', 'numeric_ge(numeric, numeric)',
       'numeric_le(numeric, numeric)', 'numeric_lt(numeric, numeric)', 'regexp_replace(text, text, text, text)'
     ]::regprocedure[])`,
  );
  const commands = rows[0]?.commands;
  if (!commands) return;
  await client.query('SELECT run_command_on_workers($1)', [`DO $$ BEGIN ${commands}; END $$`]);
}

async function placeTables(
  client: pg.Client,
  tables: readonly PlacedTable[],
  waiting: readonly PlacedTable[],
): Promise<void> {
  const keys = await dropForeignKeys(client, waiting);
  await distributeFunctions(client);
  let colocated = tables.find(({ isDistributed }) => isDistributed)?.name;
  for (const { name } of waiting) {
    await client.query("SELECT create_distributed_table($1, 'organization_id', colocate_with => $2)", [
      name,
      colocated ?? 'none',
    ]);
    colocated ??= name;
    // The coordinator's copies only take space.
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
  }
  await addForeignKeys(client, keys, tables);
}

/** Citus can't check keys between local and distributed tables. */
async function addForeignKeys(
  client: pg.Client,
  keys: readonly ForeignKey[],
  tables: readonly PlacedTable[],
): Promise<void> {
  const placements = new Map(tables.map(({ name, placement }) => [name, placement]));
  for (const { table, target, name, definition } of keys) {
    if (placements.get(table) !== placements.get(target)) continue;
    // Citus can't clear columns; the server's statements do.
    const kept = definition.replace(/ ON DELETE SET NULL(?: \([^)]*\))?/, '');
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${kept}`);
  }
}

interface ForeignKey {
  table: string;
  target: string;
  name: string;
  definition: string;
}

/** Citus needs both ends placed first. */
async function dropForeignKeys(client: pg.Client, tables: readonly PlacedTable[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS target, quote_ident(c.conname) AS name,
       pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c
     WHERE c.contype = 'f' AND (c.conrelid = ANY ($1::regclass[]) OR c.confrelid = ANY ($1::regclass[]))`,
    [tables.map(({ name }) => name)],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

/** Functions older than Citus exist only on the coordinator. */
async function distributeFunctions(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT create_distributed_function(p.oid::regprocedure) FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.provolatile = 'i'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`,
  );
}

async function widenRights(client: pg.Client, { name }: AppRole): Promise<void> {
  const role = pg.escapeIdentifier(name);
  await letInsertAudit(client, role);
  await letChangeAppendOnly(client, role);
  await letShardsMove(client);
}

/** Citus passes on no column rights; a policy protects seals instead. */
async function letInsertAudit(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_policies WHERE tablename = 'audit_logs' AND policyname = 'unsealed'",
  );
  if (rowCount === 1) return;
  await client.query(
    `CREATE POLICY unsealed ON audit_logs AS RESTRICTIVE FOR INSERT TO ${role}
     WITH CHECK (sequence IS NULL AND previous_hash IS NULL AND hash IS NULL)`,
  );
  await client.query(`GRANT INSERT ON audit_logs TO ${role}`);
}

/** The functions run as owner, but Citus allows one writing role per transaction. */
async function letChangeAppendOnly(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE prosecdef AND oid IN ('delete_events_of_deleted'::regproc, 'remove_copied_events'::regproc,
       'undo_import_consents'::regproc, 'remove_copied_consents'::regproc)`,
  );
  if (rows.length === 0) return;
  for (const { name } of rows) await client.query(`ALTER FUNCTION ${name} SECURITY INVOKER`);
  await client.query(`GRANT DELETE ON lead_events TO ${role}`);
  await client.query(`GRANT UPDATE, DELETE ON lead_consents TO ${role}`);
}

/**
 * Citus moves shards as an owner, which can't write under forced row-level security. A policy shows the owner
 * all rows either way.
 */
async function letShardsMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c JOIN pg_dist_partition p ON p.logicalrelid = c.oid
     WHERE p.partmethod = 'h' AND c.relforcerowsecurity`,
  );
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
}

interface PlacedTable {
  name: string;
  placement: 'distributed' | 'local';
  isDistributed: boolean;
}

/**
 * Owner functions write these tables in the application's transactions, but Citus allows only one role per
 * transaction. Sign-ins then need no worker.
 */
const ACCOUNT_TABLES = ['users', 'recovery_codes', 'ip_whitelist', 'api_tokens'];

/** Tables with the organization in every unique key are distributed. */
async function findTables(client: pg.Client): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `SELECT c.relname AS name,
       CASE WHEN a.attnum IS NOT NULL AND c.relname <> ALL ($1)
           AND NOT EXISTS (
             SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY (i.indkey))
         THEN 'distributed' ELSE 'local' END AS placement,
       EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid AND p.partmethod = 'h') AS "isDistributed"
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
     ORDER BY c.relname`,
    [ACCOUNT_TABLES],
  );
  return rows;
}

const DATABASE_SETTINGS = {
  // Row-level security reads `SET LOCAL app.organization_id`.
  'citus.propagate_set_commands': 'local',
  // Citus' default is 30 s.
  'citus.node_connection_timeout': '5s',
};

/** Only a superuser can change these. */
const SERVER_SETTINGS = {
  // A dead worker's prepared transactions block requests. Default: a minute.
  'citus.recover_2pc_interval': '2s',
  // Statements on a lost worker fail after 8 to 11 s instead of hours.
  'citus.node_conninfo':
    'sslmode=require keepalives_idle=5 keepalives_interval=2 keepalives_count=3 tcp_user_timeout=8000',
};

/** Keeps an operator's settings. */
export async function applySettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string; settings: string[] }>(
    `SELECT d.datname AS database, coalesce(s.setconfig, '{}') AS settings
     FROM pg_database d LEFT JOIN pg_db_role_setting s ON s.setdatabase = d.oid AND s.setrole = 0
     WHERE d.datname = current_database()`,
  );
  const { database = '', settings = [] } = rows[0] ?? {};
  for (const [name, value] of Object.entries(DATABASE_SETTINGS)) {
    if (settings.some((setting) => setting.startsWith(`${name}=`))) continue;
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(database)} SET ${name} = '${value}'`);
  }
  if (await isSuperuser(client)) await applyServerSettings(client);
}

async function applyServerSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name = ANY ($1) AND source = 'default'",
    [Object.keys(SERVER_SETTINGS)],
  );
  const untouched = new Set(rows.map(({ name }) => name));
  for (const [name, value] of Object.entries(SERVER_SETTINGS)) {
    if (untouched.has(name)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  if (untouched.size > 0) await client.query('SELECT pg_reload_conf()');
}
