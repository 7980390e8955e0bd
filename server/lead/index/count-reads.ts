import { sql } from 'kysely';
import type { Lead } from '#contract/leads.ts';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { totalOf } from '../stats/stat-reads.ts';
import type { LeadConditions } from './conditions.ts';
import { idsFoundAmong, isSearchAmong, type SearchAmong } from './few-reads.ts';
import { idsOf } from './filter-reads.ts';
import { countInSegments, isSegmented, totalOfStretches } from './segment-reads.ts';
import { isSearchTold, stretchesFound } from './string-reads.ts';

export { LEAD_COLUMNS } from '../fields.ts';

/** A row of `LEAD_COLUMNS` as the contract has it. */
export function toLead<R extends { createdAt: Date; customData: unknown }>(
  row: R,
): Omit<R, 'createdAt' | 'customData'> & { createdAt: string; customData: Lead['customData'] } {
  return {
    ...row,
    customData: row.customData as Lead['customData'],
    createdAt: row.createdAt.toISOString(),
  };
}

/** How many leads match. */
export async function countLeads(tx: TenantTransaction, conditions: LeadConditions): Promise<number> {
  const known = await totalFromCounts(tx, conditions);
  if (known !== null) return known;
  if (isSegmented(conditions)) return countInSegments(tx, conditions);
  const stretches = isSearchTold(conditions) ? await stretchesFound(tx, conditions) : null;
  if (stretches !== null) return totalOfStretches(stretches);
  return isSearchAmong(conditions) ? countFound(tx, conditions) : countRows(tx, conditions);
}

async function countFound(tx: TenantTransaction, conditions: SearchAmong): Promise<number> {
  const found = await idsFoundAmong(tx, conditions);
  const statement = sql<{ total: number }>`select count(*) as total from ${found} as found`;
  const [row] = await tx.all({ compile: () => statement.compile(sqlFor) });
  return row?.total ?? 0;
}

/** How many leads match, by counting them. */
export async function countRows(tx: TenantTransaction, conditions: LeadConditions): Promise<number> {
  // From an index alone or by bitmaps: what else the planner thinks of would fetch row after row.
  const [row] = await without(tx, ['indexscan'], () =>
    tx.all(sqlFor.selectFrom(idsOf(tx, conditions)).select(({ fn }) => fn.countAll<number>().as('total'))),
  );
  return row?.total ?? 0;
}

/** Runs statements whose plans must not make use of these ways; the planner's statistics lag behind imports. */
export async function without<T>(
  tx: TenantTransaction,
  ways: readonly ('indexscan' | 'seqscan' | 'bitmapscan' | 'sort' | 'hashjoin' | 'mergejoin')[],
  work: () => Promise<T>,
): Promise<T> {
  const set = (to: string): string => ways.map((way) => `SET LOCAL enable_${way} = ${to}`).join('; ');
  await tx.query(set('off'));
  const result = await work();
  await tx.query(set('on'));
  return result;
}

/** The total of no filter, or of a single one that is counted; null for all others. */
export async function totalFromCounts(
  tx: TenantTransaction,
  conditions: LeadConditions,
): Promise<number | null> {
  const { bin, ...set } = conditions;
  const [key, ...more] = Object.keys(set) as (keyof typeof set)[];
  if (bin || more.length > 0) return null;
  if (key === undefined) return totalOf(tx, 'all', ['']);
  if (key === 'country' || key === 'brand' || key === 'source' || key === 'status') {
    return totalOf(tx, key, set[key] ?? []);
  }
  if (key === 'hlr' || key === 'whatsapp' || key === 'sold') return totalOf(tx, key, [String(set[key])]);
  if (key === 'phone') return totalOf(tx, 'number', [String(set.phone)]);
  // Spellings of one tag exclude each other, since a lead has a tag once in any case.
  if (key === 'tags' && set.tags?.asked === 1) return totalOf(tx, 'tag', set.tags.spellings);
  return null;
}
