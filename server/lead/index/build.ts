import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { bitLiteral, noBits, setBit } from './bits.ts';
import type { IdRange } from './clauses.ts';
import { DIMENSIONS, NUMBER_DIMENSIONS, VALUE_DIMENSIONS, type ValueDimension } from './dimensions.ts';
import { type SubstringIndex, TEXT_END } from './substrings.ts';

/** Bitmaps that are written with one statement: some 4 MB. */
const BITMAPS_AT_ONCE = 1_000;
/** Minimum share of a segment's leads, one in so many, that must contain a substring before it is indexed. */
const SUBSTRING_SHARE = 512;
const MIN_SUBSTRING_LEADS = 4;

const NAMES = [...VALUE_DIMENSIONS, ...NUMBER_DIMENSIONS];
const FACTS = NAMES.map((name) => `${DIMENSIONS[name].expression} AS ${name}`).join(', ');
const LISTS = NAMES.map((name) => `json_agg(${name})::text AS ${name}`).join(', ');

/** Finds the frequent substrings of texts (`indexSubstrings`), here or in another thread. */
export type SubstringIndexing = (texts: Uint8Array<ArrayBuffer>, least: number) => Promise<SubstringIndex>;

type Value = string | null | string[];
type Facts = Record<string, Value | number>;

/** Bitmaps by dimension and value. */
class Bitmaps {
  readonly entries = new Map<string, { dimension: string; value: string; bits: Uint8Array }>();
  private readonly leads: number;

  constructor(leads: number) {
    this.leads = leads;
  }

  /** Sets the bit of a lead in the bitmap of each of its values. */
  set(dimension: ValueDimension, held: Value, position: number): void {
    if (held === null) return;
    for (const value of Array.isArray(held) ? held : [held]) {
      const key = `${dimension}:${value}`;
      let entry = this.entries.get(key);
      if (entry === undefined) {
        entry = { dimension, value, bits: noBits(this.leads) };
        this.entries.set(key, entry);
      }
      setBit(entry.bits, position);
    }
  }

  /** Runs a statement with the segment and columns of dimensions, values and bitmaps, some of them at a time. */
  async write(tx: TenantTransaction, low: string, statement: string): Promise<void> {
    const all = [...this.entries.values()];
    for (let first = 0; first < all.length; first += BITMAPS_AT_ONCE) {
      const some = all.slice(first, first + BITMAPS_AT_ONCE);
      await tx.query(statement, [
        tx.organizationId,
        low,
        some.map(({ dimension }) => dimension),
        some.map(({ value }) => value),
        some.map(({ bits }) => bitLiteral(bits)),
      ]);
    }
  }
}

const ADD_BITS = `INSERT INTO lead_bitmaps (organization_id, low, dimension, value, bits)
  SELECT $1, $2, b.* FROM unnest($3::text[], $4::text[], $5::bit varying[]) AS b
  ON CONFLICT (organization_id, dimension, value, low) DO UPDATE SET bits = lead_bitmaps.bits | excluded.bits`;
const CLEAR_BITS = `UPDATE lead_bitmaps b SET bits = b.bits & ~c.bits
  FROM unnest($3::text[], $4::text[], $5::bit varying[]) AS c (dimension, value, bits)
  WHERE b.organization_id = $1 AND b.low = $2 AND b.dimension = c.dimension AND b.value = c.value`;
const REMOVE_EMPTY = `DELETE FROM lead_bitmaps b USING unnest($3::text[], $4::text[], $5::bit varying[]) AS c (dimension, value, bits)
  WHERE b.organization_id = $1 AND b.low = $2 AND b.dimension = c.dimension AND b.value = c.value AND bit_count(b.bits) = 0`;

