import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { clearBit } from '../../bitmaps.ts';
import { count, idsAt, matches, page as newestFirst, type Segment, WHOLE, withIds } from '../index/finder.ts';
import {
  bucketCount,
  bucketOf,
  comparable,
  countInBuckets,
  isMixed,
  leadsInBuckets,
  type SortKey,
} from './buckets.ts';
import {
  type Bucketed,
  bucketColumns,
  type KeyedLead,
  readInOrder,
  readKeys,
  readThresholds,
  type Thresholds,
} from './order-reads.ts';
import { type SortField, sortFieldOf } from './sort-fields.ts';

/** Sorted one by one; with more, all matches are. */
const MAX_LIVE_LEADS = 65_536;
/** Tries of a page whose segments are rebuilt at that moment. */
const TRIES = 5;

export interface SortedPart {
  sort: string;
  descending: boolean;
  offset: number;
  limit: number;
}

/** `total` counts all matches. */
interface SortedPage {
  ids: string[];
  total: number;
}

interface Sorted extends Thresholds {
  segments: (Segment & { bits: Uint8Array; codes: Uint16Array })[];
  live: (KeyedLead & { bucket: number })[];
  /** Matches in each bucket. */
  counts: Uint32Array;
}

/** Part of a bucket that belongs to a page, with its leads that may. */
interface Take {
  bucket: number;
  skip: number;
  limit: number;
  /** Which of the bucket's leads are needed, newest first. */
  first: number;
  end: number;
  seen: number;
  live: KeyedLead[];
  leads: KeyedLead[];
}

/**
 * Finds a page of matches in the order of a field, those without a value last, equal ones newest first (docs/finding-leads.md, "Sorting").
 * @throws HttpError invalid_input for a field that does not exist
 */
export async function sortedPage(
  tx: TenantTransaction,
  filter: LeadFilter,
  part: SortedPart,
): Promise<SortedPage> {
  if (part.sort === 'id') return pageById(tx, filter, part);
  const field = await sortFieldOf(tx, part.sort);
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await findOnce(tx, filter, field, part);
    if (found !== null) return found;
  }
  throw new Error('Segments kept being rebuilt while a page was sorted');
}

/** Ids are in the order of the list; ascending, it is read from its end. */
async function pageById(
  tx: TenantTransaction,
  filter: LeadFilter,
  { descending, offset, limit }: SortedPart,
): Promise<SortedPage> {
  const total = await count(tx, filter);
  const end = Math.max(total - offset, 0);
  const first = Math.max(end - limit, 0);
  const range = descending ? { offset, limit } : { offset: first, limit: end - first };
  if (range.limit === 0) return { ids: [], total };
  const { ids } = await newestFirst(tx, filter, range, false);
  return { ids: descending ? ids : ids.reverse(), total };
}

async function findOnce(
  tx: TenantTransaction,
  filter: LeadFilter,
  field: SortField,
  part: SortedPart,
): Promise<SortedPage | null> {
  const thresholds = await readThresholds(tx, field);
  const extra = thresholds === null ? null : bucketColumns(tx, field, thresholds);
  const { segments, within } = await matches<Bucketed>(tx, filter, extra);
  const isKnown = segments.map(({ bits, buckets }) => bits !== null && buckets !== null);
  const known = segments.filter((_, nth) => isKnown[nth]);
  const unknown = segments.filter((_, nth) => !isKnown[nth]);
  const unknownLeads = unknown.reduce((sum, { leads }) => sum + leads, 0);
  if (thresholds === null || known.length === 0 || unknownLeads > MAX_LIVE_LEADS) {
    return readInOrder(tx, field, within(WHOLE), part);
  }
  const newest = { from: segments[0]?.before ?? WHOLE.from, before: WHOLE.before };
  const changed = known.flatMap(({ live, keys }) => {
    const all = comparable(keys ?? []);
    return live.map((id, nth) => ({ id, key: all[nth] ?? null }));
  });
  const live = [...changed, ...(await readKeys(tx, field, [newest, ...unknown].map(within)))];
  const sorted = sort(thresholds, known, live);
  const total = sorted.counts.reduce((sum, leads) => sum + leads, 0);
  const ids = await idsOf(tx, field, takesOf(sorted, part), { sorted, descending: part.descending });
  return ids === null ? null : { ids, total };
}

/** Counts the matches in each bucket. */
function sort(
  thresholds: Thresholds,
  known: readonly (Segment & Bucketed)[],
  leads: readonly KeyedLead[],
): Sorted {
  const counts = new Uint32Array(bucketCount(thresholds.thresholds));
  const segments = known.map((segment) => {
    const bits = segment.bits as Uint8Array;
    for (const position of segment.changed) clearBit(bits, position);
    const codes = codesOf(segment);
    countInBuckets(bits, codes, counts);
    return { ...segment, bits, codes };
  });
  const live = leads.map((lead) => ({ ...lead, bucket: bucketOf(thresholds.thresholds, lead.key) }));
  for (const { bucket } of live) counts[bucket] = (counts[bucket] as number) + 1;
  return { ...thresholds, segments, live, counts };
}

