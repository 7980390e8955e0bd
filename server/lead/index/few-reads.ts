import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { totalOf } from '../stats/stat-reads.ts';
import type { LeadConditions } from './conditions.ts';
import { idsOf, matching } from './filter-reads.ts';
import {
  countInSegments,
  FIRST_ID,
  idsFoundInSegments,
  idsInSegments,
  isSegmented,
  LAST_ID,
  sealedUpTo,
} from './segment-reads.ts';

/** Of so many leads one may match, for all of them to be gathered: one by one costs as much as going past so many. */
const AMONG = 100;

/** The leads of a filter as a WHERE clause, and how they are best read. */
export interface FilteredLeads {
  where(eb: ExpressionBuilder<DB, 'leads'>): ExpressionWrapper<DB, 'leads', SqlBool>;
  /** Few among many: gathered and put in order they come sooner than by going through all in order. */
  areFew: boolean;
}

/** What is known of the leads of a filter. */
export interface KnownLeads {
  /** How many match, or did a while ago. */
  total: number;
  /** Only those from one id on and before another are asked for. */
  low?: string;
  high?: string;
}

/** The leads of a filter: where few match, the clause says which rows to look at. */
export async function leadsOf(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { total, low = FIRST_ID, high = LAST_ID }: KnownLeads,
): Promise<FilteredLeads> {
  const where = matching(tx, conditions);
  if (!isSegmented(conditions) || !(await areFew(tx, conditions, total))) return { where, areFew: false };
  const ids = idsInSegments(tx, conditions, { low, high, sealed: await sealedUpTo(tx) });
  return { where: (eb) => eb.and([where(eb), eb('id', 'in', ids)]), areFew: true };
}

async function areFew(tx: TenantTransaction, conditions: LeadConditions, total: number): Promise<boolean> {
  if (Object.keys(conditions).length === 1) return false;
  return total * AMONG < (await totalOf(tx, 'all', ['']));
}

/** A search among leads that segments tell. */
export type SearchAmong = LeadConditions & Required<Pick<LeadConditions, 'search'>>;

export function isSearchAmong(conditions: LeadConditions): conditions is SearchAmong {
  const { search, ...others } = conditions;
  return search !== undefined && isSegmented(others) && Object.keys(others).length > 1;
}

/** The ids of all leads that a search finds among those of other filters, as a query: what fewer meet comes first. */
export async function idsFoundAmong(
  tx: TenantTransaction,
  conditions: SearchAmong,
): Promise<RawBuilder<string>> {
  const { search, ...others } = conditions;
  const few = await areFew(tx, others, await countInSegments(tx, others));
  const sealed = await sealedUpTo(tx);
  if (!few) return idsFoundInSegments(tx, conditions, sealed);
  const among = idsInSegments(tx, others, { low: FIRST_ID, high: LAST_ID, sealed });
  const isFound = sqlFor
    .selectFrom(idsOf(tx, { bin: false, search }))
    .select('id')
    .where('id', '=', sql<string>`among.id`)
    .offset(0);
  return sql`(select found.id from ${among} among cross join lateral ${isFound} found)`;
}
