import pg from 'pg';

export interface DatabaseReport {
  database: string;
  owner: string;
  version: string;
  /** 180004 for 18.4. */
  versionNumber: number;
  isEncrypted: boolean;
  /** Connections for ordinary roles: maximum and current. */
  connections: { limit: number; used: number };
  /** May create the application's role. */
  createsRoles: boolean;
  /** May create schemas, and tables in `public`. */
  createsTables: boolean;
  /** Needed, but not installable. */
  missingExtensions: string[];
  /** Null before setup. */
  appRole: { name: string; isPrepared: boolean } | null;
}

const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const REPORT = `
  SELECT current_database() AS database, current_user AS owner, current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS "versionNumber",
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
    json_build_object(
      'limit', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      'used', (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())
    ) AS connections,
    (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS "createsRoles",
    (has_database_privilege(current_database(), 'CREATE') OR to_regnamespace('private') IS NOT NULL)
      AND has_schema_privilege('public', 'CREATE') AS "createsTables",
    ARRAY(SELECT needed FROM unnest($1::text[]) AS needed
      WHERE needed NOT IN (SELECT name FROM pg_available_extensions)) AS "missingExtensions",
    to_regclass('private.app_role') IS NOT NULL AS "isSetUp"`;

export async function inspectDatabase(connectionString: string): Promise<DatabaseReport> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Omit<DatabaseReport, 'appRole'> & { isSetUp: boolean }>(REPORT, [
      EXTENSIONS,
    ]);
    const [report] = rows;
    if (report === undefined) throw new Error('The database returned no information about itself');
    const { isSetUp, ...rest } = report;
    return { ...rest, appRole: isSetUp ? await findAppRole(client) : null };
  } finally {
    await client.end();
  }
}

async function findAppRole(client: pg.Client): Promise<DatabaseReport['appRole']> {
  const { rows } = await client.query<{ name: string; isPrepared: boolean }>(
    `SELECT name, password = '' AS "isPrepared" FROM private.app_role`,
  );
  return rows[0] ?? null;
}
