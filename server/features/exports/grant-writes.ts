import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { Account } from '../../platform/security/sessions.ts';

/** How long a grant waits for its export. */
const GRANTED_FOR = '5 minutes';

/** Grants this session one export, in place of any grant it has not used; answers until when. */
export async function grantExport(tx: TenantTransaction, account: Account): Promise<Date> {
  await tx.query(
    'DELETE FROM export_grants WHERE organization_id = $1 AND (session_id = $2 OR expires_at < now())',
    [tx.organizationId, account.sessionId],
  );
  const [grant] = await tx.query<{ expiresAt: Date }>(
    `INSERT INTO export_grants (organization_id, id, user_id, session_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5::interval) RETURNING expires_at AS "expiresAt"`,
    [tx.organizationId, newId(), account.id, account.sessionId, GRANTED_FOR],
  );
  return grant?.expiresAt ?? new Date();
}

/** Uses up the session's grant; false when it has none. Of two exports that come for one grant, one gets it. */
export async function takeGrant(tx: TenantTransaction, account: Account): Promise<boolean> {
  const grants = await tx.query<{ valid: boolean }>(
    `DELETE FROM export_grants WHERE organization_id = $1 AND user_id = $2 AND session_id = $3
     RETURNING expires_at > now() AS valid`,
    [tx.organizationId, account.id, account.sessionId],
  );
  return grants.some(({ valid }) => valid);
}