/** Makes a segment of what the leads of an id range are now, in the place of what was known of them. */
export async function makeSegment(tx: TenantTransaction, { from, before }: IdRange): Promise<void> {
  const key = [tx.organizationId, from];
  await tx.query('DELETE FROM lead_bitmaps WHERE organization_id = $1 AND low = $2', key);
  await tx.query('DELETE FROM lead_bit_slices WHERE organization_id = $1 AND low = $2', key);
  await tx.query(
    'DELETE FROM lead_change_log WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3',
    [...key, before],
  );
  const [read] = await tx.query<Record<string, string> & { leads: number; ids: Buffer }>(
    `SELECT count(*)::int AS leads, coalesce(string_agg(uuid_send(id), ''::bytea), '') AS ids, ${LISTS}
     FROM (
       SELECT id, ${FACTS} FROM leads
       WHERE organization_id = $1 AND id >= $2 AND id < $3 AND deleted_at IS NULL ORDER BY id
     ) AS listed`,
    [...key, before],
  );
  if (read === undefined) return;
  await tx.query(
    `INSERT INTO lead_segments (organization_id, low, leads, ids, made) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, low) DO UPDATE SET leads = excluded.leads, ids = excluded.ids, made = excluded.made,
       dictionary = NULL, postings = NULL`,
    [...key, read.leads, read.ids, newId()],
  );
  const bitmaps = new Bitmaps(read.leads);
  for (const dimension of VALUE_DIMENSIONS) {
    await yieldToEventLoop();
    const values: Value[] = JSON.parse(read[dimension] ?? '[]');
    for (const [position, value] of values.entries()) bitmaps.set(dimension, value, position);
  }
  await bitmaps.write(tx, from, ADD_BITS);
  for (const dimension of NUMBER_DIMENSIONS) {
    await yieldToEventLoop();
    const numbers: (number | null)[] = JSON.parse(read[dimension] ?? '[]');
    await tx.query(
      'INSERT INTO lead_bit_slices (organization_id, low, dimension, slices) VALUES ($1, $2, $3, $4::bit varying[])',
      [...key, dimension, bitSlices(numbers.entries(), read.leads)],
    );
  }
}

/** Numbers by position as bit slices: the leads that have one, then those with each binary digit, the lowest first. */
function bitSlices(numbers: Iterable<[number, number | null]>, leads: number): string[] {
  const slices = [noBits(leads)];
  for (const [position, number] of numbers) {
    if (number === null) continue;
    setBit(slices[0] as Uint8Array, position);
    // Bit operators take 32 binary digits; amounts have more.
    for (let rest = number, digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
      if (digit === slices.length) slices.push(noBits(leads));
      if (rest % 2 === 1) setBit(slices[digit] as Uint8Array, position);
    }
  }
  return slices.map(bitLiteral);
}

