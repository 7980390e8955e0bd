import type { Session } from '#contract/sessions.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Account, SESSION_IDLE } from '../../platform/security/sessions.ts';

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
