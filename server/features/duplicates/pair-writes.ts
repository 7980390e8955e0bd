import { createHash } from 'node:crypto';
import { DUPLICATE_BANDS, type DuplicateBand } from '#contract/filter-values.ts';
import { clusterPairs, type LinkedPair, type ScoredPair } from '#packages/linkage/linkage.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Pairs written by one statement. */
const BATCH = 2_000;

const COLUMNS = 'a, b, cluster, cluster_band, probability, band, reasons, a_hash::text, b_hash::text';

/** A row of `duplicate_pairs`. */
export interface StoredPair {
  a: string;
  b: string;
  cluster: string;
  cluster_band: number;
  probability: number;
  band: number;
  reasons: LinkedPair['reasons'];
  /** As text: JSON numbers lose digits. */
  a_hash: string;
  b_hash: string;
}

/** Leads that were compared, by their places, and why pairs of them are linked. */
export interface ComparedPlaces<Pair extends ScoredPair> {
  reasonsOf(pair: Pair): LinkedPair['reasons'];
  uuidOf(place: number): string;
  /** Hash of what was compared. */
  hashOf(place: number): string;
}

/** Keeps other scans and updates of the organization's pairs away until the transaction ends. */
export async function lockPairs(tx: TenantTransaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('duplicates:' || $1, 0))`, [
    tx.organizationId,
  ]);
}

/** Returns pairs as they are stored, with their clusters. */
export function* storedPairs<Pair extends ScoredPair>(
  pairs: readonly Pair[],
  { uuidOf, hashOf, reasonsOf }: ComparedPlaces<Pair>,
): Generator<StoredPair> {
  for (const { members, pairs: linked, band } of clusterPairs(pairs)) {
    const ids = members.map(uuidOf).sort();
    const cluster = clusterId(ids);
    for (const pair of linked) {
      yield {
        a: uuidOf(pair.a),
        b: uuidOf(pair.b),
        cluster,
        cluster_band: rankOf(band),
        probability: pair.probability,
        band: rankOf(pair.band),
        reasons: reasonsOf(pair).map(({ bits, ...reason }) => ({
          ...reason,
          bits: Math.round(bits * 10) / 10,
        })),
        a_hash: hashOf(pair.a),
        b_hash: hashOf(pair.b),
      };
    }
  }
}

/** Returns the place of a band in the order of certainty, from 1. */
function rankOf(band: DuplicateBand): number {
  return DUPLICATE_BANDS.indexOf(band) + 1;
}

/** Returns the band of a rank. */
export function bandOf(rank: number): DuplicateBand {
  return DUPLICATE_BANDS[rank - 1] ?? 'possible';
}

/** Returns an id that a cluster of the same leads has in every scan. */
function clusterId(ids: readonly string[]): string {
  const hash = createHash('sha256').update(ids.join()).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** Stores pairs, a batch at a time. */
export async function insertPairs(tx: TenantTransaction, pairs: Iterable<StoredPair>): Promise<void> {
  let batch: StoredPair[] = [];
  for (const pair of pairs) {
    batch.push(pair);
    if (batch.length === BATCH) {
      await insertBatch(tx, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await insertBatch(tx, batch);
}

async function insertBatch(tx: TenantTransaction, pairs: readonly StoredPair[]): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO duplicate_pairs (organization_id, a, b, cluster, cluster_band, probability, band, reasons, a_hash, b_hash)
     SELECT $1, p.a, p.b, p.cluster, p.cluster_band, p.probability, p.band, p.reasons, p.a_hash, p.b_hash
     FROM jsonb_to_recordset($2::jsonb) AS p (a uuid, b uuid, cluster uuid, cluster_band smallint, probability real,
       band smallint, reasons jsonb, a_hash bigint, b_hash bigint)
     WHERE NOT EXISTS (SELECT FROM dismissed_duplicates d WHERE d.organization_id = $1 AND d.a = p.a AND d.b = p.b)`),
    [tx.organizationId, JSON.stringify(pairs)],
  );
}

/** Removes the clusters that hold any of the leads, and returns their pairs. */
export async function takeClusters(tx: TenantTransaction, ids: readonly string[]): Promise<StoredPair[]> {
  const clusters = await tx.query<{ cluster: string }>(
    `SELECT DISTINCT p.cluster FROM duplicate_pairs p
     WHERE p.organization_id = $1 AND (p.a = ANY($2::uuid[]) OR p.b = ANY($2::uuid[]))`,
    [tx.organizationId, ids],
  );
  return tx.query<StoredPair>(
    `DELETE FROM duplicate_pairs WHERE organization_id = $1 AND cluster = ANY($2::uuid[])
     RETURNING ${COLUMNS}`,
    [tx.organizationId, clusters.map(({ cluster }) => cluster)],
  );
}
