import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sqlState } from './transaction.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Owns no table, so row-level security always applies. */
export interface AppRole {
  name: string;
  password: string;
}

/** An administrator must prepare the named role or permission. */
export class DatabaseRoleError extends Error {}

interface KnownRole extends AppRole {
  exists: boolean;
  isStrong: boolean;
}

export type TriesRole = (role: AppRole) => Promise<boolean>;

/**
 * Creates the application's role on first start unless `prepared` is its connection string, and after restoring
 * a dump without it. Only the owner can read a generated password.
 * @throws DatabaseRoleError
 */
export async function ensureAppRole(
  client: pg.Client,
  prepared: string | null,
  canConnect: TriesRole,
): Promise<AppRole> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS private.app_role (name text PRIMARY KEY, password text NOT NULL)',
  );
  if (prepared === null) return ensureOwnRole(client, canConnect);
  return checkPreparedRole(client, credentialsOf(prepared));
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

async function ensureOwnRole(client: pg.Client, canConnect: TriesRole): Promise<AppRole> {
  const known = await findRole(client);
  if (known === undefined) return makeOwnRole(client);
  if (known.password === '') {
    if (!known.exists) return makeOwnRole(client);
    throw new DatabaseRoleError(
      `Set DATABASE_URL_APP: the role ${known.name} was prepared by an administrator.`,
    );
  }
  if (!known.exists) await setUpRole(client, known, 'CREATE');
  else if (known.isStrong || !(await canConnect(known))) return makeOwnRole(client);
  return known;
}

/** Named after the database; reuses a leftover role. */
async function makeOwnRole(client: pg.Client): Promise<AppRole> {
  await client.query('DELETE FROM private.app_role');
  await client.query(
    "INSERT INTO private.app_role (name, password) VALUES (current_database() || '_app', $1)",
    [randomBytes(24).toString('base64url')],
  );
  const role = await findRole(client);
  if (role === undefined) throw new Error('The application role is missing');
  if (role.isStrong) throw tooStrong(role.name, 'of this database');
  await setUpRole(client, role, role.exists ? 'ALTER' : 'CREATE');
  return role;
}

async function setUpRole(client: pg.Client, role: AppRole, verb: 'CREATE' | 'ALTER'): Promise<void> {
  const rights = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(role.password)}`;
  try {
    await client.query(`${verb} ROLE ${pg.escapeIdentifier(role.name)} ${rights}`);
  } catch (error) {
    // Otherwise the next start would trust an unfinished role.
    await client.query('DELETE FROM private.app_role WHERE name = $1', [role.name]);
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new DatabaseRoleError(
      'The role of DATABASE_URL may not create roles: have an administrator run the SQL that check-config prints, then set DATABASE_URL_APP.',
    );
  }
}

async function checkPreparedRole(client: pg.Client, role: AppRole): Promise<AppRole> {
  // A restored dump's role may be unknown here.
  await client.query(
    'DELETE FROM private.app_role WHERE name <> $1 AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)',
    [role.name],
  );
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
  // The unused role may be replaced.
  await client.query("DELETE FROM private.app_role WHERE name = $1 AND password = ''", [role.name]);
  if (known.exists) throw tooStrong(role.name, 'of DATABASE_URL_APP');
  throw new DatabaseRoleError(
    `The role ${role.name} of DATABASE_URL_APP doesn't exist: have an administrator run the SQL that check-config prints.`,
  );
}

function tooStrong(name: string, which: string): DatabaseRoleError {
  return new DatabaseRoleError(
    `The role ${name} ${which} could see every organization: it must not be a superuser, have BYPASSRLS or be a member of the role of DATABASE_URL.`,
  );
}

export function urlFor(connectionString: string, role: AppRole): string {
  const url = new URL(connectionString);
  url.username = encodeURIComponent(role.name);
  url.password = encodeURIComponent(role.password);
  return url.href;
}

/** Returns SQL for an administrator, who replaces the password. */
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
