import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { allBits, bitCount, decodePosting, hashedTrigrams, intersect, noBits } from '../../bitmaps.ts';
import type { Conditions, Facets } from './clauses.ts';
import {
  FIRST_ID,
  facetClause,
  hasFilters,
  type IdRange,
  leadClause,
  matchingIds,
  textClause,
} from './clauses.ts';

/** Positions from which on ids are read as a whole. */
const WHOLE_IDS_POSITIONS = 64;
/** Bits of the last byte that stand for no lead. */
const PADDING = sql`(7 - (s.leads + 7) % 8)`;
const ALL_BITS = sql`(('x' || repeat('f', (s.leads + 7) / 8 * 2))::varbit >> ${PADDING} << ${PADDING})`;

/** Index content of a segment, and the leads that changed since. */
export interface Segment extends IdRange {
  /** Identifies the ids of the segment: another value means other positions. */
  made: string;
  leads: number;
  /** Null when the segment doesn't know the term, or its bits aren't needed. */
  bits: Uint8Array | null;
  /** Matches at the moment of the statement; null when unknown. */
  matches: number | null;
  /** Leads changed since the build, for which `bits` is stale; none where its bits aren't needed. */
  logged: string[];
  /** Those of them that match now. */
  live: string[];
}

/** Further columns of a segment, as SQL. */
export interface Extra {
  /** Over a segment `s` and the ids `logged` of its leads in the log. */
  columns: Sql;
  /** Over a row of `leads`; the column `keys` has those of `live`, in that order. */
  key: Sql;
}

interface SegmentRow extends Omit<Segment, 'bits' | 'matches'> {
  /** Number of matches of the filters. */
  found: number;
  /** Null where there are none, or they are not needed. */
  bits: Buffer | null;
  [posting: `posting${number}`]: Buffer | null;
  was: number;
  now: number;
}

// OFFSET 0 keeps the order of joins.

