import pg from 'pg';
import { isSuperuser } from './superuser.ts';

/** Settings of the coordinator's database. */
const DATABASE_SETTINGS = {
  // Row-level security on the workers reads `SET LOCAL app.organization_id`, which Citus by default keeps to the coordinator.
  'citus.propagate_set_commands': 'local',
  // A request waits this long for a worker that accepts no connection. Citus waits 30 s.
  'citus.node_connection_timeout': '5s',
};

/**
 * How often Citus finishes the prepared transactions of a worker that died between the two phases of a commit. Until then they
 * hold their locks, and requests wait for these. By default a minute.
 */
const RECOVER_EVERY = '2s';

/** Sets on the coordinator what requests need to be answered in time; keeps what an operator has set. */
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
  await recoverOften(client);
}

/** The setting is one of the server, so that only a superuser can change it. */
async function recoverOften(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_settings WHERE name = 'citus.recover_2pc_interval' AND source = 'default'",
  );
  if (rowCount === 0 || !(await isSuperuser(client))) return;
  await client.query(`ALTER SYSTEM SET citus.recover_2pc_interval = '${RECOVER_EVERY}'`);
  await client.query('SELECT pg_reload_conf()');
}
