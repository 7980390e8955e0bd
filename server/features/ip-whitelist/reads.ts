import type { IpEntry } from '#contract/ip-whitelist.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Oldest first. */
export async function listEntries(tx: TenantTransaction): Promise<IpEntry[]> {
  const rows = await tx.query<Omit<IpEntry, 'createdAt'> & { createdAt: Date }>(
    `SELECT w.id, w.ip_address AS "ipAddress", w.description, w.is_active AS "isActive",
       w.created_at AS "createdAt", u.username AS "createdBy"
     FROM ip_whitelist w
     LEFT JOIN users u ON u.organization_id = w.organization_id AND u.id = w.created_by
     WHERE w.organization_id = $1 ORDER BY w.created_at, w.id`,
    [tx.organizationId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function findEntry(tx: TenantTransaction, id: string): Promise<IpEntry | null> {
  return (await listEntries(tx)).find((entry) => entry.id === id) ?? null;
}
