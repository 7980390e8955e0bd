import { sql } from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadConditions } from './conditions.ts';
import { TEXT_END } from './frequent-strings.ts';
import { LAST_ID, type Stretch, sealedUpTo } from './segment-reads.ts';

/** Longest string that segments tell, with its number before it (bytes). */
const LONGEST = sql.lit(68);
/** A segment that does not tell a term takes as long to read as so many matches that the index finds. */
const SEGMENT_COSTS = 8_000;
/** What segments never tell: they have strings of one line, and capital letters for numbers between them. */
const UNTOLD = new RegExp(`[\n${TEXT_END}A-Z]`);

/** A search and nothing else, outside the bin. */
export type SearchAlone = LeadConditions & Required<Pick<LeadConditions, 'search'>>;

/** Whether what is asked is a search alone, and segments are likely to tell how many leads it finds. */
export function isSearchTold(conditions: LeadConditions): conditions is SearchAlone {
  const { bin, search, ...others } = conditions;
  if (bin || search === undefined || Object.keys(others).length > 0) return false;
  const { text, digits, isFrequent } = search;
  return isFrequent && (digits === null || digits === text) && !UNTOLD.test(text);
}

/**
 * Where the leads that a search finds are, exactly, newest first; stretches without any are left out. Null where so few segments
 * tell it that the index finds them sooner.
 */
export async function stretchesFound(
  tx: TenantTransaction,
  { search: { text } }: SearchAlone,
  segmentCosts = SEGMENT_COSTS,
): Promise<Stretch[] | null> {
  const { organizationId } = tx;
  const sealed = await sealedUpTo(tx);
  const countOf = (low: unknown, high: unknown) => sql`(
    select count(*) from lead_search l where l.organization_id = ${organizationId}
      and l.lead_id >= ${low} and l.lead_id < ${high} and strpos(l.search_text, ${text}) > 0)`;
  const statement = sql<Omit<Stretch, 'matches'> & { matches: number | null }>`
    with segments as materialized (
      select low, lead(low, 1, ${sealed}::uuid) over listed as high, row_number() over listed as nth
      from lead_segments where organization_id = ${organizationId} and low < ${sealed}
      window listed as (order by low)
    ), told as materialized (
      select segments.*, (
        select ${numberBefore(sql`strings`, sql`at`)} from (
          select strings, position(convert_to(${text}, 'UTF8') in strings) as at from (
            select strings || ''::bytea as strings from lead_strings
            where organization_id = ${organizationId} and low = segments.low offset 0
          ) read offset 0
        ) found where at > 0
      ) as leads
      from segments
    ), worth as materialized (
      select coalesce(sum(leads), 0) > count(*) filter (where leads is null) * ${segmentCosts}::int8 as it from told
    ), changed as (
      select width_bucket(lead_id, array(select low from segments order by low)) as nth,
        sum((strpos(coalesce(is_now, ''), ${text}) > 0)::int - (strpos(coalesce(was, ''), ${text}) > 0)::int) as leads
      from lead_text_changes
      where organization_id = ${organizationId} and lead_id < ${sealed} and (select it from worth)
      group by 1
    )
    select low, high, matches from (
      select told.low, told.high, case when not (select it from worth) then null
        when told.leads is null then ${countOf(sql`told.low`, sql`told.high`)}
        else told.leads + coalesce(changed.leads, 0) end::int8 as matches
      from told left join changed using (nth)
      union all
      select ${sealed}::uuid, ${LAST_ID}::uuid,
        case when (select it from worth) then ${countOf(sealed, LAST_ID)} end
    ) as stretches
    where matches is distinct from 0
    order by low desc`;
  const rows = await tx.all({ compile: () => statement.compile(sqlFor) });
  const stretches = rows.filter((row): row is Stretch => row.matches !== null);
  return stretches.length === rows.length ? stretches : null;
}

/** The number before the string of a segment that has something at a place; see `frequentStrings`. */
function numberBefore(strings: unknown, at: unknown) {
  // Bytes, whatever characters they are of.
  const before = sql`substring(${strings} from greatest(${at} - ${LONGEST}, 1) for least(${at} - 1, ${LONGEST}))`;
  const letters = sql`substring(convert_from(${before}, 'LATIN1') from '([A-P]{4})[^A-P]*$')`;
  return sql`('x' || translate(${letters}, 'ABCDEFGHIJKLMNOP', '0123456789abcdef'))::bit(16)::int`;
}