function codesOf({ buckets, leads }: Segment & Bucketed): Uint16Array {
  // A copy begins at an even byte.
  const codes = new Uint16Array(new Uint8Array(buckets as Buffer).buffer);
  return codes.length === leads ? codes : new Uint16Array(leads).fill(codes[0] as number);
}

/** Finds the buckets that a page consists of. */
function takesOf(
  { thresholds, counts, live, segments }: Sorted,
  { offset, limit, descending }: SortedPart,
): Take[] {
  const watermark = segments[0]?.before ?? WHOLE.before;
  const inBucket = Map.groupBy(live, ({ bucket }) => bucket);
  const takes: Take[] = [];
  const none = counts.length - 1;
  for (let nth = 0, passed = offset, wanted = limit; nth <= none && wanted > 0; nth++) {
    const bucket = descending && nth < none ? none - 1 - nth : nth;
    const found = counts[bucket] as number;
    const skip = Math.min(passed, found);
    passed -= skip;
    const taken = Math.min(wanted, found - skip);
    if (taken === 0) continue;
    wanted -= taken;
    const own = inBucket.get(bucket) ?? [];
    // Leads of one value are in id order: those above the watermark come first.
    const newer = own.filter(({ id }) => id >= watermark).length;
    const inSegments = found - own.length;
    const first = isMixed(thresholds, bucket) ? 0 : Math.max(skip - own.length, 0);
    const last = isMixed(thresholds, bucket) ? inSegments : Math.max(skip + taken - newer, 0);
    const end = Math.min(last, inSegments);
    takes.push({ bucket, skip, limit: taken, first, end, seen: 0, live: own, leads: [] });
  }
  return takes;
}

/** Most pages need but the first positions of large buckets. */
function picksOf(takes: readonly Take[], { segments, counts }: Sorted) {
  const takeOf = new Map(takes.map((take) => [take.bucket, take]));
  const marks = new Uint8Array(counts.length);
  for (const { bucket } of takes) marks[bucket] = 1;
  const picks = [];
  for (const segment of segments) {
    if (takes.every(({ seen, end }) => seen >= end)) break;
    const picked: { position: number; take: Take }[] = [];
    for (const position of leadsInBuckets(segment.bits, segment.codes, marks)) {
      const take = takeOf.get(segment.codes[position] as number) as Take;
      if (take.seen >= take.first && take.seen < take.end) picked.push({ position, take });
      take.seen++;
    }
    if (picked.length > 0) picks.push({ segment, picked, positions: picked.map(({ position }) => position) });
  }
  return picks;
}

/** Null when a segment was rebuilt meanwhile. */
async function idsOf(
  tx: TenantTransaction,
  field: SortField,
  takes: readonly Take[],
  { sorted, descending }: { sorted: Sorted; descending: boolean },
): Promise<string[] | null> {
  const picks = picksOf(takes, sorted);
  const read = await idsAt(tx, picks);
  if (read === null) return null;
  for (const [nth, { picked }] of picks.entries()) {
    for (const [place, { take }] of picked.entries())
      take.leads.push({ id: read[nth]?.[place] ?? '', key: null });
  }
  const mixed = takes.filter(({ bucket }) => isMixed(sorted.thresholds, bucket));
  const ids = mixed.flatMap(({ leads }) => leads.map(({ id }) => id));
  const keys = ids.length === 0 ? [] : await readKeys(tx, field, [withIds(tx, ids)]);
  const keyOf = new Map(keys.map(({ id, key }) => [id, key]));
  for (const take of mixed) for (const lead of take.leads) lead.key = keyOf.get(lead.id) ?? null;
  return takes.flatMap((take) => {
    const isWhole = isMixed(sorted.thresholds, take.bucket);
    const inOrder = isWhole ? byKey(descending) : byId;
    const first = take.skip - take.first;
    return [...take.live, ...take.leads]
      .sort(inOrder)
      .slice(first, first + take.limit)
      .map(({ id }) => id);
  });
}

function byId(a: KeyedLead, b: KeyedLead): number {
  return a.id < b.id ? 1 : -1;
}

function byKey(descending: boolean): (a: KeyedLead, b: KeyedLead) => number {
  return (a, b) => {
    if (a.key === b.key) return byId(a, b);
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
    return a.key < (b.key as Exclude<SortKey, null>) !== descending ? -1 : 1;
  };
}
