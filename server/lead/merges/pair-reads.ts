import type { TenantTransaction } from '../../platform/db/scope.ts';
import { comparedHash } from '../similar/similar-reads.ts';

/** Pairs that still hold: leads may have been merged, deleted, dismissed or edited since the scan. */
export const VALID_PAIRS = `
  FROM duplicate_pairs p
  JOIN leads a ON a.organization_id = $1 AND a.id = p.a AND a.deleted_at IS NULL AND ${comparedHash('a')} = p.a_hash
  JOIN leads b ON b.organization_id = $1 AND b.id = p.b AND b.deleted_at IS NULL AND ${comparedHash('b')} = p.b_hash
  WHERE p.organization_id = $1
    AND NOT EXISTS (SELECT FROM dismissed_duplicates d WHERE d.organization_id = $1 AND d.a = p.a AND d.b = p.b)`;

/** Real numbers can't hold more certainty. */
const MAX_BITS = 20;

/** Returns the evidence that the last scan had for a pair, without what answers taught; null if it had none. */
export async function bitsOfPair(tx: TenantTransaction, one: string, other: string): Promise<number | null> {
  const [pair] = await tx.query<{ probability: number }>(
    `SELECT p.probability ${VALID_PAIRS} AND p.a = $2 AND p.b = $3`,
    [tx.organizationId, ...[one, other].map((id) => id.toLowerCase()).sort()],
  );
  const [scan] = await tx.query<{ shift: number }>(
    'SELECT shift FROM duplicate_scans WHERE organization_id = $1',
    [tx.organizationId],
  );
  if (pair === undefined) return null;
  const bits = Math.log2(pair.probability / (1 - pair.probability));
  return Math.min(bits, MAX_BITS) - (scan?.shift ?? 0);
}

/** A pair of the last scan, with what merging it depends on. */
export interface JudgedPair {
  a: string;
  b: string;
  cluster: string;
  isCertain: boolean;
  /** A custom field speaks against it. */
  hasConflict: boolean;
  aFacts: MergedFacts;
  bFacts: MergedFacts;
}

export interface MergedFacts {
  isSold: boolean;
  isSuppressed: boolean;
  owner: string | null;
}

interface PairRow extends Pick<JudgedPair, 'a' | 'b' | 'cluster' | 'isCertain' | 'hasConflict'> {
  aSold: boolean;
  bSold: boolean;
  aSuppressed: boolean;
  bSuppressed: boolean;
  aOwner: string | null;
  bOwner: string | null;
}

/** Clusters that only certain pairs hold together. */
const CERTAIN = 'p.cluster_band = 1';
/** The import `$2` created the newer lead of a pair of the cluster. */
const OF_IMPORT = `p.cluster IN (
    SELECT q.cluster FROM imports i
    JOIN duplicate_pairs q ON q.organization_id = $1 AND q.b BETWEEN i.first_lead AND i.last_lead
    JOIN leads n ON n.organization_id = $1 AND n.id = q.b AND n.import_id = i.id
    WHERE i.organization_id = $1 AND i.id = $2)`;

/** Returns the pairs of all clusters that only certain pairs hold together, those with leads of an import, or the pairs among leads. */
export async function judgedPairs(
  tx: TenantTransaction,
  among: readonly string[] | 'certain' | { importId: string },
): Promise<JudgedPair[]> {
  const [chosen, given] =
    among === 'certain'
      ? [CERTAIN, []]
      : 'importId' in among
        ? [`${CERTAIN} AND ${OF_IMPORT}`, [among.importId]]
        : ['p.a = ANY ($2::uuid[]) AND p.b = ANY ($2::uuid[])', [among]];
  const rows = await tx.query<PairRow & Record<string, unknown>>(
    `SELECT p.a, p.b, p.cluster, p.band = 1 AS "isCertain",
       jsonb_path_exists(p.reasons, '$[*] ? (@.field starts with "custom:" && @.comparison == "different")') AS "hasConflict",
       a.is_sold AS "aSold", b.is_sold AS "bSold", a.suppressed AS "aSuppressed", b.suppressed AS "bSuppressed",
       a.owner_id AS "aOwner", b.owner_id AS "bOwner"
     ${VALID_PAIRS} AND ${chosen} ORDER BY p.b, p.a`,
    [tx.organizationId, ...given],
  );
  return rows.map(({ a, b, cluster, isCertain, hasConflict, ...row }) => ({
    ...{ a, b, cluster, isCertain, hasConflict },
    aFacts: { isSold: row.aSold, isSuppressed: row.aSuppressed, owner: row.aOwner },
    bFacts: { isSold: row.bSold, isSuppressed: row.bSuppressed, owner: row.bOwner },
  }));
}
