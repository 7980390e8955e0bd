import type { AuditAction, AuditDetails, AuditFilter, AuditLog } from '#contract/audit-logs.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';

type Row = Omit<AuditLog, 'createdAt' | 'action' | 'details'> & {
  action: string;
  details: unknown;
  createdAt: Date;
};

const EXPORT_PAGE_ENTRIES = 1_000;

/** Returns a page of matching entries, newest first, and the total. */
export async function findAuditLogs(
  tx: TenantTransaction,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ logs: AuditLog[]; total: number }> {
  const logs = await readEntries(tx, filter, `ORDER BY id DESC LIMIT $2 OFFSET $3`, [
    page.limit,
    page.offset,
  ]);
  return { logs, total: await countAuditLogs(tx, filter) };
}

/** Yields matching entries, newest first; each page is its own transaction. */
export async function* auditPages(scope: OrganizationScope, filter: AuditFilter): AsyncGenerator<AuditLog[]> {
  let last: string | null = null;
  for (;;) {
    const logs: AuditLog[] = await scope.transaction((tx) =>
      readEntries(tx, filter, `AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $2`, [
        EXPORT_PAGE_ENTRIES,
        last,
      ]),
    );
    if (logs.length > 0) yield logs;
    if (logs.length < EXPORT_PAGE_ENTRIES) return;
    last = logs.at(-1)?.id ?? null;
  }
}

/** `rest` ends the statement; its parameters begin at $2. */
async function readEntries(
  tx: TenantTransaction,
  filter: AuditFilter,
  rest: string,
  values: readonly unknown[],
): Promise<AuditLog[]> {
  const where = conditionsOf(filter, 2 + values.length);
  const rows = await tx.query<Row>(
    `SELECT id, user_id AS "userId", username, action, resource, details, ip_address AS "ipAddress",
       user_agent AS "userAgent", created_at AS "createdAt"
     FROM audit_logs WHERE organization_id = $1 ${where.sql} ${rest}`,
    [tx.organizationId, ...values, ...where.values],
  );
  return rows.map((row) => ({
    ...row,
    // Safe: only writeAudit inserts rows.
    action: row.action as AuditAction,
    details: row.details as AuditDetails,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Without a filter, the chain's sequence number counts the sealed entries. */
async function countAuditLogs(tx: TenantTransaction, filter: AuditFilter): Promise<number> {
  const where = conditionsOf(filter, 2);
  const [row] = await tx.query<{ total: number }>(
    where.values.length === 0
      ? `SELECT (SELECT count(*) FROM audit_logs WHERE organization_id = $1 AND sequence IS NULL)
           + coalesce((SELECT sequence FROM audit_chains WHERE organization_id = $1), 0) AS total`
      : `SELECT count(*) AS total FROM audit_logs WHERE organization_id = $1 ${where.sql}`,
    [tx.organizationId, ...where.values],
  );
  return row?.total ?? 0;
}

/** Parameters begin at $`first`. */
function conditionsOf(
  { action, user, from, to }: AuditFilter,
  first: number,
): { sql: string; values: string[] } {
  const set = [
    { condition: 'action =', value: action },
    { condition: 'username =', value: user },
    { condition: 'created_at >=', value: from },
    { condition: 'created_at <', value: to },
  ].flatMap(({ condition, value }) => (value === undefined ? [] : [{ condition, value }]));
  return {
    sql: set.map(({ condition }, nth) => `AND ${condition} $${first + nth}`).join(' '),
    values: set.map(({ value }) => value),
  };
}
