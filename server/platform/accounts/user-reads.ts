import type pg from 'pg';
import type { ManagedUser } from '#contract/accounts.ts';
import type { TenantTransaction } from '../db/scope.ts';

export interface SignInAccount {
  userId: string;
  organizationId: string;
  username: string;
  /** Parameters and salt. */
  passwordSettings: string;
  /** A temporary password has expired. */
  passwordExpired: boolean;
  twoFactorEnabled: boolean;
  allowList: string[];
}

/** Names that differ in case or Unicode form share a key. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/** Searches all organizations. */
export async function findSignInAccount(app: pg.Pool, key: string): Promise<SignInAccount | null> {
  const { rows } = await app.query<SignInAccount>(
    `SELECT user_id AS "userId", organization_id AS "organizationId", username, password AS "passwordSettings",
       password_expired AS "passwordExpired", two_factor_enabled AS "twoFactorEnabled", allow_list AS "allowList"
     FROM sign_in_account($1)`,
    [key],
  );
  return rows[0] ?? null;
}

export async function hasUsers(app: pg.Pool): Promise<boolean> {
  const { rows } = await app.query<{ has_users: boolean }>('SELECT has_users()');
  return rows[0]?.has_users ?? false;
}

/** Null before the first account. */
export async function findDefaultOrganization(app: pg.Pool): Promise<string | null> {
  const { rows } = await app.query<{ default_organization: string | null }>('SELECT default_organization()');
  return rows[0]?.default_organization ?? null;
}

interface UserRow extends Omit<ManagedUser, 'createdAt' | 'lastSeenAt'> {
  createdAt: Date;
  lastSeenAt: Date | null;
}

const USER_COLUMNS = `id, username, is_admin AS "isAdmin", two_factor_enabled AS "twoFactorEnabled",
  must_change_password AS "mustChangePassword", created_at AS "createdAt", last_seen_at AS "lastSeenAt"`;

function toManagedUser(row: UserRow): ManagedUser {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}

/** Oldest first. */
export async function findUsers(tx: TenantTransaction): Promise<ManagedUser[]> {
  const rows = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE organization_id = $1 ORDER BY created_at, id`,
    [tx.organizationId],
  );
  return rows.map(toManagedUser);
}

export async function findUser(tx: TenantTransaction, id: string): Promise<ManagedUser | null> {
  const [row] = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row === undefined ? null : toManagedUser(row);
}
