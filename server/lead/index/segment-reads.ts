import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadConditions } from './conditions.ts';
import { changesOf, idsOf, matching } from './filter-reads.ts';

/** Leads between two ids, and how many of them match. */
export interface Stretch {
  low: string;
  /** The first id behind. */
  high: string;
  matches: number;
}

/** Before and behind all ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Bits that are looked at together: often none of them is set. */
const BITS = sql.lit(64);

// OFFSET 0 keeps the planner, which knows little of bitmaps, from another order of things: segments, their bitmaps, their
// leads one by one.

/** Whether segments tell which leads match: everything but a search, custom fields and the bin. */
export function isSegmented({ bin, search, custom }: LeadConditions): boolean {
  return !bin && search === undefined && custom === undefined;
}

/** How many leads match, exactly, for conditions that segments tell. */
export async function countInSegments(tx: TenantTransaction, conditions: LeadConditions): Promise<number> {
  return totalOfStretches(await stretchesOf(tx, conditions));
}

export function totalOfStretches(stretches: readonly Stretch[]): number {
  return stretches.reduce((total, { matches }) => total + matches, 0);
}

/** Where the leads that match are, newest first: stretches of the list without any that matches are left out. */
export async function stretchesOf(tx: TenantTransaction, conditions: LeadConditions): Promise<Stretch[]> {
  const organizationId = tx.organizationId;
  const sealed = await sealedUpTo(tx);
  const { tables, bits } = bitmapsOf(tx, conditions);
  const statement = sql<Stretch>`
    with blocks as (
      select low, lead(low, 1, ${sealed}::uuid) over listed as high, row_number() over listed as nth
      from lead_segments where organization_id = ${organizationId} and low < ${sealed}
      window listed as (order by low)
    ), counted as (
      select s.low, ${bits === null ? sql`s.leads` : sql`bit_count(${bits})`} as matches
      from lead_segments s ${tables}
      where s.organization_id = ${organizationId} and s.low < ${sealed}
    ), changed as (
      select width_bucket(lead_id, array(select low from blocks order by low)) as nth, sum(sign) as matches
      from ${changesOf(tx, conditions, { low: FIRST_ID, high: sealed })} c
      group by 1
    )
    select low, high, matches from (
      select low, high, (coalesce(counted.matches, 0) + coalesce(changed.matches, 0))::int8 as matches
      from blocks left join counted using (low) left join changed using (nth)
      union all
      select ${sealed}::uuid, ${LAST_ID}::uuid, (select count(*) from ${idsOf(tx, conditions, sealed)})
    ) as stretches
    where matches > 0
    order by low desc`;
  return tx.all({ compile: () => statement.compile(sqlFor) });
}

/**
 * The ids of all leads from `low` on and before `high` that match, as a query: bitmaps tell which rows to look at.
 * Serves where matches are few among many.
 */
export function idsInSegments(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { low, high, sealed }: { low: string; high: string; sealed: string },
): RawBuilder<string> {
  const organizationId = tx.organizationId;
  const { tables, bits } = bitmapsOf(tx, conditions);
  const end = high < sealed ? high : sealed;
  const leadsWith = (where: RawBuilder<SqlBool>) =>
    sqlFor.selectFrom('leads').select('id').where(matching(tx, conditions)).where(where);
  return sql`(
    select lead.id from (
      select s.low, s.leads, ${bits} as bits from lead_segments s ${tables}
      where s.organization_id = ${organizationId} and s.low < ${end}::uuid and s.low >= coalesce((
        select low from lead_segments where organization_id = ${organizationId} and low <= ${low}
        order by low desc limit 1), ${low})
      offset 0
    ) part
    cross join lateral ${idsOfSegment(tx)} segment
    cross join lateral (
      select segment.ids[together * ${BITS} + nth] as id
      from generate_series(0, (part.leads - 1) / ${BITS}) as together
      cross join lateral (
        select nth from generate_series(1, least(${BITS}, part.leads - together * ${BITS})) as nth
        where get_bit(part.bits, together * ${BITS} + nth - 1) = 1 offset 0
      ) bit
      where bit_count(substring(part.bits from together * ${BITS} + 1 for ${BITS})) > 0
      offset 0
    ) hit
    cross join lateral ${leadsWith(sql`id = hit.id`).offset(0)} lead
    where bit_count(part.bits) > 0 and hit.id >= ${low} and hit.id < ${end}
    union
    ${leadsWith(sql`id in (select lead_id from ${changesOf(tx, conditions, { low, high: end })} c where sign = 1)`)}
    union
    ${leadsWith(sql`id >= ${low < sealed ? sealed : low} and id < ${high}`)}
  )`;
}

/**
 * The ids of all leads that a search finds and that meet other conditions, as a query: what is found is looked up in
 * the bitmaps of its segment.
 */
