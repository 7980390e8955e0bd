import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Account } from './sessions.ts';

const GRANT_LIFETIME = '5 minutes';
const CONFIRM = 'Confirm your password to export leads';

/** Replaces an unused grant. Returns the expiry. */
export async function grantExport(tx: TenantTransaction, account: Account): Promise<Date> {
  await tx.query(
    'DELETE FROM export_grants WHERE organization_id = $1 AND (session_id = $2 OR expires_at < now())',
    [tx.organizationId, account.sessionId],
  );
  const [grant] = await tx.query<{ expiresAt: Date }>(
    `INSERT INTO export_grants (organization_id, id, user_id, session_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5::interval) RETURNING expires_at AS "expiresAt"`,
    [tx.organizationId, newId(), account.id, account.sessionId, GRANT_LIFETIME],
  );
  return grant?.expiresAt ?? new Date();
}

/** @throws HttpError forbidden without a required grant */
export async function spendGrant(tx: TenantTransaction, account: Account): Promise<void> {
  if (account.requireExportAuth && !(await takeGrant(tx, account))) {
    throw new HttpError('forbidden', CONFIRM);
  }
}

/**
 * Doesn't consume it.
 * @throws HttpError forbidden without a required grant
 */
export async function checkGrant(tx: TenantTransaction, account: Account): Promise<void> {
  if (!account.requireExportAuth) return;
  const grants = await tx.query(
    `SELECT FROM export_grants
     WHERE organization_id = $1 AND user_id = $2 AND session_id = $3 AND expires_at > now()`,
    [tx.organizationId, account.id, account.sessionId],
  );
  if (grants.length === 0) throw new HttpError('forbidden', CONFIRM);
}

/**
 * Reports hold personal data.
 * @throws HttpError forbidden without a required grant
 */
export function spendGrantForReport({
  scope,
  account,
}: {
  scope: OrganizationScope;
  account: Account;
}): Promise<void> {
  return scope.transaction((tx) => spendGrant(tx, account));
}

/** Only one racing export gets it. */
async function takeGrant(tx: TenantTransaction, account: Account): Promise<boolean> {
  const grants = await tx.query<{ valid: boolean }>(
    `WITH taken AS (
       DELETE FROM export_grants WHERE organization_id = $1 AND user_id = $2 AND session_id = $3 RETURNING expires_at
     )
     SELECT expires_at > now() AS valid FROM taken`,
    [tx.organizationId, account.id, account.sessionId],
  );
  return grants.some(({ valid }) => valid);
}
