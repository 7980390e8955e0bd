import { setTimeout as wait } from 'node:timers/promises';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import { indexSegment, indexSubstrings, lockSnapshot, type Made, makeSegment } from '../index/finder.ts';
import type { Keyed } from './buckets.ts';
import assignInThread from './buckets.ts';
import { type SortField, sortFields } from './sort-fields.ts';
import chooseInThread from './thresholds.ts';

/** Leads that thresholds are chosen from. */
const SAMPLED_LEADS = 65_536;
/** Some 3 MB of a segment's values. */
const FIELDS_AT_ONCE = 8;

/** One more character tells whether a text is equal. */
const THRESHOLD_LENGTH = 200;

const KEEP_BUCKETS = `UPDATE lead_sort_buckets SET segment_made = $5
  WHERE organization_id = $1 AND field = $2 AND generation = $3 AND low = $4`;

/** A generation of a field's thresholds. */
export interface Generation {
  field: string;
  made: string;
}

/** Outside of the server's thread. */
export interface OrderThreads {
  /** `assignBuckets`. */
  assign(fields: readonly Keyed[]): Promise<Uint16Array[]>;
  /** `chooseThresholds`; samples and results are JSON arrays. */
  choose(samples: readonly string[], scale: number): Promise<string[]>;
}

/** Chooses thresholds from a sample of leads in segments, which pages don't use yet. */
export async function makeThresholds(
  tx: TenantTransaction,
  fields: readonly SortField[],
  { choose }: OrderThreads,
): Promise<void> {
  const [index] = await tx.query<{ leads: number }>(
    'SELECT coalesce(sum(leads), 0)::int AS leads FROM lead_segments WHERE organization_id = $1',
    [tx.organizationId],
  );
  const scale = Math.max(1, Math.ceil((index?.leads ?? 0) / SAMPLED_LEADS));
  for (const some of inParts(fields)) {
    const keys = some.map((field, nth) => `${beginning(field, THRESHOLD_LENGTH)} AS k${nth}`);
    const lists = some.map(
      (_, nth) =>
        `coalesce(json_agg(k${nth} ORDER BY k${nth}) FILTER (WHERE k${nth} IS NOT NULL), '[]')::text`,
    );
    const [sample] = await tx.query<{ lists: string[] }>(
      `WITH sampled AS MATERIALIZED (
         SELECT encode(substring(plain.ids FROM 16 * (n + floor(random() * $2)::int) + 1 FOR 16), 'hex') AS id
         FROM lead_segments s
         CROSS JOIN LATERAL (SELECT substring(s.ids from 1) AS ids OFFSET 0) plain
         CROSS JOIN LATERAL generate_series(0, s.leads - $2, $2) AS n
         WHERE s.organization_id = $1
       )
       SELECT ARRAY[${lists.join(', ')}] AS lists FROM (
         SELECT ${keys.join(', ')} FROM sampled JOIN leads ON leads.organization_id = $1 AND leads.id = sampled.id::uuid
       ) AS keyed`,
      [tx.organizationId, scale],
    );
    const chosen = await choose(sample?.lists ?? [], scale);
    await tx.query(
      insertSelected(`INSERT INTO lead_sort_thresholds (organization_id, field, made, thresholds)
       SELECT $1, f.* FROM unnest($2::text[], $3::uuid[], $4::text[]) AS f`),
      [tx.organizationId, some.map(({ name }) => name), some.map(() => newId()), chosen],
    );
  }
}

interface Making {
  /** First id of the segment. */
  low: string;
  wanted: readonly Generation[];
  /** Leads whose buckets may differ; without them, all. */
  changed?: readonly string[];
}

