import { type LinkedPair, lookUpKeys, matchStored } from '#packages/linkage/linkage.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type ComparedLead, personOf } from './compared-lead.ts';
import { bucketsFor, OpenIndex } from './index-entries.ts';
import {
  type LinkableLead,
  readBuckets,
  readComparedLeads,
  readScanModel,
  type ScanModel,
} from './similar-reads.ts';
import { writeAdded } from './similar-writes.ts';

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
  return findByIndex(tx, scan, candidates, false);
}

/** Returns the same for stored leads that changed, and adds them to the index. */
export function findSimilarToChanged(
  tx: TenantTransaction,
  scan: ScanModel,
  leads: readonly LinkableLead[],
): Promise<SimilarLead[][]> {
  return findByIndex(tx, scan, leads, true);
}

async function findByIndex(
  tx: TenantTransaction,
  { model, leads }: ScanModel,
  candidates: readonly Candidate[],
  isAdding: boolean,
): Promise<SimilarLead[][]> {
  const fields = model.kinds.map(({ name }) => name);
  const persons = candidates.map((candidate) => personOf(candidate, fields));
  const wanted = lookUpKeys(model, persons);
  const blockKeys = wanted.flatMap(({ blocks }) => blocks.map(({ key }) => key));
  const index = new OpenIndex(bucketsFor(leads), (buckets) => readBuckets(tx, buckets));
  await index.load([...blockKeys, ...wanted.flatMap(({ counts }) => counts)]);
  if (isAdding) index.divideFull(blockKeys);
  const keys = wanted.map(({ blocks }) => {
    const own = blocks.flatMap(({ key, divided }) => (index.isDivided(key) ? divided : [key]));
    return { own, all: new Set([...blocks.map(({ key }) => key), ...own]) };
  });
  await index.load(keys.flatMap(({ own }) => own));
  if (isAdding) {
    keys.forEach(({ own }, n) => {
      for (const key of own) index.add(key, candidates[n]?.id ?? '');
    });
    await writeAdded(tx, index);
  }
  const found = keys.map(({ all }, n) => {
    const ids = new Set([...all].flatMap((key) => index.leadsOf(key)));
    ids.delete(candidates[n]?.id ?? '');
    return ids;
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
