import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { CurrentUser } from '#contract/current-user.ts';
import type { Session } from '#contract/sessions.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { type Statements, statementsOn } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { newId } from '../ids.ts';
import { allowsAddress, refuseUnlisted } from './allow-list.ts';

/** In seconds, used or not. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
export const SESSION_IDLE = '12 hours';

export interface Origin {
  ipAddress: string;
  userAgent: string | null;
}

export interface Account extends CurrentUser {
  sessionId: string;
  /** SHA-256 of the session's token. */
  tokenHash: Buffer;
}

type AccountRow = {
  session_id: string;
  /** Last use recorded over a minute ago. */
  stale: boolean;
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
};

/**
 * Returns the cookie token, stored as SHA-256.
 * @throws HttpError wrong_credentials if the password has changed
 */
export async function openSession(
  tx: TenantTransaction,
  userId: string,
  proof: Buffer,
  origin: Origin,
): Promise<string> {
  const token = newToken();
  const [row] = await tx.query<{ opened: boolean }>(
    'SELECT open_session($1, $2, $3, $4, $5, $6, $7, make_interval(secs => $8)) AS opened',
    [
      tx.organizationId,
      userId,
      proof,
      sessionTokenHash(token),
      newId(),
      origin.ipAddress,
      origin.userAgent,
      SESSION_SECONDS,
    ],
  );
  if (row?.opened !== true) throw new HttpError('wrong_credentials', 'Invalid username or password');
  return token;
}

/**
 * Null if unknown, idle for 12 hours or expired.
 * @param notesUse records the use, to about a minute
 * @throws HttpError forbidden by the allow-list
 */
export async function findAccount(
  { query }: Pick<Statements, 'query'>,
  token: string,
  ipAddress: string,
  notesUse = false,
): Promise<Account | null> {
  const row = await findRow(query, token);
  if (row === null) return null;
  refuseUnlisted(row.allow_list, ipAddress);
  if (notesUse && row.stale) await query('SELECT note_session_use($1)', [sessionTokenHash(token)]);
  return toAccount(row, token);
}

/** Doesn't count as use, so an open page can't prevent the timeout. */
export async function isSessionOpen(app: pg.Pool, token: string, ipAddress: string): Promise<boolean> {
  const row = await findRow(statementsOn(app).query, token);
  return row !== null && allowsAddress(row.allow_list, ipAddress);
}

/** @throws HttpError unauthenticated if already replaced */
export async function rotateSession(tx: TenantTransaction, { tokenHash }: Account): Promise<string> {
  const token = newToken();
  const [row] = await tx.query<{ renewed: boolean | null }>('SELECT renew_session($1, $2) AS renewed', [
    tokenHash,
    sessionTokenHash(token),
  ]);
  if (row?.renewed !== true) throw new HttpError('unauthenticated', 'Sign in to continue');
  return token;
}

export async function closeSession(app: pg.Pool, token: string): Promise<void> {
  await app.query('SELECT end_session($1)', [sessionTokenHash(token)]);
}

/** Returns false for an unknown session. */
export async function closeSessionOf(
  tx: TenantTransaction,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  return (await endSessions(tx, userId, sessionId, null)) > 0;
}

/** Returns the number of sessions ended. */
export function closeSessionsOf(
  tx: TenantTransaction,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  return endSessions(tx, userId, null, exceptSessionId);
}

async function endSessions(
  tx: TenantTransaction,
  userId: string,
  ended: string | null,
  kept: string | null,
): Promise<number> {
  const [row] = await tx.query<{ ended: number }>('SELECT end_sessions_of($1, $2, $3) AS ended', [
    userId,
    ended,
    kept,
  ]);
  return row?.ended ?? 0;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function findRow(query: Statements['query'], token: string): Promise<AccountRow | null> {
  const [row] = await query<AccountRow>(
    'SELECT * FROM session_account($1, $2::interval)',
    [sessionTokenHash(token), SESSION_IDLE],
    'session_account',
  );
  return row ?? null;
}

function sessionTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function toAccount(row: AccountRow, token: string): Account {
  return {
    sessionId: row.session_id,
    tokenHash: sessionTokenHash(token),
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

/** Most recently used first. */
export async function findSessions(tx: TenantTransaction, account: Account): Promise<Session[]> {
  const rows = await tx.query<
    Omit<Session, 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date }
  >(
    `SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt",
       last_seen_at AS "lastSeenAt", id = $3 AS current
     FROM sessions_of($1, $2::interval)`,
    [account.id, SESSION_IDLE, account.sessionId],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}
