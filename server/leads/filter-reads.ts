import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { LeadConditions } from './conditions.ts';

type Builder = ExpressionBuilder<DB, 'leads'>;
type Condition = ExpressionWrapper<DB, 'leads', SqlBool>;

/** The WHERE clause of a filter, the organization and the bin included. */
export function matching(tx: TenantTransaction, conditions: LeadConditions): (eb: Builder) => Condition {
  return (eb) =>
    eb.and([
      eb('organization_id', '=', tx.organizationId),
      eb('deleted_at', conditions.bin ? 'is not' : 'is', null),
      ...namedBy(eb, conditions),
      ...ranges(eb, conditions),
      ...checks(eb, conditions),
      ...customs(eb, conditions),
      ...searched(eb, conditions),
    ]);
}

function namedBy(eb: Builder, conditions: LeadConditions): Condition[] {
  const clauses = (['country', 'brand', 'source', 'status'] as const).flatMap((column) => {
    const values = conditions[column];
    return values === undefined ? [] : [anyOf(eb, column, values)];
  });
  const { tags } = conditions;
  if (tags !== undefined) {
    const { spellings } = tags;
    clauses.push(spellings.length === 0 ? eb.lit(false) : eb(sql`tags`, '&&', sql`${spellings}::text[]`));
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
  // Said twice where the index covers only what is checked at all.
  if (hlr !== undefined) clauses.push(eb('hlr_class', '=', hlr));
  if (hlr) clauses.push(eb('hlr_class', '<>', 0));
  if (whatsapp !== undefined) clauses.push(eb('whatsapp_class', '=', whatsapp));
  if (whatsapp) clauses.push(eb('whatsapp_class', '<>', 0));
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

function searched(eb: Builder, { search }: LeadConditions): Condition[] {
  if (search === undefined) return [];
  const text = eb('search_text', 'like', contains(search.text));
  if (search.digits === null || search.digits === search.text) return [text];
  const inPhone = eb.and([
    eb('search_text', 'like', contains(search.digits)),
    eb(sql<string>`regexp_replace(phone, '\\D', '', 'g')`, 'like', contains(search.digits)),
  ]);
  return [eb.or([text, inPhone])];
}

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
