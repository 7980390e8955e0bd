import type { Statements } from '../db/transaction.ts';
import { type ChainEntry, type Redaction, redactionDigest, type Seal } from './chain.ts';

export type SealedEntry = ChainEntry & Seal;

const COLUMNS = `organization_id AS "organizationId", id, user_id AS "userId", username, action, resource,
  details::text AS details, ip_address AS "ipAddress", user_agent AS "userAgent",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"`;

/** Oldest first. */
export function unsealedEntries(
  db: Statements,
  organizationId: string,
  limit: number,
): Promise<ChainEntry[]> {
  return db.query<ChainEntry>(
    `SELECT ${COLUMNS} FROM audit_logs WHERE organization_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2`,
    [organizationId, limit],
  );
}

/** Returns sealed entries after sequence number `behind`. */
export function sealedEntries(
  db: Statements,
  organizationId: string,
  behind: number,
  limit: number,
): Promise<SealedEntry[]> {
  return db.query<SealedEntry>(
    `SELECT ${COLUMNS}, sequence, previous_hash AS "previousHash", hash FROM audit_logs
     WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [organizationId, behind, limit],
  );
}

/** Null before the first seal. */
export async function recordedEnd(
  db: Statements,
  organizationId: string,
): Promise<Pick<Seal, 'sequence' | 'hash'> | null> {
  const [row] = await db.query<Pick<Seal, 'sequence' | 'hash'>>(
    'SELECT sequence, hash FROM audit_chains WHERE organization_id = $1',
    [organizationId],
  );
  return row ?? null;
}

/** Returns an unsealed entry older than `interval`, or null. */
export async function overdueEntry(
  db: Statements,
  organizationId: string,
  interval: string,
): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM audit_logs
     WHERE organization_id = $1 AND sequence IS NULL AND created_at < now() - $2::interval ORDER BY id LIMIT 1`,
    [organizationId, interval],
  );
  return row?.id ?? null;
}

export async function countEntries(db: Statements, organizationId: string): Promise<number> {
  const [row] = await db.query<{ entries: number }>(
    'SELECT count(*) AS entries FROM audit_logs WHERE organization_id = $1',
    [organizationId],
  );
  return row?.entries ?? 0;
}

/** By name. */
export function allOrganizations(db: Statements): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>('SELECT id, name FROM organizations ORDER BY name, id');
}

export async function organizationsToSeal(db: Statements): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM audit_logs WHERE sequence IS NULL',
  );
  return rows.map(({ id }) => id);
}

/** Entries by their ids, locked against the sealer by the chain's end. */
export async function lockedEntries(
  db: Statements,
  organizationId: string,
  ids: readonly string[],
): Promise<(ChainEntry & { isSealed: boolean })[]> {
  await db.query('SELECT sequence FROM audit_chains WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  return db.query<ChainEntry & { isSealed: boolean }>(
    `SELECT ${COLUMNS}, sequence IS NOT NULL AS "isSealed" FROM audit_logs
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    [organizationId, ids],
  );
}

/** Returns the contents that redactions gave to entries, of those redactions that an audit entry reports. */
export async function reportedRedactions(
  db: Statements,
  organizationId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.query<Redaction & { digest: Buffer }>(
    'SELECT entry_id AS "entryId", content, digest FROM audit_redactions WHERE organization_id = $1',
    [organizationId],
  );
  const reported = await db.query<{ digest: string }>(
    `SELECT details ->> 'digest' AS digest FROM audit_logs WHERE organization_id = $1 AND action = 'redact_audit_logs'`,
    [organizationId],
  );
  const digests = new Set(reported.map(({ digest }) => digest));
  const contents = new Map<string, Set<string>>();
  for (const [digest, some] of Map.groupBy(rows, (row) => row.digest.toString('hex'))) {
    if (!digests.has(digest) || redactionDigest(some).toString('hex') !== digest) continue;
    for (const { entryId, content } of some) {
      contents.set(entryId, (contents.get(entryId) ?? new Set()).add(content.toString('hex')));
    }
  }
  return contents;
}
