import { type LinkedPair, lookUpKeys, matchStored } from '#packages/linkage/linkage.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type ComparedLead, personOf } from './compared-lead.ts';
import { bucketsFor, keyBucket, openIndex } from './index-entries.ts';
import { readBuckets, readComparedLeads, readScanModel } from './similar-reads.ts';

/** A stored lead that is likely the same person as a candidate; the surest first. */
export interface SimilarLead extends Pick<LinkedPair, 'probability' | 'band' | 'reasons'> {
  leadId: string;
  /** Hash of what was compared of it. */
  hash: string;
}

/** A lead to compare with the stored ones; `id` is null unless it is stored itself. */
export type Candidate = ComparedLead & { id: string | null };

/**
 * Returns, for each candidate, the stored leads that are likely the same person, by what the last scan learned; none
 * before the first scan. Leads that changed since the last scan or update of the index are found by their old values.
 */
export async function findSimilarLeads(
  tx: TenantTransaction,
  candidates: readonly Candidate[],
): Promise<SimilarLead[][]> {
  const scan = await readScanModel(tx);
  if (scan === null || candidates.length === 0) return candidates.map(() => []);
  const { model } = scan;
  const buckets = bucketsFor(scan.leads);
  const fields = model.kinds.map(({ name }) => name);
  const persons = candidates.map((candidate) => personOf(candidate, fields));
  const keys = lookUpKeys(model, persons);
  const index = openIndex();
  const loaded = new Set<number>();
  const load = async (wanted: readonly number[]) => {
    const numbers = new Set(wanted.map((key) => keyBucket(key, buckets))).difference(loaded);
    for (const bucket of await readBuckets(tx, [...numbers])) {
      loaded.add(bucket.bucket);
      index.add(bucket);
    }
  };
  await load(keys.flatMap(({ blocks, counts }) => [...blocks.map(({ key }) => key), ...counts]));
  const divided = keys.map(({ blocks }) =>
    blocks.flatMap((block) => (index.isDivided(block.key) ? block.divided : [])),
  );
  await load(divided.flat());
  const found = keys.map(({ blocks }, n) => {
    const ids = [...blocks.map(({ key }) => key), ...(divided[n] ?? [])].flatMap((key) => index.leadsOf(key));
    return new Set(ids.filter((id) => id !== candidates[n]?.id));
  });
  const stored = await readComparedLeads(tx, [...new Set(found.flatMap((ids) => [...ids]))]);
  const places = new Map(stored.map(({ id }, n) => [id, candidates.length + n]));
  const pairs = found.flatMap((ids, n) =>
    [...ids].flatMap((id): [number, number][] => {
      const place = places.get(id);
      return place === undefined ? [] : [[n, place]];
    }),
  );
  const all = [...persons, ...stored.map((lead) => personOf(lead, fields))];
  const similar = candidates.map((): SimilarLead[] => []);
  for (const { a, b, ...match } of matchStored(model, all, pairs, (key) => index.countOf(key))) {
    const lead = stored[b - candidates.length];
    if (lead !== undefined) similar[a]?.push({ leadId: lead.id, hash: lead.hash, ...match });
  }
  for (const list of similar) list.sort((one, two) => two.probability - one.probability);
  return similar;
}
