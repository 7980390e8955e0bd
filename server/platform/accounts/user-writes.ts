import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';
import type { StoredPassword } from '../security/passwords.ts';
import { addFirstLeadStatuses } from './organization-writes.ts';
import { findUser } from './user-reads.ts';

// The database takes none of these changes from the application's role alone: it wants the hash of the token of a session
// that may make them. `null` stands for the owner's own connection, which the command line uses.

/** Validity of a temporary password. */
const TEMPORARY_PASSWORD_LIFETIME = '7 days';

/** A new organization and its first user. */
export interface NewOrganization {
  organizationId: string;
  organizationName: string;
  userId: string;
  username: string;
  usernameKey: string;
  password: StoredPassword;
}

/**
 * Creates an organization with its administrator. With `firstOnly`, returns false without creating anything
 * if any account exists, even when several calls race.
 * @throws a unique violation if the username or the organization's name is taken
 */
export async function registerOrganization(
  tx: TenantTransaction,
  created: NewOrganization,
  firstOnly: boolean,
): Promise<boolean> {
  const rows = await tx.query<{ register_organization: boolean }>(
    'SELECT register_organization($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      firstOnly,
      created.organizationId,
      created.organizationName,
      created.userId,
      created.username,
      created.usernameKey,
      created.password.settings,
      created.password.verifier,
    ],
  );
  if (rows[0]?.register_organization !== true) return false;
  await addFirstLeadStatuses(tx);
  return true;
}

/** Data of a new user. */
export interface NewUser {
  id: string;
  username: string;
  usernameKey: string;
  password: StoredPassword;
  isAdmin: boolean;
  /** True if the user must change the password at the first sign-in, within seven days. */
  temporary: boolean;
}

/**
 * Adds a user to the organization.
 * @param by token hash of an administrator's session
 * @throws a unique violation if any account of the installation has the username
 */
export async function insertUser(
  tx: TenantTransaction,
  user: NewUser,
  by: Buffer | null,
): Promise<ManagedUser> {
  await tx.query('SELECT add_user($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    by,
    tx.organizationId,
    user.id,
    user.username,
    user.usernameKey,
    user.password.settings,
    user.password.verifier,
    user.isAdmin,
    user.temporary ? TEMPORARY_PASSWORD_LIFETIME : null,
  ]);
  const added = await findUser(tx, user.id);
  if (added === null) throw new Error('The user was not added');
  return added;
}

/**
 * Sets a user's password. The user must change a temporary one at the next sign-in, within seven days.
 * @param by token hash of a session of the user or an administrator
 */
export async function setPassword(
  tx: TenantTransaction,
  userId: string,
  { settings, verifier }: StoredPassword,
  { temporary, by }: { temporary: boolean; by: Buffer | null },
): Promise<void> {
  const lifetime = temporary ? TEMPORARY_PASSWORD_LIFETIME : null;
  const values = [by, tx.organizationId, userId, settings, verifier, lifetime];
  await tx.query('SELECT set_password($1, $2, $3, $4, $5, $6)', values);
}

/**
 * Returns the ids of the organization's administrators and locks their rows until the transaction ends, so
 * that two administrators who demote each other can't both succeed.
 */
export async function lockAdmins(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM users WHERE organization_id = $1 AND is_admin ORDER BY id FOR UPDATE',
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Grants or revokes the administrator role. Returns null if there is no such user.
 * @param by token hash of an administrator's session
 */
export async function setAdmin(
  tx: TenantTransaction,
  userId: string,
  isAdmin: boolean,
  by: Buffer,
): Promise<ManagedUser | null> {
  await tx.query('SELECT set_admin($1, $2, $3, $4)', [by, tx.organizationId, userId, isAdmin]);
  return findUser(tx, userId);
}

/**
 * Removes a user with username, sessions, codes and private data. Returns the username, or null if there is
 * no such user.
 */
export async function removeUser(tx: TenantTransaction, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ username: string }>(
    'DELETE FROM users WHERE organization_id = $1 AND id = $2 RETURNING username',
    [tx.organizationId, userId],
  );
  if (row === undefined) return null;
  // Foreign keys do this where users and these tables are on one server.
  for (const statement of PRIVATE_DATA_REMOVALS) await tx.query(statement, [tx.organizationId, userId]);
  return row.username;
}

/** Statements that remove a user's private data. */
const PRIVATE_DATA_REMOVALS = [
  'DELETE FROM saved_views WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM user_preferences WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM export_grants WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM import_queue WHERE organization_id = $1 AND created_by = $2',
];
