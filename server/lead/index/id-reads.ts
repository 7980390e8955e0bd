import { type RawBuilder, sql } from 'kysely';
import { type Compilable, sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadConditions } from './conditions.ts';
import { without } from './count-reads.ts';
import { idsFoundAmong, type SearchAmong } from './few-reads.ts';
import { idsOf } from './filter-reads.ts';

/** Which part of a list is asked for. */
export interface LeadPage {
  limit: number;
  offset: number;
}

/** How many of the newest leads are looked through for a page. */
export const NEWEST = 2_000;

/** The first matches among the newest `within` leads, newest first, at most `most`. */
export async function amongNewest(
  tx: TenantTransaction,
  conditions: LeadConditions,
  most: number,
  within = NEWEST,
): Promise<string[]> {
  const [oldest] = await tx.query<{ id: string }>(
    'SELECT lead_id AS id FROM lead_search WHERE organization_id = $1 ORDER BY lead_id DESC OFFSET $2 LIMIT 1',
    [tx.organizationId, within - 1],
  );
  // So few leads are gathered as fast.
  if (oldest === undefined) return [];
  const newest = idsOf(tx, conditions, oldest.id);
  const rows = await inOrder(tx, () =>
    tx.all(sqlFor.selectFrom(newest).select('id').orderBy('id', 'desc').limit(most)),
  );
  return rows.map((row) => row.id);
}

/**
 * The page's ids and how many match, all of them gathered and put in order; null where there are more than `most`.
 * Serves where matches are few, or lie far apart.
 */
export async function gather(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  most: number,
): Promise<{ total: number; ids: string[] } | null> {
  const matched = sqlFor
    .selectFrom(idsOf(tx, conditions))
    .select('id')
    .limit(most + 1);
  const [row] = await without(tx, ['seqscan', 'indexscan'], () => tx.all(pageOf(sql`${matched}`, page)));
  return row === undefined || row.total > most ? null : row;
}

/** The page's ids and how many match, for a search among leads of other filters. */
export async function gatherFound(
  tx: TenantTransaction,
  conditions: SearchAmong,
  page: LeadPage,
): Promise<{ total: number; ids: string[] }> {
  const [row] = await tx.all(pageOf(await idsFoundAmong(tx, conditions), page));
  return row ?? { total: 0, ids: [] };
}

/** The newest ids before `before`, for a search among leads of other filters. */
export async function gatherFoundBefore(
  tx: TenantTransaction,
  conditions: SearchAmong,
  { limit, before }: { limit: number; before: string },
): Promise<string[]> {
  const found = await idsFoundAmong(tx, conditions);
  const statement = sql<{ id: string }>`
    select id from ${found} as found where id < ${before} order by id desc limit ${limit}`;
  const rows = await tx.all({ compile: () => statement.compile(sqlFor) });
  return rows.map((row) => row.id);
}

function pageOf(
  matched: RawBuilder<unknown>,
  { limit, offset }: LeadPage,
): Compilable<{ total: number; ids: string[] }> {
  const statement = sql<{ total: number; ids: string[] }>`
    with gathered as materialized ${matched}
    select (select count(*) from gathered) as total,
      array(select id from gathered order by id desc limit ${limit} offset ${offset}) as ids`;
  return { compile: () => statement.compile(sqlFor) };
}

/** The page's ids by reading an index in the order of the list, from whichever end is nearer. */
export async function walk(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  total: number | null,
): Promise<string[]> {
  const { direction, limit, offset } = shortestWay(page, total);
  if (limit <= 0) return [];
  const rows = await inOrder(tx, () =>
    tx.all(
      sqlFor
        .selectFrom(idsOf(tx, conditions))
        .select('id')
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset),
    ),
  );
  const ids = rows.map((row) => row.id);
  return direction === 'desc' ? ids : ids.reverse();
}

/** The newest ids before `before` by reading an index in the order of the list. */
export async function walkBefore(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { limit, before }: { limit: number; before: string },
): Promise<string[]> {
  const older = sqlFor
    .selectFrom(idsOf(tx, conditions))
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await inOrder(tx, () => tx.all(older));
  return rows.map((row) => row.id);
}

/**
 * Runs a statement that finds leads in the order of an index, and never gathers and sorts all for a part of them. Other
 * statements of the transaction are planned as ever.
 */
export function inOrder<T>(tx: TenantTransaction, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin'], work);
}

/** A page in the second half of a list is nearer to its end: read from there, backwards. */
function shortestWay(
  { limit, offset }: LeadPage,
  total: number | null,
): { direction: 'asc' | 'desc'; limit: number; offset: number } {
  if (total === null || offset <= total / 2) return { direction: 'desc', limit, offset };
  const rows = Math.min(limit, total - offset);
  return { direction: 'asc', limit: rows, offset: total - offset - rows };
}
