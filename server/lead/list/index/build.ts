import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import { bitLiteral, noBits, setBit } from '../../bitmaps.ts';
import type { IdRange } from './clauses.ts';
import { DIMENSIONS, NUMBER_DIMENSIONS, VALUE_DIMENSIONS } from './dimensions.ts';
import { type SubstringIndex, TEXT_END } from './substrings.ts';

/** Bitmaps that are written with one statement: some 4 MB. */
const BITMAPS_AT_ONCE = 1_000;
/** A substring is indexed if one in this many of a segment's leads contains it. */
const SUBSTRING_SHARE = 1_024;
const MIN_SUBSTRING_LEADS = 4;

const NAMES = [...VALUE_DIMENSIONS, ...NUMBER_DIMENSIONS];
const FACTS = NAMES.map((name) => `${DIMENSIONS[name].expression} AS ${name}`).join(', ');
const LISTS = NAMES.map((name) => `json_agg(${name})::text AS ${name}`).join(', ');

/** Finds the frequent substrings of texts (`indexSubstrings`), here or in another thread. */
export type SubstringIndexing = (texts: string, least: number) => Promise<SubstringIndex>;

type Value = string | null | string[];

/** By value; leads are given by their positions. */
function bitmapsOf(held: readonly Value[]): Map<string, Uint8Array> {
  const bitmaps = new Map<string, Uint8Array>();
  for (const [position, values] of held.entries()) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value === null) continue;
      const bits = bitmaps.get(value) ?? noBits(held.length);
      setBit(bits, position);
      bitmaps.set(value, bits);
    }
  }
  return bitmaps;
}

const ADD_BITS = insertSelected(`INSERT INTO lead_bitmaps (organization_id, low, dimension, value, bits)
  SELECT $1, $2, $3, b.* FROM unnest($4::text[], $5::bit varying[]) AS b`);

/** A segment that was made. */
export interface Made {
  low: string;
  /** The leads that changed since it was made before. */
  changed: string[];
  /** `made` of the segment before, if that had the same leads. */
  previous: string | null;
}

/** Rebuilds a segment from the leads of an id range as they are now. It keeps its substrings with the same leads and texts. */
export async function makeSegment(tx: TenantTransaction, { from, before }: IdRange): Promise<Made> {
  const key = [tx.organizationId, from];
  await tx.query('DELETE FROM lead_bitmaps WHERE organization_id = $1 AND low = $2', key);
  await tx.query('DELETE FROM lead_bit_slices WHERE organization_id = $1 AND low = $2', key);
  const changed = await tx.query<{ id: string; hasOtherText: boolean }>(
    `WITH gone AS (
       DELETE FROM lead_change_log WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3 RETURNING *
     )
     SELECT first.lead_id AS id, s.search_text IS DISTINCT FROM (first.was).search_text AS "hasOtherText"
     FROM (SELECT DISTINCT ON (lead_id) lead_id, was FROM gone ORDER BY lead_id, entry) AS first
     LEFT JOIN lead_search s ON s.organization_id = $1 AND s.lead_id = first.lead_id`,
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
  if (read === undefined) throw new Error('An aggregate has one row');
  const [previous] = await tx.query<{ made: string }>(
    'SELECT made FROM lead_segments WHERE organization_id = $1 AND low = $2 AND ids = $3',
    [...key, read.ids],
  );
  await tx.query(
    `INSERT INTO lead_segments AS s (organization_id, low, leads, ids, made) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, low) DO UPDATE SET leads = excluded.leads, ids = excluded.ids, made = excluded.made, made_at = excluded.made_at,
       dictionary = CASE WHEN $6 AND s.ids = excluded.ids THEN s.dictionary END,
       postings = CASE WHEN $6 AND s.ids = excluded.ids THEN s.postings END,
       trigrams = CASE WHEN $6 AND s.ids = excluded.ids THEN s.trigrams END`,
    [...key, read.leads, read.ids, newId(), changed.every(({ hasOtherText }) => !hasOtherText)],
  );
  for (const dimension of VALUE_DIMENSIONS) {
    await yieldToEventLoop();
    const bitmaps = [...bitmapsOf(JSON.parse(read[dimension] ?? '[]'))];
    for (let first = 0; first < bitmaps.length; first += BITMAPS_AT_ONCE) {
      const some = bitmaps.slice(first, first + BITMAPS_AT_ONCE);
      const columns = [some.map(([value]) => value), some.map(([, bits]) => bitLiteral(bits))];
      await tx.query(ADD_BITS, [...key, dimension, ...columns]);
    }
  }
  for (const dimension of NUMBER_DIMENSIONS) {
    await yieldToEventLoop();
    const numbers: (number | null)[] = JSON.parse(read[dimension] ?? '[]');
    await tx.query(
      'INSERT INTO lead_bit_slices (organization_id, low, dimension, slices) VALUES ($1, $2, $3, $4::bit varying[])',
      [...key, dimension, bitSlices(numbers, read.leads)],
    );
  }
  return { low: from, changed: changed.map(({ id }) => id), previous: previous?.made ?? null };
}

/**
 * Numbers by position as bit slices: element 0 of the array is the least number, then come the leads that have one, then those with each
 * binary digit of what is above it, the lowest first.
 */
export function bitSlices(numbers: readonly (number | null)[], leads: number): string {
  const least = numbers.reduce<number>((found, number) => Math.min(found, number ?? found), Infinity);
  const slices = [noBits(leads)];
  for (const [position, number] of numbers.entries()) {
    if (number === null) continue;
    setBit(slices[0] as Uint8Array, position);
    // Bit operators take 32 binary digits; amounts have more.
    for (let rest = number - least, digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
      if (digit === slices.length) slices.push(noBits(leads));
      if (rest % 2 === 1) setBit(slices[digit] as Uint8Array, position);
    }
  }
  const first = least === Infinity ? 'NULL' : `X${least.toString(16).padStart(16, '0')}`;
  return `[0:${slices.length}]={${[first, ...slices.map(bitLiteral)].join()}}`;
}

/** As the segment knows its leads: the log has what changed since. */
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
  const { dictionary, postings, trigrams } = await indexSubstrings(texts, least);
  await tx.query(
    'UPDATE lead_segments SET dictionary = $3, postings = $4, trigrams = $5 WHERE organization_id = $1 AND low = $2',
    [tx.organizationId, from, ...[dictionary, postings, trigrams].map((bytes) => Buffer.from(bytes))],
  );
}
