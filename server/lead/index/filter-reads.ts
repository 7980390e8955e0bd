import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadConditions } from './conditions.ts';

type Builder = ExpressionBuilder<DB, 'leads'>;
type Condition = ExpressionWrapper<DB, 'leads', SqlBool>;

/**
 * The ids of the leads that match, as a query of one column named `id`. Leads that only a search is asked of, or nothing,
 * are found without a look at them: `lead_search` lists all that are outside the bin. With `since`, of those from this id on.
 */
export function idsOf(tx: TenantTransaction, conditions: LeadConditions, since: string | null = null) {
  const { bin, search, ...others } = conditions;
  if (bin || Object.keys(others).length > 0) {
    return sqlFor
      .selectFrom('leads')
      .select('id')
      .where(matching(tx, conditions, since))
      .as('matched');
  }
  const listed = sqlFor
    .selectFrom('lead_search')
    .select('lead_id as id')
    .where('organization_id', '=', tx.organizationId)
    .$if(since !== null, (listed) => listed.where('lead_id', '>=', since));
  return (search === undefined ? listed : listed.where(holds(LISTED_TEXT, search))).as('matched');
}

/** The WHERE clause of a filter, the organization and the bin included; with `since`, of the leads from this id on. */
export function matching(
  tx: TenantTransaction,
  conditions: LeadConditions,
  since: string | null = null,
): (eb: Builder) => Condition {
  return (eb) =>
    eb.and([
      eb('organization_id', '=', tx.organizationId),
      eb('deleted_at', conditions.bin ? 'is not' : 'is', null),
      ...ofColumns(eb, conditions),
      ...customs(eb, conditions),
      ...(since === null ? [] : [eb('id', '>=', since)]),
      ...searched(tx, eb, conditions, since),
    ]);
}

/**
 * Changes of leads of segments since those were made, from the id `low` on and before `high`, as a query: `lead_id`, and as
 * `sign` -1 for what a lead was and 1 for what it is, where that meets the conditions.
 */
export function changesOf(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { low, high }: { low: string; high: string },
): RawBuilder<unknown> {
  const eb = expressionBuilder<DB, 'leads'>();
  return sql`(select lead_id, sign from lead_changes
    cross join lateral (select -1 as sign, (was).* union all select 1, (is_now).*) facets
    where organization_id = ${tx.organizationId} and lead_id >= ${low} and lead_id < ${high}
      and facets.status is not null and ${eb.and(ofColumns(eb, conditions))})`;
}

/** The conditions that leads and their changes alike are asked. */
function ofColumns(eb: Builder, conditions: LeadConditions): Condition[] {
  return [...namedBy(eb, conditions), ...ranges(eb, conditions), ...checks(eb, conditions)];
}

function namedBy(eb: Builder, conditions: LeadConditions): Condition[] {
  const clauses = (['country', 'brand', 'source', 'status'] as const).flatMap((column) => {
    const values = conditions[column];
    return values === undefined ? [] : [anyOf(eb, column, values)];
  });
  const { tags } = conditions;
  if (tags !== undefined) {
    const { spellings } = tags;
    // The index holds only leads with tags.
    const tagged = eb.and([
      eb(sql`tags`, '&&', sql`${spellings}::text[]`),
      eb(sql`tags`, '<>', sql`'{}'::text[]`),
    ]);
    clauses.push(spellings.length === 0 ? eb.lit(false) : tagged);
  }
  return clauses;
}

/** One value keeps the order of the index, where a list would have to be sorted. */
function anyOf(eb: Builder, column: 'country' | 'brand' | 'source' | 'status', values: string[]): Condition {
  const [first, ...others] = values;
  if (first === undefined) return eb.lit(false);
  return others.length === 0 ? eb(column, '=', first) : eb(column, 'in', values);
}

function ranges(eb: Builder, { dates, amount }: LeadConditions): Condition[] {
  const clauses: Condition[] = [];
  if (dates?.from) clauses.push(eb('deposit_date', '>=', dates.from));
  if (dates?.to) clauses.push(eb('deposit_date', '<=', dates.to));
  if (amount) clauses.push(eb('deposit_amount', '>=', amount.from));
  if (amount?.to) clauses.push(eb('deposit_amount', '<=', amount.to));
  return clauses;
}

function checks(eb: Builder, { hlr, whatsapp, sold, phone, email }: LeadConditions): Condition[] {
  const clauses: Condition[] = [];
  if (hlr !== undefined) clauses.push(eb('hlr_class', '=', hlr));
  if (whatsapp !== undefined) clauses.push(eb('whatsapp_class', '=', whatsapp));
  if (sold !== undefined) clauses.push(eb('is_sold', 'is', sold));
  if (email !== undefined) clauses.push(eb('email', email ? 'is not' : 'is', null));
  if (phone === 'valid') clauses.push(eb('number_valid', 'is', true));
  if (phone === 'invalid')
    clauses.push(eb.and([eb('number_valid', 'is', false), eb('phone', 'is not', null)]));
  return clauses;
}

function customs(eb: Builder, { custom = [] }: LeadConditions): Condition[] {
  return custom.map(({ name, type, value }) => {
    const held = sql<string>`custom_data ->> ${name}`;
    if (type === 'number') return eb(sql`(${held})::numeric`, '=', sql`${Number(value)}::numeric`);
    return eb(sql<string>`lower(${held})`, '=', value.toLowerCase());
  });
}

function searched(
  tx: TenantTransaction,
  eb: Builder,
  { bin, search }: LeadConditions,
  since: string | null,
): Condition[] {
  if (search === undefined) return [];
  // The bin is not listed: its leads are read one by one.
  if (bin) return [eb(holds(TEXT_OF_LEAD, search), 'is', true)];
  const listed = eb
    .selectFrom('lead_search')
    .select('lead_search.lead_id')
    .where('lead_search.organization_id', '=', tx.organizationId)
    .where(holds(LISTED_TEXT, search));
  // Said of both tables: the planner does not conclude it.
  return [eb('id', 'in', since === null ? listed : listed.where('lead_search.lead_id', '>=', since))];
}

const LISTED_TEXT = sql<string>`search_text`;
const TEXT_OF_LEAD = sql<string>`search_text_of(first_name, last_name, email, phone)`;

/** Whether a lead's searched text, the phone's digits in its last line, holds what is searched. */
function holds(
  searchedText: RawBuilder<string>,
  { text, digits, parts }: NonNullable<LeadConditions['search']>,
): RawBuilder<SqlBool> {
  if (digits !== null && digits !== text) {
    return sql<SqlBool>`(${searchedText} like ${contains(text)} or (${searchedText} like ${contains(digits)}
      and split_part(${searchedText}, e'\\n', -1) like ${contains(digits)}))`;
  }
  if (parts.length === 0) return sql<SqlBool>`${searchedText} like ${contains(text)}`;
  // The index looks up what patterns have; what else it finds is told apart by the text.
  const held = parts.map((part) => sql`${searchedText} like ${contains(part)}`);
  return sql<SqlBool>`(${sql.join(held, sql` and `)} and strpos(${searchedText}, ${text}) > 0)`;
}

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
