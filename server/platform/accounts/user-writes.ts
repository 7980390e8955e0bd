import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { toManagedUser, USER_COLUMNS, type UserRow } from './user-reads.ts';

/** Validity of a temporary password. */
const TEMPORARY_PASSWORD_LIFETIME = '7 days';

/** A new organization and its first user. */
export interface NewOrganization {
  organizationId: string;
  organizationName: string;
  userId: string;
  username: string;
  usernameKey: string;
  /** Argon2id hash in PHC form. */
  passwordHash: string;
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
    'SELECT register_organization($1, $2, $3, $4, $5, $6, $7)',
    [
      firstOnly,
      created.organizationId,
      created.organizationName,
      created.userId,
      created.username,
      created.usernameKey,
      created.passwordHash,
    ],
  );
  return rows[0]?.register_organization ?? false;
}

/** Data of a new user. */
export interface NewUser {
  id: string;
  username: string;
  usernameKey: string;
  /** Argon2id hash in PHC form. */
  passwordHash: string;
  isAdmin: boolean;
  /** True if the user must change the password at the first sign-in, within seven days. */
  temporary: boolean;
}

/**
 * Adds a user to the organization.
 * @throws a unique violation if any account of the installation has the username
 */
export async function insertUser(tx: TenantTransaction, user: NewUser): Promise<ManagedUser> {
  const rows = await tx.query<UserRow>(
    `INSERT INTO users
       (organization_id, id, username, password, is_admin, must_change_password, password_expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 THEN now() + $7::interval END)
     RETURNING ${USER_COLUMNS}`,
    [
      tx.organizationId,
      user.id,
      user.username,
      user.passwordHash,
      user.isAdmin,
      user.temporary,
      TEMPORARY_PASSWORD_LIFETIME,
    ],
  );
  await tx.query('INSERT INTO usernames (key, organization_id, user_id) VALUES ($1, $2, $3)', [
    user.usernameKey,
    tx.organizationId,
    user.id,
  ]);
  const [added] = rows.map(toManagedUser);
  if (added === undefined) throw new Error('The user was not added');
  return added;
}

/** Sets a user's password. The user must change a temporary one at the next sign-in, within seven days. */
export async function setPassword(
  tx: TenantTransaction,
  userId: string,
  passwordHash: string,
  temporary: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE users SET password = $3, must_change_password = $4,
       password_expires_at = CASE WHEN $4 THEN now() + $5::interval END
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId, passwordHash, temporary, TEMPORARY_PASSWORD_LIFETIME],
  );
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

/** Grants or revokes the administrator role. Returns null if there is no such user. */
export async function setAdmin(
  tx: TenantTransaction,
  userId: string,
  isAdmin: boolean,
): Promise<ManagedUser | null> {
  const [row] = await tx.query<UserRow>(
    `UPDATE users SET is_admin = $3 WHERE organization_id = $1 AND id = $2 RETURNING ${USER_COLUMNS}`,
    [tx.organizationId, userId, isAdmin],
  );
  return row === undefined ? null : toManagedUser(row);
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
  return row?.username ?? null;
}
