import sql, { type Sql } from 'sql-template-tag';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { without } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { hashedTrigrams } from '../bitmaps.ts';
import type { SearchWord } from '../conditions/search-words.ts';
import { idRange } from '../imports/import-reads.ts';
import { totalOf } from '../stats/stat-reads.ts';
import {
  allOf,
  type Conditions,
  contains,
  hasFilters,
  type IdRange,
  leadClause,
  matchingIds,
  withIds,
  within,
} from './clauses.ts';
import { findInSegments, type Page, type Part, WHOLE } from './collect.ts';
import { readFilter } from './conditions.ts';
import { type Extra, readSegments, type Segment, watermarkOf } from './segments.ts';

/** Segments that are asked whether they know a term. */
const SAMPLED_SEGMENTS = 5;
/** Found by the trigram index in the time that reading one segment's leads takes. */
const MATCHES_PER_SCANNED_SEGMENT = 800;
/** Looking up more takes longer than telling apart what they exclude. */
const MAX_TRIGRAMS = 4;

/** Estimates from a sample whether segments know most leads that contain a word. */
async function isFrequent(tx: TenantTransaction, { text, digits }: SearchWord): Promise<boolean> {
  if (digits !== null && digits !== text) return false;
  const [sample] = await tx.query<{ known: number; unknown: number; matches: number }>(
    `WITH sampled AS (
       SELECT posting_of(dictionary, postings, trigrams, $2, $4::int[]) AS posting FROM (
         SELECT *, row_number() OVER (ORDER BY low DESC) - 1 AS nth, count(*) OVER () AS segments
         FROM lead_segments WHERE organization_id = $1
       ) numbered WHERE nth % (segments / $3::int + 1) = 0
     )
     SELECT count(nullif(posting, ''))::int AS known, (count(*) - count(posting))::int AS unknown,
       coalesce(sum(length(posting)), 0)::int AS matches FROM sampled`,
    [tx.organizationId, text, SAMPLED_SEGMENTS, [...hashedTrigrams(text)]],
  );
  const { known, unknown, matches } = sample ?? { known: 0, unknown: 0, matches: 0 };
  // A posting list has at least a byte for each match, or is a bitmap of more matches than it has bytes.
  return known > 0 && unknown * MATCHES_PER_SCANNED_SEGMENT <= matches;
}

/** Clauses for the trigram index: the rarest trigram of each word and further rare ones, as the index reads all entries of each. */
async function trigramClause(tx: TenantTransaction, search: readonly SearchWord[]): Promise<Sql> {
  const like = (part: string) => sql`search_text like ${contains(part)}`;
  const either = search.flatMap(({ text, digits }) =>
    digits !== null && digits !== text && (digits.length > 3 || search.length === 1)
      ? sql`(${like(text)} or ${like(digits)})`
      : [],
  );
  if (either.length > 0) return allOf(either);
  const all = allOf(search.map(({ text }) => like(text)));
  // A dictionary begins with the most frequent substrings; as an unsigned number, -1 for none is the last place.
  const [newest] = await tx.query<{ dictionary: Buffer }>(
    `SELECT dictionary FROM lead_segments WHERE organization_id = $1 AND dictionary IS NOT NULL ORDER BY low DESC LIMIT 1`,
    [tx.organizationId],
  );
  if (newest === undefined) return all;
  const text = search.map((word) => word.text).join(' ');
  const words = Array.from(text.matchAll(/[a-z\d]{3,}/g), ([word]) =>
    Array.from(word.matchAll(/(?=(.{3}))/g), ([, trigram]) => trigram ?? '')
      .map((trigram) => ({ trigram, place: newest.dictionary.indexOf(trigram) >>> 0 }))
      .sort((a, b) => b.place - a.place),
  );
  const further = words.flatMap((word) => word.slice(1)).sort((a, b) => b.place - a.place);
  const rarest = [...words.flatMap((word) => word.slice(0, 1)), ...further];
  if (rarest.length <= MAX_TRIGRAMS) return all;
  return allOf(rarest.slice(0, Math.max(MAX_TRIGRAMS, words.length)).map(({ trigram }) => like(trigram)));
}

export { indexSegment, type Made, makeSegment } from './build.ts';
export { withIds } from './clauses.ts';
export { WHOLE } from './collect.ts';
export { isAtRest, type Left, maintain } from './maintain.ts';
export { type Extra, idsAt, type Segment } from './segments.ts';
export { indexSubstrings } from './substrings.ts';
export { lockSnapshot } from './watermark.ts';

/** @throws HttpError invalid_input for a filter that can't be read, as the other functions do */
export async function count(tx: TenantTransaction, filter: LeadFilter): Promise<number> {
  const conditions = await readFilter(tx, filter);
  return (await find(tx, conditions, { ...WHOLE, offset: 0, limit: 0 }, true)).total ?? 0;
}

/** Counts all matches where asked to. */
export async function page(
  tx: TenantTransaction,
  filter: LeadFilter,
  { offset, limit }: { offset: number; limit: number },
  counted: boolean,
): Promise<Page> {
  return find(tx, await readFilter(tx, filter), { ...WHOLE, offset, limit }, counted);
}