/** Returns the id from which on leads are in no segment. */
export async function watermarkOf(tx: TenantTransaction): Promise<string> {
  const [row] = await tx.query<{ watermark: string }>(
    'SELECT watermark FROM lead_index WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.watermark ?? FIRST_ID;
}

/** Segments that are asked for. */
interface Asked extends IdRange {
  /** One read before is as good as the current. */
  watermark: string;
  /** Most segments, the newest; null: all. */
  most?: number | null;
  /** The newest matches whose bits are needed; null: all. */
  wanted?: number | null;
}

/** Newest first, as of one moment. */
export async function readSegments<More = unknown>(
  tx: TenantTransaction,
  conditions: Conditions,
  { from, before, watermark, most = null, wanted = null }: Asked,
  extra: Extra | null = null,
): Promise<(Segment & More)[]> {
  const { search } = conditions;
  const isFiltered = hasFilters(conditions);
  const postings = (search ?? []).map(({ text }, nth) => {
    const posting = sql`posting_of(s.dictionary, s.postings, s.trigrams, ${text}, ${[...hashedTrigrams(text)]}::int[])`;
    return sql`, ${isFiltered ? sql`case when found > 0 then ${posting} end` : posting} as ${raw(`posting${nth}`)}`;
  });
  const newer = sql`sum(found - coalesce(was, 0) + coalesce(now, 0)) over (order by s.low desc rows between unbounded preceding and 1 preceding)`;
  const isNeeded = search === null && wanted !== null ? sql`coalesce(${newer}, 0) < ${wanted}` : sql`true`;
  const isLogged = (id: Sql) => sql`${id} = l.lead_id`;
  const now =
    extra === null
      ? sql`select id from ${matchingIds(tx, conditions, isLogged)} live`
      : sql`select id, ${extra.key} as key from leads where ${leadClause(tx, conditions, isLogged(sql`leads.id`))}`;
  const keys = extra === null ? sql`` : sql`, json_agg(now.key) filter (where now.id is not null) as keys`;
  const statement = sql`
    with segments as materialized (
      select *, row_number() over (order by low) as nth, lead(low, 1, ${watermark}::uuid) over (order by low) as high
      from lead_segments where organization_id = ${tx.organizationId} and low < ${watermark}
    ), picked as materialized (
      select * from segments where low < ${before} and high > ${from} order by low desc limit ${most}
    ), changed as materialized (
      select width_bucket(l.lead_id, array(select low from segments order by low)) as nth, count(*) filter (where was.matches) as was,
        count(now.id) as now, array_agg(l.lead_id) as logged, json_agg(now.id) filter (where now.id is not null) as live ${keys}
      from (
        select distinct on (lead_id) lead_id, was from lead_change_log
        where organization_id = ${tx.organizationId} and lead_id >= (select low from picked order by low limit 1) and lead_id < (select high from picked order by high desc limit 1)
        order by lead_id, entry
      ) l
      cross join lateral (
        select status is not null and ${facetClause(conditions)} and ${textClause(sql`search_text`, search)} as matches
        from (select (l.was).*) facets
      ) was
      left join lateral (${now} offset 0) now on true
      group by 1
    )
    select s.low as "from", s.high as "before", made, leads,
      found, case when found > 0 and ${isNeeded} then varbit_send(b.bits) end as bits,
      coalesce(was, 0) as was, coalesce(now, 0) as now, coalesce(case when ${isNeeded} then to_json(logged) end, '[]') as logged, coalesce(live, '[]') as live ${join([sql``, ...postings], ' ')}
      ${extra === null ? sql`` : sql`, keys, ${extra.columns}`}
    from picked s
    cross join lateral (select bits, ${isFiltered ? sql`coalesce(bit_count(bits), 0)` : sql`s.leads`} as found from (select ${bitsIn(tx, conditions)} as bits offset 0) b offset 0) b
    left join changed using (nth)
    order by s.low desc`;
  const rows = await tx.query<SegmentRow & More>(statement);
  return rows.map((row) => {
    const bits = row.found === 0 ? noBits(row.leads) : bitsOf(row, conditions);
    const known = search === null ? row.found : bits && bitCount(bits);
    return { ...row, bits, matches: known === null ? null : known - row.was + row.now };
  });
}

function bitsOf({ leads, bits, ...row }: SegmentRow, conditions: Conditions): Uint8Array | null {
  if (bits === null && hasFilters(conditions)) return null;
  // Behind the length of the bit string.
  const found = bits === null ? allBits(leads) : new Uint8Array(bits.subarray(4));
  const postings = (conditions.search ?? []).map((_, nth) => row[`posting${nth}`] ?? null);
  if (postings.some((posting) => posting?.length === 0)) return noBits(leads);
  if (postings.includes(null)) return null;
  return postings.reduce((all, posting) => intersect(all, decodePosting(posting ?? noBits(0), leads)), found);
}

/** Null when a segment was rebuilt meanwhile. */
export async function idsAt(
  tx: TenantTransaction,
  picks: readonly { segment: Segment; positions: number[] }[],
): Promise<string[][] | null> {
  if (picks.length === 0) return [];
  const rows = await tx.query<{ ids: Buffer | null }>(
    `SELECT (
       SELECT string_agg(substring(read.ids from 16 * position + 1 for 16), ''::bytea)
       FROM unnest(string_to_array(p.positions, ',')::int[]) AS position
     ) AS ids
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bool[]) WITH ORDINALITY AS p (low, made, positions, is_whole, nth)
     JOIN lead_segments s ON s.organization_id = $1 AND s.low = p.low AND s.made = p.made
     CROSS JOIN LATERAL (SELECT CASE WHEN p.is_whole THEN substring(s.ids from 1) ELSE s.ids END AS ids OFFSET 0) read
     ORDER BY p.nth`,
    [
      tx.organizationId,
      picks.map(({ segment }) => segment.from),
      picks.map(({ segment }) => segment.made),
      picks.map(({ positions }) => positions.join(',')),
      picks.map(({ positions }) => positions.length >= WHOLE_IDS_POSITIONS),
    ],
  );
  return rows.length < picks.length ? null : rows.map(({ ids }) => uuidsOf(ids ?? Buffer.alloc(0)));
}

/** Formats ids of 16 bytes each. */
function uuidsOf(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return Array.from({ length: bytes.length / 16 }, (_, nth) => {
    const id = hex.slice(32 * nth, 32 * nth + 32);
    return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
  });
}

/** The leads of segment `s` that meet all conditions, in SQL. */
function bitsIn(tx: TenantTransaction, { values, ranges, groups }: Facets): Sql {
  const { organizationId } = tx;
  const sources = [
    ...groups.map((lists) => {
      const found = lists.map((list) => sql`coalesce(${bitsIn(tx, list)}, ${ALL_BITS} # ${ALL_BITS})`);
      return sql`(${join(found, ' | ')})`;
    }),
    ...values.map(({ dimension, anyOf, not }) => {
      // One alone is read from where it is stored, perhaps compressed; operators return plain bits.
      const some = anyOf?.length === 1 && !not ? sql`bits & bits` : sql`bit_or(bits)`;
      const bits = not ? sql`coalesce(~ ${some} >> ${PADDING} << ${PADDING}, ${ALL_BITS})` : some;
      const value = anyOf === null ? sql`true` : sql`value = any(${anyOf}::text[])`;
      return sql`(select ${bits} from lead_bitmaps b where organization_id = ${organizationId}
        and dimension = ${dimension} and ${value} and b.low = s.low)`;
    }),
    ...ranges.map(({ dimension, least, most }) => {
      return sql`(select bits_between(slices, ${Math.max(least ?? 0, 0)}::int8, ${most}::int8) from lead_bit_slices b
        where organization_id = ${organizationId} and dimension = ${dimension} and b.low = s.low)`;
    }),
  ];
  return sources.length === 0 ? sql`null::varbit` : join(sources, ' & ');
}
