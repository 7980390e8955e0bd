import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { without } from '../../platform/db/planner.ts';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { idRange } from '../imports/import-reads.ts';
import { totalOf } from '../stats/stat-reads.ts';
import { type IdRange, leadClause, matchingIds, within } from './clauses.ts';
import { findInSegments, type Page, type Part, WHOLE } from './collect.ts';
import { type Conditions, readFilter } from './conditions.ts';
import { isFrequent, trigramClause } from './search-term.ts';

export { maintain, PACE } from './maintain.ts';

/**
 * Counts the leads that match a filter.
 * @throws HttpError invalid_input for a filter that can't be read, as the other functions do
 */
export async function count(tx: TenantTransaction, filter: LeadFilter): Promise<number> {
  const conditions = await readFilter(tx, filter);
  return (await find(tx, conditions, { ...WHOLE, offset: 0, limit: 0 }, true)).total ?? 0;
}

/** Finds a page of the leads that match a filter, and counts them all where asked to. */
export async function page(
  tx: TenantTransaction,
  filter: LeadFilter,
  { offset, limit }: { offset: number; limit: number },
  counted: boolean,
): Promise<Page> {
  return find(tx, await readFilter(tx, filter), { ...WHOLE, offset, limit }, counted);
}

/** Finds the newest leads that match a filter with ids from `from` on and before `before`. */
export async function ids(
  tx: TenantTransaction,
  filter: LeadFilter,
  { limit, ...range }: Partial<IdRange> & { limit: number },
): Promise<string[]> {
  const part = { ...WHOLE, ...range, offset: 0, limit };
  return (await find(tx, await readFilter(tx, filter), part, false)).ids;
}

/** The WHERE clause of `leads` that match a filter, for statements that lock or copy rows. */
export async function clause(tx: TenantTransaction, filter: LeadFilter): Promise<RawBuilder<SqlBool>> {
  return leadClause(tx, await readFilter(tx, filter));
}

/** Removes what the index holds of the texts of leads that were deleted for good, in the transaction of the deletion. */
export async function forgetDeleted(
  tx: Pick<TenantTransaction, 'query' | 'organizationId'>,
  ids: readonly string[],
): Promise<void> {
  await tx.query('SELECT forget_deleted_leads($1, $2::uuid[])', [tx.organizationId, ids]);
}

/** Finds and counts what is asked for by the strategies of the plan table (docs/finding-leads.md, "Which strategy when"). */
async function find(
  tx: TenantTransaction,
  conditions: Conditions,
  part: Part,
  counted: boolean,
): Promise<Page> {
  const { search, trash, custom } = conditions;
  const isFew = custom.some((one) => one.isFew);
  if (trash || (search === null && isFew)) return gather(tx, conditions, part, { trigrams: null, counted });
  if (search !== null) {
    const isTermFrequent = await isFrequent(tx, search);
    if (custom.length > 0 || !isTermFrequent) {
      // An import has fewer leads than a frequent term.
      const readsFewer = isTermFrequent && (isFew || custom.some((one) => one.ids));
      const trigrams = readsFewer ? null : await trigramClause(tx, search);
      return gather(tx, conditions, part, { trigrams, counted });
    }
    return findInSegments(tx, conditions, part, counted);
  }
  const total = counted ? await countedTotal(tx, conditions) : null;
  if (total === null) return findInSegments(tx, conditions, part, counted);
  if (part.limit === 0 || part.offset >= total) return { ids: [], total };
  return { ids: (await findInSegments(tx, conditions, part, false)).ids, total };
}

/** The total of all leads or of one value, from the counters; null for all others. */
async function countedTotal(
  tx: TenantTransaction,
  { values, ranges, custom }: Conditions,
): Promise<number | null> {
  if (values.length + ranges.length + custom.length > 1) return null;
  const [only] = values;
  if (only === undefined) return ranges.length + custom.length === 0 ? totalOf(tx, 'all', ['']) : null;
  const { dimension, anyOf, not } = only;
  if (anyOf === null || not) return null;
  // A lead may have several tags, even spellings of one.
  if (dimension === 'email' || (dimension === 'tag' && anyOf.length > 1)) return null;
  return totalOf(tx, dimension, anyOf);
}

/** Finds and counts all matches, those of a search by the trigram index; serves where they are few. */
async function gather(
  tx: TenantTransaction,
  conditions: Conditions,
  { offset, limit, ...range }: Part,
  { trigrams, counted }: { trigrams: RawBuilder<SqlBool> | null; counted: boolean },
): Promise<Page> {
  const matching = matchingIds(tx, conditions, idRange(conditions.custom), trigrams);
  const statement = sql<{ total: number; ids: string[] }>`
    with matching as materialized (select id from ${matching} matching)
    select (select count(*)::int from matching) as total,
      array(select id from matching where ${within(range)(sql`id`)} order by id desc limit ${limit} offset ${offset}) as ids`;
  const read = () => tx.all({ compile: () => statement.compile(sqlFor) });
  const [row] = await without(tx, ['seqscan', 'indexscan'], read);
  return { ids: row?.ids ?? [], total: counted ? (row?.total ?? 0) : null };
}
