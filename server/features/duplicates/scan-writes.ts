import { announceLeads } from '../../lead/change/announce-leads.ts';
import { writeScanModel } from '../../lead/similar/similar-writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { insertPairs, lockPairs, storedPairs } from './pair-writes.ts';
import { comparePeople } from './scan-people.ts';

const DIGEST = `SELECT md5(coalesce(string_agg(a::text || b::text || cluster_band, ',' ORDER BY b, a), '')) AS digest
  FROM duplicate_pairs WHERE organization_id = $1`;

/**
 * Compares all leads of the organization and replaces the stored pairs. Announces a change only if the pairs differ.
 */
export async function scanDuplicates(scope: OrganizationScope): Promise<void> {
  const startedAt = new Date();
  const compared = await comparePeople(scope);
  await scope.transaction(async (tx) => {
    const organization = [tx.organizationId];
    await lockPairs(tx);
    const before = await tx.query<{ digest: string }>(DIGEST, organization);
    await tx.query('DELETE FROM duplicate_pairs WHERE organization_id = $1', organization);
    await insertPairs(tx, storedPairs(compared.pairs, compared));
    await tx.query(
      `INSERT INTO duplicate_scans (organization_id, requested_at, started_at, finished_at, shift) VALUES ($1, $2, $2, $3, $4)
       ON CONFLICT (organization_id) DO UPDATE SET started_at = excluded.started_at, finished_at = excluded.finished_at,
         shift = excluded.shift`,
      [tx.organizationId, startedAt, new Date(), compared.shift],
    );
    await writeScanModel(tx, compared);
    const after = await tx.query<{ digest: string }>(DIGEST, organization);
    if (before[0]?.digest !== after[0]?.digest) await announceLeads(tx, { aspects: ['duplicates'], ids: [] });
  });
}

/** Asks for a scan in the background. PostgreSQL keeps at most one scan per organization queued. */
export async function requestScan(tx: TenantTransaction): Promise<void> {
  await tx.query(
    `INSERT INTO duplicate_scans (organization_id, requested_at) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET requested_at = excluded.requested_at`,
    [tx.organizationId, new Date()],
  );
  await tx.query("SELECT enqueue_job('scan_duplicates')");
}
