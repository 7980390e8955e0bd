import pg from 'pg';
import { isSuperuser } from './cluster.ts';

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
