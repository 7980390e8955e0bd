import type { IpEntry } from '#contract/ip-whitelist.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { newId } from '../ids.ts';

/** `ipAddress` is canonical. */
export interface NewEntry {
  ipAddress: string;
  description: string | null;
  createdBy: string;
}

/** Each change must see the previous one. */
export async function lockList(tx: TenantTransaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('ip_whitelist:' || $1, 0))`, [
    tx.organizationId,
  ]);
}

/** Returns the id, or null if already listed. */
export async function insertEntry(tx: TenantTransaction, entry: NewEntry): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO ip_whitelist (organization_id, id, ip_address, description, created_by)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, ip_address) DO NOTHING RETURNING id`,
    [tx.organizationId, newId(), entry.ipAddress, entry.description, entry.createdBy],
  );
  return row?.id ?? null;
}

export async function setActive(tx: TenantTransaction, id: string, isActive: boolean): Promise<void> {
  await tx.query('UPDATE ip_whitelist SET is_active = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    isActive,
  ]);
}

export async function removeEntry(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM ip_whitelist WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}

/** Returns the removed addresses and networks. */
export async function clearList(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ ip_address: string }>(
    'DELETE FROM ip_whitelist WHERE organization_id = $1 RETURNING ip_address',
    [tx.organizationId],
  );
  return rows.map((row) => row.ip_address);
}

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
