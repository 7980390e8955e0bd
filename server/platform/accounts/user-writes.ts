import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';
import type { StoredPassword } from '../security/passwords.ts';
import { addFirstLeadStatuses } from './organization-writes.ts';
import { findUser } from './user-reads.ts';

// The database requires an entitled session's token hash; `null` means the owner's connection.

const TEMPORARY_PASSWORD_LIFETIME = '7 days';

export interface NewOrganization {
  organizationId: string;
  organizationName: string;
  userId: string;
  username: string;
  usernameKey: string;
  password: StoredPassword;
}

/**
 * With `firstOnly`, returns false if any account exists, even in a race.
 * @throws a unique violation if a name is taken
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

export interface NewUser {
  id: string;
  username: string;
  usernameKey: string;
  password: StoredPassword;
  isAdmin: boolean;
  /** Must be changed within seven days. */
  temporary: boolean;
}

/**
 * @param by token hash of an administrator's session
 * @throws a unique violation if the name is taken in any organization
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
 * A temporary password must be changed within seven days.
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

/** Locks the rows, so that two administrators can't demote each other. */
export async function lockAdmins(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM users WHERE organization_id = $1 AND is_admin ORDER BY id FOR UPDATE',
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Null for an unknown user.
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

/** Returns the username, or null if unknown. */
export async function removeUser(tx: TenantTransaction, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ username: string }>(
    'DELETE FROM users WHERE organization_id = $1 AND id = $2 RETURNING username',
    [tx.organizationId, userId],
  );
  if (row === undefined) return null;
  // Citus lacks some foreign keys.
  for (const statement of PRIVATE_DATA_REMOVALS) await tx.query(statement, [tx.organizationId, userId]);
  return row.username;
}

const PRIVATE_DATA_REMOVALS = [
  'DELETE FROM saved_views WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM user_preferences WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM export_grants WHERE organization_id = $1 AND user_id = $2',
  'DELETE FROM import_queue WHERE organization_id = $1 AND created_by = $2',
];

export async function requireAuth(tx: TenantTransaction, userId: string, required: boolean): Promise<void> {
  await tx.query('UPDATE users SET require_export_auth = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
    required,
  ]);
}
