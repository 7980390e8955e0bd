import type { LinkedPair } from '#packages/linkage/linkage.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { findSimilarToChanged, type SimilarLead } from '../../lead/similar/similar-leads.ts';
import { type LeadToCompare, readChangedLeads, readScanModel } from '../../lead/similar/similar-reads.ts';
import { markLinked } from '../../lead/similar/similar-writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { bandOf, insertPairs, lockPairs, type StoredPair, storedPairs, takeClusters } from './pair-writes.ts';

/** Maximum changed leads compared individually; more need a scan of all leads. */
const MAX_CHANGED = 10_000;
/** Leads compared at a time. */
const PART = 1_000;
/** Maximum milliseconds of a transaction whose changes are still found. */
const OVERLAP_MS = 60_000;

/**
 * Compares the leads that changed since the last scan or call with all others, and updates the stored pairs.
 * Returns false if they need a scan: too many changed, or none has run.
 */
export function linkChangedLeads(scope: OrganizationScope): Promise<boolean> {
  return scope.transaction(async (tx) => {
    await lockPairs(tx);
    const scan = await readScanModel(tx);
    if (scan === null) return false;
    const startedAt = new Date();
    const since = new Date(scan.linked_at.getTime() - OVERLAP_MS);
    const changed = await readChangedLeads(tx, since, MAX_CHANGED + 1);
    if (changed.length > MAX_CHANGED) return false;
    const present = changed.filter(({ is_deleted }) => !is_deleted);
    const found: StoredPair[] = [];
    for (let from = 0; from < present.length; from += PART) {
      const part = present.slice(from, from + PART);
      found.push(...pairsOf(part, await findSimilarToChanged(tx, scan, part)));
    }
    await replacePairs(tx, changed, found);
    await markLinked(tx, startedAt);
    return true;
  });
}

/** Returns the pairs of leads with others; their clusters are still to be made. */
function pairsOf(leads: readonly LeadToCompare[], similar: readonly SimilarLead[][]): StoredPair[] {
  const pairs = new Map<string, StoredPair>();
  leads.forEach((lead, n) => {
    for (const { leadId, hash, band, ...match } of similar[n] ?? []) {
      const [one, two] = [
        { id: lead.id, hash: lead.hash },
        { id: leadId, hash },
      ];
      const [a, b] = one.id < two.id ? [one, two] : [two, one];
      const rank = band === 'certain' ? 1 : band === 'likely' ? 2 : 3;
      pairs.set(a.id + b.id, {
        ...{ a: a.id, b: b.id, a_hash: a.hash, b_hash: b.hash, cluster: '', cluster_band: rank, band: rank },
        ...match,
      });
    }
  });
  return [...pairs.values()];
}

/** Replaces the pairs of changed leads, and joins the clusters that they touch again. */
async function replacePairs(
  tx: TenantTransaction,
  changed: readonly LeadToCompare[],
  found: readonly StoredPair[],
): Promise<void> {
  const ids = new Set(changed.map(({ id }) => id));
  const before = await takeClusters(tx, [...ids, ...found.flatMap(({ a, b }) => [a, b])]);
  const pairs = new Map(
    [...before.filter(({ a, b }) => !ids.has(a) && !ids.has(b)), ...found].map((pair) => [
      pair.a + pair.b,
      pair,
    ]),
  );
  const hashes = new Map<string, string>();
  for (const { a, b, a_hash, b_hash } of pairs.values()) hashes.set(a, a_hash).set(b, b_hash);
  const sorted = [...hashes.keys()].sort();
  const places = new Map(sorted.map((id, place) => [id, place]));
  const linked = [...pairs.values()].map(
    ({ a, b, band, probability, reasons }): LinkedPair => ({
      ...{ a: places.get(a) ?? 0, b: places.get(b) ?? 0, band: bandOf(band), probability, reasons },
    }),
  );
  const uuidOf = (place: number) => sorted[place] ?? '';
  const hashOf = (place: number) => hashes.get(uuidOf(place)) ?? '0';
  const after = [...storedPairs(linked, { uuidOf, hashOf, reasonsOf: ({ reasons }) => reasons })];
  await insertPairs(tx, after);
  const shown = (list: readonly StoredPair[]) =>
    list
      .map(({ a, b, cluster, cluster_band }) => a + b + cluster + cluster_band)
      .sort()
      .join();
  if (shown(before) !== shown(after)) await announceLeads(tx, { aspects: ['duplicates'], ids: [] });
}