export async function makeBuckets(
  tx: TenantTransaction,
  { low, wanted, changed }: Making,
  { assign }: OrderThreads,
): Promise<void> {
  if (wanted.length === 0) return;
  const thresholds = await tx.query<Generation & { thresholds: string; buckets: Buffer | null }>(
    `SELECT t.field, made, thresholds, CASE WHEN $5 THEN b.buckets END AS buckets FROM lead_sort_thresholds t
     LEFT JOIN lead_sort_buckets b ON b.organization_id = $1 AND b.field = t.field AND b.generation = made AND b.low = $4
     WHERE t.organization_id = $1 AND (t.field, made) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))`,
    [
      tx.organizationId,
      wanted.map(({ field }) => field),
      wanted.map(({ made }) => made),
      low,
      changed !== undefined,
    ],
  );
  const fields = new Map((await sortFields(tx)).map((field) => [field.name, field]));
  const known = thresholds.flatMap((one) => {
    const field = fields.get(one.field);
    return field === undefined ? [] : { ...one, ...field };
  });
  const [segment] = await tx.query<{ made: string; before: string; ids: Buffer; rows: Buffer }>(
    `SELECT made, before, ids, (
       SELECT coalesce(string_agg(uuid_send(id), ''::bytea ORDER BY id), '') FROM leads
       WHERE organization_id = $1 AND id >= $2 AND id < before AND deleted_at IS NULL AND ($3::uuid[] IS NULL OR id = ANY ($3))
     ) AS rows
     FROM (SELECT low, made, ids, lead(low, 1, watermark) OVER (ORDER BY low) AS before
       FROM lead_segments JOIN lead_index USING (organization_id) WHERE organization_id = $1) AS segments
     WHERE low = $2`,
    [tx.organizationId, low, changed],
  );
  if (segment === undefined) return;
  const rowAt = rowsOf(segment);
  for (const some of inParts(known)) {
    const keys = some.map((field, nth) => `${beginning(field, THRESHOLD_LENGTH + 1)} AS k${nth}`);
    const lists = some.map((_, nth) => `coalesce(json_agg(k${nth}), '[]')::text`);
    const [read] = await tx.query<{ lists: string[] }>(
      `SELECT ARRAY[${lists.join(', ')}] AS lists FROM (
         SELECT ${keys.join(', ')} FROM leads
         WHERE organization_id = $1 AND id >= $2 AND id < $3 AND deleted_at IS NULL AND ($4::uuid[] IS NULL OR id = ANY ($4)) ORDER BY id
       ) AS keyed`,
      [tx.organizationId, low, segment.before, changed],
    );
    const assigned = await assign(
      some.map((field, nth) => ({ keys: read?.lists[nth] ?? '[]', thresholds: field.thresholds })),
    );
    for (const [nth, { name, made, buckets }] of some.entries()) {
      const key = [tx.organizationId, name, made, low, segment.made];
      const bytes = bytesOf(assigned[nth] ?? [], rowAt, buckets);
      if (buckets?.equals(bytes)) {
        await tx.query(KEEP_BUCKETS, key);
        continue;
      }
      await tx.query(
        `INSERT INTO lead_sort_buckets (organization_id, field, generation, low, segment_made, buckets)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organization_id, field, generation, low)
         DO UPDATE SET segment_made = excluded.segment_made, buckets = excluded.buckets, made_at = excluded.made_at`,
        [...key, bytes],
      );
    }
  }
}

/** Puts a rebuilt segment's leads into buckets: those that changed, if it has the same leads. */
export async function remakeBuckets(
  tx: TenantTransaction,
  { low, changed, previous }: Made,
  work: OrderThreads,
): Promise<void> {
  const known = await tx.query<Generation & { isKept: boolean | null }>(
    `SELECT field, generation AS made, segment_made = $3 AS "isKept" FROM lead_sort_buckets
     WHERE organization_id = $1 AND low = $2`,
    [tx.organizationId, low, previous],
  );
  await makeBuckets(tx, { low, wanted: known.filter(({ isKept }) => isKept), changed }, work);
  await makeBuckets(tx, { low, wanted: known.filter(({ isKept }) => !isKept) }, work);
}

