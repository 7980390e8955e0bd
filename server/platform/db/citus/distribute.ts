import type pg from 'pg';
import type { AppRole } from '../app-role.ts';
import { inTransaction } from '../apply-migration.ts';
import { hasWorkers } from './cluster.ts';
import { widenRights } from './rights.ts';
import { applySettings } from './settings.ts';
import { isSuperuser } from './superuser.ts';
import { findTables, type PlacedTable } from './tables.ts';

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
