import { createHash } from 'node:crypto';
import { DUPLICATE_BANDS } from '#contract/filter-values.ts';
import { clusterPairs } from '#packages/linkage/linkage.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { type ComparedLeads, comparePeople } from './scan-people.ts';

/** Pairs written by one statement. */
const BATCH = 2_000;

const DIGEST = `SELECT md5(coalesce(string_agg(a::text || b::text || cluster_band, ',' ORDER BY b, a), '')) AS digest
  FROM duplicate_pairs WHERE organization_id = $1`;

interface StoredPair {
  a: string;
  b: string;
  cluster: string;
  cluster_band: number;
  probability: number;
  band: number;
  reasons: unknown;
  /** As text: JSON numbers lose digits. */
  a_hash: string;
  b_hash: string;
}

/**
 * Compares all leads of the organization and replaces the stored pairs. Announces a change only if the pairs differ.
 */
export async function scanDuplicates(scope: OrganizationScope): Promise<void> {
  const startedAt = new Date();
  const pairs = storedPairs(await comparePeople(scope));
  await scope.transaction(async (tx) => {
    const organization = [tx.organizationId];
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('duplicates:' || $1, 0))`, organization);
    const before = await tx.query<{ digest: string }>(DIGEST, organization);
    await tx.query('DELETE FROM duplicate_pairs WHERE organization_id = $1', organization);
    for (let from = 0; from < pairs.length; from += BATCH)
      await insertPairs(tx, pairs.slice(from, from + BATCH));
    await tx.query(
      `INSERT INTO duplicate_scans (organization_id, requested_at, started_at, finished_at) VALUES ($1, $2, $2, $3)
       ON CONFLICT (organization_id) DO UPDATE SET started_at = excluded.started_at, finished_at = excluded.finished_at`,
      [tx.organizationId, startedAt, new Date()],
    );
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
  await tx.query('SELECT enqueue_duplicate_scan($1)', [tx.organizationId]);
}

function storedPairs({ pairs, idOf, hashOf }: ComparedLeads): StoredPair[] {
  const rank = (band: (typeof DUPLICATE_BANDS)[number]) => DUPLICATE_BANDS.indexOf(band) + 1;
  return clusterPairs(pairs).flatMap(({ members, pairs: linked, band }) => {
    const cluster = clusterId(members.map(idOf));
    return linked.map((pair) => ({
      a: idOf(pair.a),
      b: idOf(pair.b),
      cluster,
      cluster_band: rank(band),
      probability: pair.probability,
      band: rank(pair.band),
      reasons: pair.reasons.map(({ bits, ...reason }) => ({ ...reason, bits: Math.round(bits * 10) / 10 })),
      a_hash: String(hashOf(pair.a)),
      b_hash: String(hashOf(pair.b)),
    }));
  });
}

/** Returns an id that a cluster of the same leads has in every scan. */
function clusterId(ids: readonly string[]): string {
  const hash = createHash('sha256').update(ids.join()).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

async function insertPairs(tx: TenantTransaction, pairs: readonly StoredPair[]): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO duplicate_pairs (organization_id, a, b, cluster, cluster_band, probability, band, reasons, a_hash, b_hash)
     SELECT $1, p.a, p.b, p.cluster, p.cluster_band, p.probability, p.band, p.reasons, p.a_hash, p.b_hash
     FROM jsonb_to_recordset($2::jsonb) AS p (a uuid, b uuid, cluster uuid, cluster_band smallint, probability real,
       band smallint, reasons jsonb, a_hash bigint, b_hash bigint)`),
    [tx.organizationId, JSON.stringify(pairs)],
  );
}