export function idsFoundInSegments(
  tx: TenantTransaction,
  { search, ...conditions }: LeadConditions & Required<Pick<LeadConditions, 'search'>>,
  sealed: string,
): RawBuilder<string> {
  const organizationId = tx.organizationId;
  const { tables, bits } = bitmapsOf(tx, conditions);
  const leadsWith = (where: RawBuilder<SqlBool>) =>
    sqlFor.selectFrom('leads').select('id').where(matching(tx, conditions)).where(where);
  return sql`(
    with found as materialized (
      select id from ${idsOf(tx, { bin: false, search })}
    ), changed as materialized (
      select distinct lead_id as id from ${changesOf(tx, conditions, { low: FIRST_ID, high: sealed })} c
    ), segments as materialized (
      select low, row_number() over (order by low)::int as nth from lead_segments
      where organization_id = ${organizationId} and low < ${sealed}
    ), grouped as materialized (
      select nth, array_agg(id) as ids
      from (select id, width_bucket(id, array(select low from segments order by low)) as nth from found where id < ${sealed}) f
      group by nth
    )
    select hit.id from grouped join segments using (nth)
    cross join lateral (
      select ${bits} as bits from lead_segments s ${tables}
      where s.organization_id = ${organizationId} and s.low = segments.low offset 0
    ) part
    cross join lateral ${idsOfSegment(tx, sql`segments.low`)} segment
    cross join lateral (
      select one.id from unnest(grouped.ids) as one (id)
      cross join lateral (select width_bucket(one.id, segment.ids) as nth offset 0) at
      where get_bit(part.bits, greatest(at.nth, 1) - 1) = 1 and segment.ids[at.nth] = one.id
      offset 0
    ) hit
    where hit.id not in (select id from changed)
    union all
    ${leadsWith(sql`id in (select id from changed intersect select id from found)`)}
    union all
    ${leadsWith(sql`id in (select id from found where id >= ${sealed})`)}
  )`;
}

/** The ids of a segment's leads, read once and not again for each of them. */
function idsOfSegment(tx: TenantTransaction, low = sql`part.low`): RawBuilder<unknown> {
  return sql`(
    select ids || '{}'::uuid[] as ids from lead_segments
    where organization_id = ${tx.organizationId} and low = ${low} offset 0
  )`;
}

/** Leads from this id on are in no segment. A statement that is told it is right whatever is sealed meanwhile. */
export async function sealedUpTo(tx: TenantTransaction): Promise<string> {
  const [bound] = await tx.query<{ sealed: string }>(
    'SELECT sealed FROM lead_bounds WHERE organization_id = $1',
    [tx.organizationId],
  );
  return bound?.sealed ?? FIRST_ID;
}

interface Bitmaps {
  /** Joins to `lead_segments s`. */
  tables: RawBuilder<unknown>;
  /** The bits of a segment's leads that match, in SQL; null where nothing is asked of them. */
  bits: RawBuilder<unknown> | null;
}

function bitmapsOf(tx: TenantTransaction, conditions: LeadConditions): Bitmaps {
  const sources = sourcesOf(tx, conditions);
  const tables = sources.map((source, at) => sql`join lateral (${source}) ${sql.ref(`b${at}`)} on true`);
  const bits = sources.map((_, at) => sql`${sql.ref(`b${at}.bits`)}`);
  return {
    tables: sql.join(tables, sql` `),
    // One is read from where it is stored, perhaps compressed; what operators make is plain.
    bits: bits.length === 0 ? null : sql.join(bits.length === 1 ? [...bits, ...bits] : bits, sql` & `),
  };
}

/** A query for each condition: the bits of the leads of segment `s` that meet it. */
function sourcesOf(tx: TenantTransaction, conditions: LeadConditions): RawBuilder<unknown>[] {
  const valuesOf = (dimension: string, values: readonly string[] | undefined): RawBuilder<unknown>[] =>
    values === undefined ? [] : [bitsOfValues(tx, dimension, values)];
  const textOf = (value: string | number | boolean | undefined): string[] | undefined =>
    value === undefined ? undefined : [String(value)];
  const { dates, amount } = conditions;
  return [
    ...valuesOf('country', conditions.country),
    ...valuesOf('brand', conditions.brand),
    ...valuesOf('source', conditions.source),
    ...valuesOf('status', conditions.status),
    ...valuesOf('tag', conditions.tags?.spellings),
    ...valuesOf('hlr', textOf(conditions.hlr)),
    ...valuesOf('whatsapp', textOf(conditions.whatsapp)),
    ...valuesOf('sold', textOf(conditions.sold)),
    ...valuesOf('number', textOf(conditions.phone)),
    ...valuesOf('email', textOf(conditions.email)),
    ...(dates === undefined
      ? []
      : [bitsBetween(tx, 'deposit_date', dayNumber(dates.from), dayNumber(dates.to))]),
    ...(amount === undefined ? [] : [bitsBetween(tx, 'amount', cents(amount.from), cents(amount.to))]),
  ];
}

function bitsOfValues(
  { organizationId }: TenantTransaction,
  dimension: string,
  values: readonly string[],
): RawBuilder<unknown> {
  const where = sql`organization_id = ${organizationId} and dimension = ${dimension} and lead_bits.low = s.low`;
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) {
    return sql`select bits from lead_bits where ${where} and value = ${only} offset 0`;
  }
  return sql`select bit_or(bits) as bits from lead_bits where ${where} and value = any(${values}::text[])
    having count(*) > 0 offset 0`;
}

/** Bounds are numbers in SQL; null: none. */
function bitsBetween(
  { organizationId }: TenantTransaction,
  dimension: string,
  least: RawBuilder<unknown> | null,
  most: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  const from = sql`bits_from(slices, ${least ?? sql`0`}::int8)`;
  const bits = most === null ? from : sql`${from} & ~bits_from(slices, ${most}::int8 + 1)`;
  return sql`select ${bits} as bits from lead_slices
    where organization_id = ${organizationId} and dimension = ${dimension} and lead_slices.low = s.low offset 0`;
}

/** Days since year 1, as slices have them. */
function dayNumber(date: string | null): RawBuilder<unknown> | null {
  return date === null ? null : sql`(${date}::date - '0001-01-01'::date)`;
}

function cents(amount: string | null): RawBuilder<unknown> | null {
  return amount === null ? null : sql`(${amount}::numeric * 100)`;
}
