import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { HeldValues } from '../../conditions/asked.ts';
import type { SearchWord } from '../../conditions/search-words.ts';
import type { LeadCondition } from '../../rows/lead-condition.ts';
import { DIMENSIONS, type NumberDimension, type ValueDimension } from './dimensions.ts';

type Clause = Sql;

/** In terms of stored values; all must hold. */
export interface Facets {
  values: ({ dimension: ValueDimension } & HeldValues)[];
  /** The number of the lead is between both, inclusive; null: no bound. */
  ranges: { dimension: NumberDimension; least: number | null; most: number | null }[];
  /** Conditions that the index knows nothing of, so that rows are read. */
  custom: LeadCondition[];
  /** One of each group must hold; they have no `custom`. */
  groups: Facets[][];
}

export interface Conditions extends Facets {
  /** Leads in the trash instead of those that are listed. */
  trash: boolean;
  search: SearchWord[] | null;
}

/** Ids from `from` on and before `before`. */
export interface IdRange {
  from: string;
  before: string;
}

/** Below and above the ids of all leads. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether anything but a search is asked of the leads. */
export function hasFilters({ values, ranges, custom, groups }: Facets): boolean {
  return values.length + ranges.length + custom.length + groups.length > 0;
}

/** Clause of the indexed filters over a row of `leads` or `lead_facets`. */
export function facetClause({ values, ranges, groups }: Omit<Facets, 'custom'>): Clause {
  const clauses = values.map(({ dimension, anyOf, not }) => {
    const { kind, expression } = DIMENSIONS[dimension];
    const held = raw(expression);
    const [any, some] =
      kind === 'values'
        ? [sql`cardinality(${held}) > 0`, sql`${held} && ${anyOf}::text[]`]
        : [sql`${held} is not null`, sql`${held} = any(${anyOf}::text[])`];
    const has = anyOf === null ? any : some;
    return not ? sql`not coalesce(${has}, false)` : has;
  });
  for (const { dimension, least, most } of ranges) {
    const held = raw(DIMENSIONS[dimension].expression);
    clauses.push(sql`${held} >= ${least ?? 0}::int8`);
    if (most !== null) clauses.push(sql`${held} <= ${most}::int8`);
  }
  return allOf([...clauses, ...groups.map(groupClause)]);
}

/** One of the lists must hold. */
export function groupClause(lists: readonly Facets[]): Clause {
  const clauses = lists.map((list) => allOf([facetClause(list), ...list.custom.map(({ clause }) => clause)]));
  return sql`(${join(clauses, ' or ')})`;
}

/** The digits of the phone are in the last line. */
export function textClause(text: Sql, words: readonly SearchWord[] | null): Clause {
  const clauses = (words ?? []).map((word) => {
    const found = sql`strpos(${text}, ${word.text}::text) > 0`;
    if (word.digits === null || word.digits === word.text) return found;
    return sql`(${found} or strpos(split_part(${text}, e'\\n', -1), ${word.digits}::text) > 0)`;
  });
  return allOf(clauses);
}

/** Includes the organization and the trash. */
export function leadClause(tx: TenantTransaction, conditions: Conditions, ids: Clause = allOf([])): Clause {
  const { trash, search, custom } = conditions;
  return allOf([
    sql`leads.organization_id = ${tx.organizationId}`,
    trash ? sql`leads.deleted_at is not null` : sql`leads.deleted_at is null`,
    ids,
    facetClause(conditions),
    ...custom.map(({ clause }) => clause),
    ...(search === null ? [] : [searchClause(tx, conditions, search)]),
  ]);
}

// The trash is not in lead_search.
function searchClause(tx: TenantTransaction, { trash }: Conditions, search: readonly SearchWord[]): Clause {
  if (trash)
    return textClause(
      sql`search_text_of(first_name, last_name, email, phone, customer_number, folded, searched_notes)`,
      search,
    );
  return sql`exists (select from lead_search s where s.organization_id = ${tx.organizationId} and s.lead_id = leads.id
    and ${textClause(sql`s.search_text`, search)})`;
}

/** Query of the ids that match by reading rows whose id meets `ids`. With `texts`, clauses of `search_text`, searched texts are read first. */
export function matchingIds(
  tx: TenantTransaction,
  conditions: Conditions,
  ids: (id: Sql) => Clause,
  texts: Clause | null = null,
): Sql {
  const { trash, search } = conditions;
  const others = { ...conditions, search: null };
  if (trash || (search === null && hasFilters(conditions))) {
    return sql`(select id from leads where ${leadClause(tx, conditions, ids(sql`id`))})`;
  }
  const listed = sql`select s.lead_id as id from lead_search s`;
  const found = allOf([
    sql`s.organization_id = ${tx.organizationId}`,
    ids(sql`s.lead_id`),
    textClause(sql`s.search_text`, search),
    ...(texts === null ? [] : [texts]),
  ]);
  if (!hasFilters(conditions)) return sql`(${listed} where ${found})`;
  if (texts === null) {
    return sql`(${listed} join leads on leads.id = s.lead_id where ${found} and ${leadClause(tx, others, ids(sql`leads.id`))})`;
  }
  return sql`(select found.id from (${listed} where ${found}) found cross join lateral (
    select from leads where ${leadClause(tx, others, sql`leads.id = found.id`)} offset 0) lead)`;
}

/** The WHERE clause of the rows of `leads` with these ids. */
export function withIds({ organizationId }: TenantTransaction, ids: readonly string[]): Clause {
  return sql`leads.organization_id = ${organizationId} and leads.id = any(${ids}::uuid[])`;
}

/** The clause of an id range. */
export function within({ from, before }: IdRange): (id: Sql) => Clause {
  return (id) => sql`${id} >= ${from}::uuid and ${id} < ${before}::uuid`;
}

/** Text as LIKE looks for it anywhere. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function allOf(clauses: readonly Sql[]): Clause {
  return clauses.length === 0 ? sql`true` : sql`(${join(clauses, ' and ')})`;
}