/** With ids from `from` on and before `before`. */
export async function ids(
  tx: TenantTransaction,
  filter: LeadFilter,
  { limit, ...range }: Partial<IdRange> & { limit: number },
): Promise<string[]> {
  const part = { ...WHOLE, ...range, offset: 0, limit };
  return (await find(tx, await readFilter(tx, filter), part, false)).ids;
}

/** For statements that lock or copy rows. */
export async function clause(tx: TenantTransaction, filter: LeadFilter): Promise<Sql> {
  return leadClause(tx, await readFilter(tx, filter));
}

/** For those who put them in another order. */
export interface Matches<More> {
  /** The segments, newest first; none where all rows have to be read. */
  segments: (Segment & More)[];
  /** The WHERE clause of `leads` that match, with ids in a range. */
  within(range: IdRange): Sql;
}

/** `extra` adds columns to each segment. */
export async function matches<More>(
  tx: TenantTransaction,
  filter: LeadFilter,
  extra: Extra | null,
): Promise<Matches<More>> {
  const conditions = await readFilter(tx, filter);
  const collection = await collectionOf(tx, conditions);
  if (collection?.trigrams) {
    const all = { ...WHOLE, offset: 0, limit: null };
    const { ids } = await collect(tx, conditions, all, { ...collection, counted: false });
    return { segments: [], within: () => withIds(tx, ids) };
  }
  const readsRows = collection !== null || conditions.custom.length > 0 || extra === null;
  const whole = { ...WHOLE, watermark: await watermarkOf(tx) };
  return {
    segments: readsRows ? [] : await readSegments<More>(tx, conditions, whole, extra),
    within: (range) => leadClause(tx, conditions, within(range)(sql`leads.id`)),
  };
}

/** By the plan table in docs/finding-leads.md, "Which strategy when". */
async function find(
  tx: TenantTransaction,
  conditions: Conditions,
  part: Part,
  counted: boolean,
): Promise<Page> {
  const collection = await collectionOf(tx, conditions);
  if (collection !== null) return collect(tx, conditions, part, { ...collection, counted });
  if (conditions.search !== null) return findInSegments(tx, conditions, part, counted);
  const total = counted ? await countedTotal(tx, conditions) : null;
  if (total === null) return findInSegments(tx, conditions, part, counted);
  if (part.limit === 0 || part.offset >= total) return { ids: [], total };
  return { ids: (await findInSegments(tx, conditions, part, false)).ids, total };
}

/** How all matches are collected; null where segments, or rows newest first, are read instead. */
async function collectionOf(
  tx: TenantTransaction,
  { search, trash, custom }: Conditions,
): Promise<{ trigrams: Sql | null } | null> {
  const isFew = custom.some((one) => one.isFew);
  if (trash || (search === null && isFew)) return { trigrams: null };
  if (search === null) return null;
  let isTermFrequent = true;
  for (const word of search) isTermFrequent &&= await isFrequent(tx, word);
  if (custom.length === 0 && isTermFrequent) return null;
  // An import has fewer leads than a frequent term.
  const readsFewer = isTermFrequent && (isFew || custom.some((one) => one.ids));
  return { trigrams: readsFewer ? null : await trigramClause(tx, search) };
}

/** From the counters: of all leads or of one value; else null. */
async function countedTotal(tx: TenantTransaction, conditions: Conditions): Promise<number | null> {
  const [only, ...more] = conditions.values;
  if (only === undefined) return hasFilters(conditions) ? null : totalOf(tx, 'all', ['']);
  if (more.length > 0 || hasFilters({ ...conditions, values: [] })) return null;
  const { dimension, anyOf, not } = only;
  if (anyOf === null || not) return null;
  // A lead may have several tags, even spellings of one.
  if (dimension === 'tag' && anyOf.length > 1) return null;
  if (dimension === 'email' || dimension === 'owner' || dimension === 'due') return null;
  return totalOf(tx, dimension, anyOf);
}

/** Serves where matches are few. */
async function collect(
  tx: TenantTransaction,
  conditions: Conditions,
  { offset, limit, ...range }: Omit<Part, 'limit'> & { limit: number | null },
  { trigrams, counted }: { trigrams: Sql | null; counted: boolean },
): Promise<Page> {
  const [known, asked] = [idRange(conditions.custom), within(range)];
  // Only a total needs matches outside the range.
  const read = counted ? known : (id: Sql) => allOf([known(id), asked(id)]);
  const matching = matchingIds(tx, conditions, read, trigrams);
  const statement = sql`
    with matching as materialized (select id from ${matching} matching)
    select (select count(*)::int from matching) as total,
      array(select id from matching where ${asked(sql`id`)} order by id desc limit ${limit} offset ${offset}) as ids`;
  const [row] = await without(tx, ['seqscan', 'indexscan'], () =>
    tx.query<{ total: number; ids: string[] }>(statement),
  );
  return { ids: row?.ids ?? [], total: counted ? (row?.total ?? 0) : null };
}
