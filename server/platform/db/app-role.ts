import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sqlState } from './transaction.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Role that the application connects as. It owns no table, so row-level security always applies to it. */
export interface AppRole {
  name: string;
  password: string;
}

/** A role or permission that an administrator of the database has to prepare; the message says which. */
export class DatabaseRoleError extends Error {}

interface KnownRole extends AppRole {
  exists: boolean;
  isStrong: boolean;
}

/**
 * Returns the role of the application. At the first start, creates it, unless an administrator has prepared it: then
 * `prepared` is its connection string. A password that the server makes is in a schema that only the owner can read.
 * @throws DatabaseRoleError
 */
export async function ensureAppRole(client: pg.Client, prepared: string | null): Promise<AppRole> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS private.app_role (name text PRIMARY KEY, password text NOT NULL)',
  );
  return prepared === null ? ensureOwnRole(client) : checkPreparedRole(client, credentialsOf(prepared));
}

function credentialsOf(connectionString: string): AppRole {
  const { username, password } = new URL(connectionString);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function findRole(client: pg.Client): Promise<KnownRole | undefined> {
  const { rows } = await client.query<KnownRole>(
    `SELECT a.name, a.password, r.rolname IS NOT NULL AS exists,
       coalesce(r.rolsuper OR r.rolbypassrls OR pg_has_role(r.oid, current_user, 'MEMBER'), false) AS "isStrong"
     FROM private.app_role a LEFT JOIN pg_roles r ON r.rolname = a.name`,
  );
  return rows[0];
}

async function ensureOwnRole(client: pg.Client): Promise<AppRole> {
  const { rowCount: created } = await client.query(
    `INSERT INTO private.app_role (name, password)
     SELECT current_database() || '_app', $1 WHERE NOT EXISTS (SELECT FROM private.app_role)`,
    [randomBytes(24).toString('base64url')],
  );
  const role = await findRole(client);
  if (role === undefined) throw new Error('The application role is missing');
  if (role.password === '') {
    throw new DatabaseRoleError(
      `Set DATABASE_URL_APP: the role ${role.name} was prepared by an administrator.`,
    );
  }
  const rights = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(role.password)}`;
  try {
    // A role of that name may remain from a dropped database; it gets the new password.
    if (!role.exists) await client.query(`CREATE ROLE ${pg.escapeIdentifier(role.name)} ${rights}`);
    else if (created) await client.query(`ALTER ROLE ${pg.escapeIdentifier(role.name)} ${rights}`);
  } catch (error) {
    // An unfinished role would be taken for a complete one at the next start.
    await client.query('DELETE FROM private.app_role WHERE name = $1', [role.name]);
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new DatabaseRoleError(
      'The role of DATABASE_URL may not create roles: have an administrator run the SQL that check-config prints, then set DATABASE_URL_APP.',
    );
  }
  return role;
}

async function checkPreparedRole(client: pg.Client, role: AppRole): Promise<AppRole> {
  await client.query(
    "INSERT INTO private.app_role (name, password) SELECT $1, '' WHERE NOT EXISTS (SELECT FROM private.app_role)",
    [role.name],
  );
  const known = await findRole(client);
  if (known?.name !== role.name) {
    throw new DatabaseRoleError(
      `DATABASE_URL_APP names the role ${role.name}, but this database was set up for the role ${known?.name}.`,
    );
  }
  if (known.exists && !known.isStrong) return role;
  // Nothing uses a role yet that can't be used, so that another may take its place.
  await client.query("DELETE FROM private.app_role WHERE name = $1 AND password = ''", [role.name]);
  throw new DatabaseRoleError(
    known.exists
      ? `The role ${role.name} of DATABASE_URL_APP could see every organization: it must be no superuser, have no BYPASSRLS and be no member of the role of DATABASE_URL.`
      : `The role ${role.name} of DATABASE_URL_APP doesn't exist: have an administrator run the SQL that check-config prints.`,
  );
}

/** Returns the connection string for another role. */
export function urlFor(connectionString: string, role: AppRole): string {
  const url = new URL(connectionString);
  url.username = encodeURIComponent(role.name);
  url.password = encodeURIComponent(role.password);
  return url.href;
}

/** Returns the role's commands for an administrator, who replaces the password. */
export function roleSql(names: { owner: string; app: string; database: string }, password: string): string {
  const [owner, app, database] = [names.owner, names.app, names.database].map(pg.escapeIdentifier);
  return [
    `CREATE ROLE ${app} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${pg.escapeLiteral(password)};`,
    `GRANT CONNECT ON DATABASE ${database} TO ${app};`,
    `GRANT CREATE, TEMPORARY ON DATABASE ${database} TO ${owner};`,
    `GRANT TEMPORARY ON DATABASE ${database} TO ${app};`,
    `GRANT USAGE, CREATE ON SCHEMA public TO ${owner};`,
  ].join('\n');
}
