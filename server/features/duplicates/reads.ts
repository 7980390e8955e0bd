import type { DuplicateCluster, DuplicateReason } from '#contract/duplicates.ts';
import { DUPLICATE_BANDS, type DuplicateBand } from '#contract/filter-values.ts';
import type { Lead } from '#contract/leads.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import { comparedHash, VALID_PAIRS } from '../../lead/merges/pair-reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface ClusterFilter {
  band?: DuplicateBand | undefined;
  search?: string | undefined;
}

/** The part of a lead that a scan compares. */
export interface ComparedLead {
  id: string;
  hash: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postcode: string | null;
  custom_data: Record<string, unknown>;
}

/** Returns a page of leads in order of their ids. */
export function readCompared(
  tx: TenantTransaction,
  after: string | null,
  limit: number,
): Promise<ComparedLead[]> {
  return tx.query<ComparedLead>(
    `SELECT l.id, ${comparedHash('l')}::text AS hash, l.first_name, l.last_name, l.email, l.phone, l.address, l.city,
       l.postcode, l.custom_data
     FROM leads l WHERE l.organization_id = $1 AND l.id > $2 AND l.deleted_at IS NULL ORDER BY l.id LIMIT $3`,
    [tx.organizationId, after ?? '00000000-0000-0000-0000-000000000000', limit],
  );
}

/** Limits the pairs to a band, `$2`, and to leads whose searched text contains `$3`. */
const CHOSEN_CLUSTERS = `
  SELECT p.cluster, min(p.cluster_band) AS band, max(p.probability) AS probability ${VALID_PAIRS}
    AND ($2::smallint IS NULL OR p.cluster_band = $2)
    AND ($3::text IS NULL OR EXISTS (
      SELECT FROM lead_search s WHERE s.organization_id = $1 AND s.lead_id IN (p.a, p.b) AND strpos(s.search_text, $3) > 0
    ))
  GROUP BY p.cluster`;

interface PairRow {
  a: string;
  b: string;
  cluster: string;
  probability: number;
  band: number;
  reasons: DuplicateReason[];
}

/** Returns one page of clusters, surest first, with their number. */
export async function listClusters(
  tx: TenantTransaction,
  { band, search, ...page }: ClusterFilter & { limit: number; offset: number },
): Promise<{ clusters: DuplicateCluster[]; total: number }> {
  const rank = band === undefined ? null : DUPLICATE_BANDS.indexOf(band) + 1;
  const chosen = [tx.organizationId, rank, search ? foldText(search) : null];
  const [count] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM (${CHOSEN_CLUSTERS}) c`,
    chosen,
  );
  const clusters = await tx.query<{ cluster: string; band: number }>(
    `${CHOSEN_CLUSTERS} ORDER BY band, probability DESC, cluster LIMIT $4 OFFSET $5`,
    [...chosen, page.limit, page.offset],
  );
  const pairs = await tx.query<PairRow>(
    `SELECT p.a, p.b, p.cluster, p.probability, p.band, p.reasons ${VALID_PAIRS} AND p.cluster = ANY ($2::uuid[])
     ORDER BY p.probability DESC, p.a, p.b`,
    [tx.organizationId, clusters.map(({ cluster }) => cluster)],
  );
  const leads = await leadsById(tx, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]);
  return {
    total: count?.total ?? 0,
    clusters: clusters.map(({ cluster, band: rank }) => {
      const own = pairs.filter((pair) => pair.cluster === cluster);
      const ids = [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort();
      return {
        id: cluster,
        band: bandOf(rank),
        leads: ids.flatMap((id) => leads.get(id) ?? []),
        pairs: own.map(({ cluster: _cluster, band: ofPair, ...pair }) => ({ ...pair, band: bandOf(ofPair) })),
      };
    }),
  };
}

function bandOf(rank: number): DuplicateBand {
  return DUPLICATE_BANDS[rank - 1] ?? 'possible';
}

/** When scans were asked for, and the last one that ended ran. */
export interface ScanState {
  isRunning: boolean;
  /** Milliseconds since the last request, and since the end of the last scan; null when none has run. */
  sinceRequest: number;
  sinceEnd: number | null;
  /** Milliseconds the last scan took. */
  took: number;
}

/** Returns the state of an organization's scans, or null before the first. */
export async function findScan(tx: TenantTransaction): Promise<ScanState | null> {
  const [row] = await tx.query<{ requested_at: Date; started_at: Date | null; finished_at: Date | null }>(
    'SELECT requested_at, started_at, finished_at FROM duplicate_scans WHERE organization_id = $1',
    [tx.organizationId],
  );
  if (row === undefined) return null;
  const [requested, started, finished] = [row.requested_at, row.started_at, row.finished_at].map(
    (time) => time?.getTime() ?? null,
  );
  const now = Date.now();
  return {
    isRunning: started == null || (requested ?? 0) > started,
    sinceRequest: now - (requested ?? 0),
    sinceEnd: finished == null ? null : now - finished,
    took: (finished ?? 0) - (started ?? 0),
  };
}

/** Returns leads by their ids. */
export async function leadsById(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, Lead>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<SelectedLead>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  const names = await loadLeadNames(tx, rows);
  return new Map(rows.map((row) => [row.id, toLead(row, names)]));
}