/** Writes the logged changes of leads that are still listed, with the same searched text, into the bitmaps of their segment. */
export async function changeSegment(tx: TenantTransaction, { from, before }: IdRange): Promise<void> {
  const key = [tx.organizationId, from];
  const [segment] = await tx.query<{ leads: number; ids: Buffer }>(
    'SELECT leads, ids FROM lead_segments WHERE organization_id = $1 AND low = $2',
    key,
  );
  const changes = await tx.query<{ id: string; was: Facts; now: Facts }>(
    `SELECT l.lead_id AS id, row_to_json(old) AS was, row_to_json(new) AS now
     FROM (
       SELECT DISTINCT ON (lead_id) lead_id, was FROM lead_change_log
       WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3 ORDER BY lead_id, entry
     ) AS l
     JOIN lead_search s ON s.organization_id = $1 AND s.lead_id = l.lead_id AND s.search_text = (l.was).search_text
     CROSS JOIN LATERAL (SELECT ${FACTS} FROM (SELECT (l.was).*) AS facets) AS old
     CROSS JOIN LATERAL (SELECT ${FACTS} FROM leads WHERE organization_id = $1 AND id = l.lead_id) AS new`,
    [...key, before],
  );
  if (segment === undefined || changes.length === 0) return;
  const [cleared, added] = [new Bitmaps(segment.leads), new Bitmaps(segment.leads)];
  const positions = changes.map(({ id }) => positionIn(segment.ids, id));
  for (const dimension of VALUE_DIMENSIONS) {
    for (const [nth, { was, now }] of changes.entries()) {
      if (JSON.stringify(was[dimension]) === JSON.stringify(now[dimension])) continue;
      cleared.set(dimension, was[dimension] as Value, positions[nth] as number);
      added.set(dimension, now[dimension] as Value, positions[nth] as number);
    }
  }
  await cleared.write(tx, from, CLEAR_BITS);
  await added.write(tx, from, ADD_BITS);
  await cleared.write(tx, from, REMOVE_EMPTY);
  for (const dimension of NUMBER_DIMENSIONS) {
    const changed = [...changes.entries()].filter(([, { was, now }]) => was[dimension] !== now[dimension]);
    if (changed.length === 0) continue;
    const mask = noBits(segment.leads);
    for (const [nth] of changed) setBit(mask, positions[nth] as number);
    const numbers = changed.map(([nth, { now }]): [number, number | null] => [
      positions[nth] as number,
      now[dimension] as number | null,
    ]);
    await tx.query(
      `UPDATE lead_bit_slices SET slices = ARRAY(
         SELECT coalesce(held, $5) & ~$6::bit varying | coalesce(come, $5)
         FROM unnest(slices, $4::bit varying[]) WITH ORDINALITY AS digits (held, come, nth) ORDER BY nth)
       WHERE organization_id = $1 AND low = $2 AND dimension = $3`,
      [
        ...key,
        dimension,
        bitSlices(numbers, segment.leads),
        bitLiteral(noBits(segment.leads)),
        bitLiteral(mask),
      ],
    );
  }
  await tx.query('DELETE FROM lead_change_log WHERE organization_id = $1 AND lead_id = ANY($2::uuid[])', [
    tx.organizationId,
    changes.map(({ id }) => id),
  ]);
}

/** The position of a lead in a segment, by binary search. */
function positionIn(ids: Buffer, id: string): number {
  const sought = Buffer.from(id.replaceAll('-', ''), 'hex');
  let [low, high] = [0, ids.length / 16];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids.compare(sought, 0, 16, 16 * middle, 16 * middle + 16) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indexes the substrings of a segment's leads as it knows them: what has changed since is told by the log. */
export async function indexSegment(
  tx: TenantTransaction,
  { from, before }: IdRange,
  indexSubstrings: SubstringIndexing,
): Promise<void> {
  // A text with TEXT_END within goes on in another line: no substring spans lines.
  const [read] = await tx.query<{ leads: number; texts: string }>(
    `WITH logged AS MATERIALIZED (
       SELECT DISTINCT ON (lead_id) lead_id, was FROM lead_change_log
       WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3 ORDER BY lead_id, entry
     ), known AS (
       SELECT lead_id, search_text FROM lead_search
       WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3 AND lead_id NOT IN (SELECT lead_id FROM logged)
       UNION ALL
       SELECT lead_id, coalesce((was).search_text, '') FROM logged WHERE (was).status IS NOT NULL
     )
     SELECT count(*)::int AS leads,
       coalesce(string_agg(translate(search_text, $4, E'\\n') || $4, '' ORDER BY lead_id), '') AS texts
     FROM known`,
    [tx.organizationId, from, before, TEXT_END],
  );
  const { leads, texts } = read ?? { leads: 0, texts: '' };
  const least = Math.max(MIN_SUBSTRING_LEADS, Math.ceil(leads / SUBSTRING_SHARE));
  const { dictionary, postings } = await indexSubstrings(new TextEncoder().encode(texts), least);
  await tx.query(
    'UPDATE lead_segments SET dictionary = $3, postings = $4 WHERE organization_id = $1 AND low = $2',
    [tx.organizationId, from, Buffer.from(dictionary), Buffer.from(postings)],
  );
}