/** Lets pages use the newest generations; removes older ones and fields that are gone. */
export async function promoteNewest(tx: TenantTransaction, fields: readonly SortField[]): Promise<void> {
  await tx.query(
    `WITH outdated AS (
       DELETE FROM lead_sort_thresholds t WHERE organization_id = $1 AND (field <> ALL ($2::text[]) OR EXISTS (
         SELECT FROM lead_sort_thresholds n WHERE n.organization_id = $1 AND n.field = t.field AND n.made > t.made
       )) RETURNING field, made
     ), used AS (
       UPDATE lead_sort_thresholds t SET is_current = true, checked_at = now()
       WHERE organization_id = $1 AND NOT is_current AND (field, made) NOT IN (SELECT field, made FROM outdated)
     )
     DELETE FROM lead_sort_buckets b USING outdated o
     WHERE b.organization_id = $1 AND b.field = o.field AND b.generation = o.made`,
    [tx.organizationId, fields.map(({ name }) => name)],
  );
}

export async function markChecked(tx: TenantTransaction, { field, made }: Generation): Promise<void> {
  await tx.query(
    'UPDATE lead_sort_thresholds SET checked_at = now() WHERE organization_id = $1 AND field = $2 AND made = $3',
    [tx.organizationId, field, made],
  );
}

function beginning({ key, isText }: SortField, length: number): string {
  return isText ? `left(${key}, ${length})` : key;
}

/** By lead of a segment, both in id order; -1 if it was deleted since. */
function rowsOf({ ids, rows }: { ids: Buffer; rows: Buffer }): Int32Array {
  const rowAt = new Int32Array(ids.length / 16).fill(-1);
  for (let position = 0, row = 0; position < rowAt.length; position++) {
    const order = () => ids.compare(rows, 16 * row, 16 * row + 16, 16 * position, 16 * position + 16);
    while (16 * row < rows.length && order() > 0) row++;
    if (16 * row < rows.length && order() === 0) rowAt[position] = row;
  }
  return rowAt;
}

/** Two bytes a lead, or two in all where buckets are the same. */
function bytesOf(assigned: ArrayLike<number>, rowAt: Int32Array, before: Buffer | null): Buffer {
  const known = new Uint16Array(new Uint8Array(before ?? [0, 0]).buffer);
  // A deleted lead has an entry in the log, so its bucket is never read.
  const buckets = Uint16Array.from(
    rowAt,
    (row, position) => assigned[row] ?? known[position] ?? (known[0] as number),
  );
  const isOne = buckets.every((bucket) => bucket === buckets[0]);
  return Buffer.from(buckets.buffer, 0, isOne ? Math.min(2, buckets.byteLength) : buckets.byteLength);
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < all.length; first += FIELDS_AT_ONCE)
    yield all.slice(first, first + FIELDS_AT_ONCE);
}

const LOCK_POLL_MS = 200;

interface SegmentRange {
  from: string;
  before: string;
}

const WORK: OrderThreads = {
  assign: (fields) => assignInThread(null, fields),
  choose: (samples, scale) => chooseInThread(null, { samples, scale }),
};

/** Makes every segment of the index and its order from the leads, while pages are read. Returns the number of segments. */
export async function rebuildIndexAndOrder(scope: OrganizationScope): Promise<number> {
  const ranges = await scope.transaction(segmentRanges);
  for (const range of ranges) {
    while (!(await scope.transaction((tx) => rebuildSegment(tx, range)))) await wait(LOCK_POLL_MS);
  }
  return ranges.length;
}

function segmentRanges(tx: TenantTransaction): Promise<SegmentRange[]> {
  return tx.query<{ from: string; before: string }>(
    `SELECT low AS "from", lead(low, 1, watermark) OVER (ORDER BY low) AS before
     FROM lead_segments JOIN lead_index USING (organization_id) WHERE organization_id = $1 ORDER BY low DESC`,
    [tx.organizationId],
  );
}

/** Keeps nothing of what the segment held. Returns false while another server maintains the index. */
async function rebuildSegment(tx: TenantTransaction, range: SegmentRange): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  await tx.query('DELETE FROM lead_segments WHERE organization_id = $1 AND low = $2', [
    tx.organizationId,
    range.from,
  ]);
  await remakeBuckets(tx, await makeSegment(tx, range), WORK);
  await indexSegment(tx, range, indexSubstrings);
  return true;
}
