import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { CurrentUser } from '#contract/users.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { newId } from '../ids.ts';
import { allowsAddress, refuseUnlisted } from './allow-list.ts';

/** Maximum lifetime of a session in seconds, used or not. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** Idle timeout of a session. */
export const SESSION_IDLE = '12 hours';

/** Origin of a request, for sessions and the audit trail. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
}

/** Account of a session. */
export interface Account extends CurrentUser {
  sessionId: string;
}

interface AccountRow {
  session_id: string;
  /** True if its last use was recorded more than a minute ago. */
  stale: boolean;
  /** Active entries of the organization's allow-list. */
  allow_list: string[];
  user_id: string;
  organization_id: string;
  organization_name: string;
  username: string;
  is_admin: boolean;
  two_factor_enabled: boolean;
  require_export_auth: boolean;
  must_change_password: boolean;
  created_at: Date;
}

/** Opens a session and returns the token for the cookie. The database stores only its SHA-256. */
export async function openSession(tx: TenantTransaction, userId: string, origin: Origin): Promise<string> {
  const token = newToken();
  await tx.query(
    `INSERT INTO sessions (token_hash, id, organization_id, user_id, ip_address, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      sessionTokenHash(token),
      newId(),
      tx.organizationId,
      userId,
      origin.ipAddress,
      origin.userAgent,
      SESSION_SECONDS,
    ],
  );
  await tx.query('UPDATE users SET last_seen_at = now() WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
  ]);
  return token;
}

/**
 * Finds the account of a session cookie. Returns null if the session is unknown, idle for 12 hours or over.
 * @throws HttpError forbidden if the organization's allow-list excludes the address
 */
export async function findAccount(app: pg.Pool, token: string, ipAddress: string): Promise<Account | null> {
  const row = await findRow(app, token);
  if (row === null) return null;
  refuseUnlisted(row.allow_list, ipAddress);
  if (row.stale) await app.query('SELECT note_session_use($1)', [sessionTokenHash(token)]);
  return toAccount(row);
}

/**
 * Returns whether a session is still valid and the allow-list still includes the address. This check doesn't
 * count as use, so an open page can't keep a session from timing out.
 */
export async function isSessionOpen(app: pg.Pool, token: string, ipAddress: string): Promise<boolean> {
  const row = await findRow(app, token);
  return row !== null && allowsAddress(row.allow_list, ipAddress);
}

/** Replaces the token of a session, which invalidates the old one. */
export async function rotateSession(tx: TenantTransaction, sessionId: string): Promise<string> {
  const token = newToken();
  await tx.query('UPDATE sessions SET token_hash = $2 WHERE id = $1', [sessionId, sessionTokenHash(token)]);
  return token;
}

/** Ends one session. */
export async function closeSession(app: pg.Pool, token: string): Promise<void> {
  await app.query('DELETE FROM sessions WHERE token_hash = $1', [sessionTokenHash(token)]);
}

/** Ends one session of a user. Returns false if the user has no such session. */
export async function closeSessionOf(
  tx: TenantTransaction,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await tx.query(
    'DELETE FROM sessions WHERE organization_id = $1 AND user_id = $2 AND id = $3 RETURNING id',
    [tx.organizationId, userId, sessionId],
  );
  return ended.length > 0;
}

/** Ends every session of a user except the given one; returns the number of sessions ended. */
export async function closeSessionsOf(
  tx: TenantTransaction,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  const ended = await tx.query(
    `DELETE FROM sessions WHERE organization_id = $1 AND user_id = $2 AND id IS DISTINCT FROM $3::uuid
     RETURNING id`,
    [tx.organizationId, userId, exceptSessionId],
  );
  return ended.length;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function findRow(app: pg.Pool, token: string): Promise<AccountRow | null> {
  const { rows } = await app.query<AccountRow>('SELECT * FROM session_account($1, $2::interval)', [
    sessionTokenHash(token),
    SESSION_IDLE,
  ]);
  return rows[0] ?? null;
}

function sessionTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function toAccount(row: AccountRow): Account {
  return {
    sessionId: row.session_id,
    id: row.user_id,
    username: row.username,
    isAdmin: row.is_admin,
    organizationId: row.organization_id,
    organization: { id: row.organization_id, name: row.organization_name },
    twoFactorEnabled: row.two_factor_enabled,
    requireExportAuth: row.require_export_auth,
    mustChangePassword: row.must_change_password,
    createdAt: row.created_at.toISOString(),
  };
}
