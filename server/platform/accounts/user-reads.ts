import type pg from 'pg';
import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';

/** Account data that a sign-in is checked against. */
export interface SignInAccount {
  userId: string;
  organizationId: string;
  username: string;
  /** Parameters and salt to prove the password with. */
  passwordSettings: string;
  /** True if the password is temporary and has expired. */
  passwordExpired: boolean;
  twoFactorEnabled: boolean;
  /** Active entries of the organization's allow-list. */
  allowList: string[];
}

/** Returns the key that makes usernames unique: ignores case and Unicode spelling. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/** Finds the account of a username in any organization. */
export async function findSignInAccount(app: pg.Pool, key: string): Promise<SignInAccount | null> {
  const { rows } = await app.query<SignInAccount>(
    `SELECT user_id AS "userId", organization_id AS "organizationId", username, password AS "passwordSettings",
       password_expired AS "passwordExpired", two_factor_enabled AS "twoFactorEnabled", allow_list AS "allowList"
     FROM sign_in_account($1)`,
    [key],
  );
  return rows[0] ?? null;
}

/** Returns whether any account exists. */
export async function hasUsers(app: pg.Pool): Promise<boolean> {
  const { rows } = await app.query<{ has_users: boolean }>('SELECT has_users()');
  return rows[0]?.has_users ?? false;
}

/** Returns the id of the organization that runs the installation, or null before the first account. */
export async function findDefaultOrganization(app: pg.Pool): Promise<string | null> {
  const { rows } = await app.query<{ default_organization: string | null }>('SELECT default_organization()');
  return rows[0]?.default_organization ?? null;
}

/** A user as stored. */
interface UserRow extends Omit<ManagedUser, 'createdAt' | 'lastSeenAt'> {
  createdAt: Date;
  lastSeenAt: Date | null;
}

/** Columns that `toManagedUser` needs, for SELECT and RETURNING. */
const USER_COLUMNS = `id, username, is_admin AS "isAdmin", two_factor_enabled AS "twoFactorEnabled",
  must_change_password AS "mustChangePassword", created_at AS "createdAt", last_seen_at AS "lastSeenAt"`;

/** Converts a row of USER_COLUMNS to its form in the contract. */
function toManagedUser(row: UserRow): ManagedUser {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}

/** Returns the organization's users, oldest first. */
export async function findUsers(tx: TenantTransaction): Promise<ManagedUser[]> {
  const rows = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE organization_id = $1 ORDER BY created_at, id`,
    [tx.organizationId],
  );
  return rows.map(toManagedUser);
}

/** Returns one of the organization's users, or null. */
export async function findUser(tx: TenantTransaction, id: string): Promise<ManagedUser | null> {
  const [row] = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row === undefined ? null : toManagedUser(row);
}
