import type { AuditAction, AuditDetails, AuditLog } from '#contract/audit-logs.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

type Row = Omit<AuditLog, 'createdAt' | 'action' | 'details'> & {
  action: string;
  details: unknown;
  createdAt: Date;
};

/**
 * Returns one page of the organization's audit entries, newest first, with the total number of entries for the action
 * or, without one, for all actions.
 */
export async function findAuditLogs(
  tx: TenantTransaction,
  page: { limit: number; offset: number; action: AuditAction | null },
): Promise<{ logs: AuditLog[]; total: number }> {
  const rows = await tx.query<Row>(
    `SELECT id, user_id AS "userId", username, action, resource, details, ip_address AS "ipAddress",
       user_agent AS "userAgent", created_at AS "createdAt"
     FROM audit_logs WHERE organization_id = $1 ${page.action === null ? '' : 'AND action = $4'}
     ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [tx.organizationId, page.limit, page.offset, ...(page.action === null ? [] : [page.action])],
  );
  const logs = rows.map((row) => ({
    ...row,
    // Safe cast: only writeAudit inserts rows, and it accepts no other actions.
    action: row.action as AuditAction,
    details: row.details as AuditDetails,
    createdAt: row.createdAt.toISOString(),
  }));
  return { logs, total: await countAuditLogs(tx, page.action) };
}

/**
 * Counts entries. For all actions, the chain's sequence number counts the sealed entries, so PostgreSQL counts only the
 * few that are not sealed yet.
 */
async function countAuditLogs(tx: TenantTransaction, action: AuditAction | null): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    action === null
      ? `SELECT (SELECT count(*) FROM audit_logs WHERE organization_id = $1 AND sequence IS NULL)
           + coalesce((SELECT sequence FROM audit_chains WHERE organization_id = $1), 0) AS total`
      : 'SELECT count(*) AS total FROM audit_logs WHERE organization_id = $1 AND action = $2',
    [tx.organizationId, ...(action === null ? [] : [action])],
  );
  return row?.total ?? 0;
}
