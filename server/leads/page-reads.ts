import type { Lead } from '#contract/leads.ts';
import { sqlFor } from '../db/query-builder.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { LeadConditions } from './conditions.ts';
import { matching } from './filter-reads.ts';
import { countRows, LEAD_COLUMNS, toLead, totalFromCounts } from './reads.ts';

/** Which part of a list is asked for. */
export interface LeadPage {
  limit: number;
  offset: number;
}

/**
 * Matches up to which all their ids are fetched and put in order here. Beyond it the leads are walked through newest
 * first, which finds a page soon where many match.
 */
const FEW = 20_000;

/** Filters that an index of their own answers in order. */
const ORDERED = new Set<keyof LeadConditions>(['country', 'brand', 'source', 'status']);
/** Filters that leave so much that looking for few matches is seldom worth it. */
const BROAD = new Set<keyof LeadConditions>(['bin', 'sold', 'hlr', 'whatsapp', 'phone', 'email', 'custom']);

/** One page of the leads that match, newest first, and how many match in all; null when that is not asked for. */
export async function findLeads(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  counted: boolean,
): Promise<{ leads: Lead[]; total: number | null }> {
  const known = counted ? await totalFromCounts(tx, conditions) : null;
  const few = known !== null && known > FEW ? null : await fewIds(tx, conditions);
  if (few !== null) {
    const ids = few.slice(page.offset, page.offset + page.limit);
    return { leads: await fetchLeads(tx, ids), total: counted ? few.length : null };
  }
  const total = counted ? (known ?? (await countRows(tx, conditions))) : null;
  return { leads: await fetchLeads(tx, await walk(tx, conditions, page, total)), total };
}

/** The leads of these ids, in their order. */
async function fetchLeads(tx: TenantTransaction, ids: string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(LEAD_COLUMNS)
      .where('organization_id', '=', tx.organizationId)
      .where('id', 'in', ids),
  );
  const leads = new Map(rows.map((row) => [row.id, toLead(row)]));
  return ids.flatMap((id) => leads.get(id) ?? []);
}

/** The ids of all leads that match, newest first, or null where they are many. */
async function fewIds(tx: TenantTransaction, conditions: LeadConditions): Promise<string[] | null> {
  if (!mayBeFew(conditions)) return null;
  // Bitmaps combine the indexes of all filters; the order they lose is made here.
  await tx.query('SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off');
  const rows = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select('id')
      .where(matching(tx, conditions))
      .limit(FEW + 1),
  );
  await tx.query('SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on');
  // UUIDs as text are in the order of their bytes.
  return rows.length > FEW ? null : rows.map((row) => row.id).sort((a, b) => (a < b ? 1 : -1));
}

function mayBeFew(conditions: LeadConditions): boolean {
  const narrow = (Object.keys(conditions) as (keyof LeadConditions)[]).filter((key) => !BROAD.has(key));
  return narrow.length > 1 || narrow.some((key) => !ORDERED.has(key));
}

/** The page's ids by reading an index in the order of the list. */
async function walk(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  total: number | null,
): Promise<string[]> {
  const { direction, limit, offset } = shortestWay(page, total);
  if (limit <= 0) return [];
  // While an import runs, the planner's statistics lag behind and it would sort all leads for a page of them.
  await tx.query('SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off');
  const rows = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select('id')
      .where(matching(tx, conditions))
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset),
  );
  const ids = rows.map((row) => row.id);
  return direction === 'desc' ? ids : ids.reverse();
}

/** A page in the second half of a list is nearer to its end: read from there, backwards. */
function shortestWay(
  { limit, offset }: LeadPage,
  total: number | null,
): {
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
} {
  if (total === null || offset <= total / 2) return { direction: 'desc', limit, offset };
  const rows = Math.min(limit, total - offset);
  return { direction: 'asc', limit: rows, offset: total - offset - rows };
}
