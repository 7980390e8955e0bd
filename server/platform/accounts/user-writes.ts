import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { toManagedUser, USER_COLUMNS, type UserRow } from './user-reads.ts';

/** A temporary password that nobody used has to be asked for again after this long. */
const TEMPORARY_FOR = '7 days';

/** An organization and the user it begins with. */
export interface NewOrganization {
  organizationId: string;
  organizationName: string;
  userId: string;
  username: string;
  usernameKey: string;
  /** Argon2id in PHC form. */
  passwordHash: string;
}

/**
 * Creates an organization with its administrator. With `firstOnly` it does nothing and answers false when
 * there is an account already, however many ask at the same moment.
 * @throws a unique violation when the username or the organization's name is taken
 */
export async function createOrganization(
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

/** A user to be added. */
export interface NewUser {
  id: string;
  username: string;
  usernameKey: string;
  /** Argon2id in PHC form. */
  passwordHash: string;
  isAdmin: boolean;
  /** Whether the password has to be changed at the first sign-in, within seven days. */
  temporary: boolean;
}

/**
 * Adds a user to the organization.
 * @throws a unique violation when the username is taken, by whomever in the installation
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
      TEMPORARY_FOR,
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

/** Sets a user's password; a temporary one has to be changed at the next sign-in, within seven days. */
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
    [tx.organizationId, userId, passwordHash, temporary, TEMPORARY_FOR],
  );
}

/**
 * The ids of the organization's administrators, whose rows are locked until the transaction ends: of two that take away
 * the rights of each other, the second sees what the first did.
 */
export async function lockAdmins(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM users WHERE organization_id = $1 AND is_admin ORDER BY id FOR UPDATE',
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

/** Makes a user an administrator or takes that away; null when there is no such user. */
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

/** Removes a user, with sign-in name, sessions, codes and what was theirs alone; null when there is no such user. */
export async function removeUser(tx: TenantTransaction, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ username: string }>(
    'DELETE FROM users WHERE organization_id = $1 AND id = $2 RETURNING username',
    [tx.organizationId, userId],
  );
  return row?.username ?? null;
}
