import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { CurrentUser } from '#contract/users.ts';

export const SESSION_COOKIE = 'lm_session';
/** A session ends after this long, used or not (seconds). */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
const IDLE = '12 hours';
/** How stale "last seen" may be; writing it at every request would cost a commit each. */
const SEEN_EVERY = '1 minute';

/** Where a request came from, for sessions and the audit trail. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
}

/** The account a session belongs to. */
export interface Account extends CurrentUser {
  sessionId: string;
}

interface AccountRow {
  session_id: string;
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

/** Opens a session and returns the token for the cookie; the database keeps its SHA-256 alone. */
export async function openSession(
  app: pg.Pool,
  user: { organizationId: string; userId: string },
  origin: Origin,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await app.query(
    `INSERT INTO sessions (token_hash, id, organization_id, user_id, ip_address, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      hashOf(token),
      uuid(),
      user.organizationId,
      user.userId,
      origin.ipAddress,
      origin.userAgent,
      SESSION_SECONDS,
    ],
  );
  return token;
}

/** The account behind a cookie, or null when the session is unknown, idle for 12 hours or over. */
export async function findAccount(app: pg.Pool, token: string): Promise<Account | null> {
  const { rows } = await app.query<AccountRow>(
    `WITH seen AS (
       UPDATE sessions SET last_seen_at = now()
       WHERE token_hash = $1 AND last_seen_at < now() - $3::interval AND last_seen_at > now() - $2::interval
     )
     SELECT * FROM session_account($1, $2::interval)`,
    [hashOf(token), IDLE, SEEN_EVERY],
  );
  const row = rows[0];
  return row === undefined ? null : toAccount(row);
}

/** Whether the session of a cookie goes on. Asking is no use of it: a page left open does not keep it from idling out. */
export async function isSessionOpen(app: pg.Pool, token: string): Promise<boolean> {
  const { rows } = await app.query('SELECT FROM session_account($1, $2::interval)', [hashOf(token), IDLE]);
  return rows.length > 0;
}

/** Ends one session. */
export async function closeSession(app: pg.Pool, token: string): Promise<void> {
  await app.query('DELETE FROM sessions WHERE token_hash = $1', [hashOf(token)]);
}

function hashOf(token: string): Buffer {
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
