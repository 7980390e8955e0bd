import type { Lead } from '#contract/leads.ts';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { totalOf } from '../stats/stat-reads.ts';
import type { LeadConditions } from './conditions.ts';
import { countRows, LEAD_COLUMNS, toLead, totalFromCounts } from './count-reads.ts';
import { isSearchAmong } from './few-reads.ts';
import {
  amongNewest,
  gather,
  gatherFound,
  gatherFoundBefore,
  type LeadPage,
  NEWEST,
  walk,
  walkBefore,
} from './id-reads.ts';
import { idsBefore, idsOfPage } from './segment-page-reads.ts';
import { isSegmented, LAST_ID, stretchesOf, totalOfStretches } from './segment-reads.ts';
import { isSearchTold, stretchesFound } from './string-reads.ts';

/** Matches up to which all are gathered when nobody knows yet how many there are. */
const FEW = 20_000;
/** From one match in so many of the newest leads on, gathering them all is not tried. */
const DENSE = 20;
/** Newest leads that are looked through at most when those of the first look did not do: some 20 ms. */
const MOST_NEWER = 50_000;
/** A gathered lead costs as much as so many that a walk goes past. */
const GATHERING_COSTS = 3;

/** One page of the leads that match, newest first, and how many match in all; null when that is not asked for. */
export async function findLeads(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  counted: boolean,
): Promise<{ leads: Lead[]; total: number | null }> {
  const { ids, total } = await findIds(tx, conditions, page, counted);
  return { leads: await fetchLeads(tx, ids), total };
}

/** The ids of one page of the leads that match, newest first. */
export async function findLeadIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
): Promise<string[]> {
  const { ids } = await findIds(tx, conditions, page, false);
  return ids;
}

interface Found {
  ids: string[];
  total: number | null;
}

async function findIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  counted: boolean,
): Promise<Found> {
  const known = counted ? await totalFromCounts(tx, conditions) : null;
  if (known === 0) return { ids: [], total: 0 };
  if (isSegmented(conditions)) return findSegmentedIds(tx, conditions, page, { counted, known });
  if (counted && isSearchAmong(conditions)) return gatherFound(tx, conditions, page);
  // Where a total has to be counted it tells where the page is.
  const told = counted ? await findToldIds(tx, conditions, page) : null;
  if (told !== null) return told;
  const wanted = page.offset + page.limit;
  const newest = conditions.bin ? [] : await amongNewest(tx, conditions, Math.min(wanted, NEWEST));
  if (newest.length === wanted) {
    const total = counted ? (known ?? (await countRows(tx, conditions))) : null;
    return { ids: newest.slice(page.offset), total };
  }
  const further = counted ? null : await findToldIds(tx, conditions, page);
  if (further !== null) return { ids: further.ids, total: null };
  if (isSearchAmong(conditions)) {
    const near = await amongNewer(tx, conditions, page, newest.length / NEWEST);
    return { ids: near ?? (await gatherFound(tx, conditions, page)).ids, total: null };
  }
  return findFurtherIds(tx, conditions, page, { counted, known, newest: newest.length });
}

/** The same for a search that segments tell; null where they do not. */
async function findToldIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
): Promise<Found | null> {
  const stretches = isSearchTold(conditions) ? await stretchesFound(tx, conditions) : null;
  if (stretches === null) return null;
  return { ids: await idsOfPage(tx, conditions, page, stretches), total: totalOfStretches(stretches) };
}

async function findSegmentedIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  { counted, known }: { counted: boolean; known: number | null },
): Promise<Found> {
  const wanted = page.offset + page.limit;
  if (wanted <= NEWEST && isAll(conditions)) {
    return { ids: await walk(tx, conditions, page, null), total: known };
  }
  // Where a total has to be counted it tells where the page is.
  if (wanted <= NEWEST && (known !== null || !counted) && (await mayBeNewest(tx, wanted, known))) {
    const newest = await amongNewest(tx, conditions, wanted);
    if (newest.length === wanted) return { ids: newest.slice(page.offset), total: known };
  }
  const stretches = await stretchesOf(tx, conditions);
  const ids = await idsOfPage(tx, conditions, page, stretches);
  return { ids, total: counted ? (known ?? totalOfStretches(stretches)) : null };
}

/** Whether so many of `known` matches are likely among the newest leads. */
async function mayBeNewest(tx: TenantTransaction, wanted: number, known: number | null): Promise<boolean> {
  if (known === null) return true;
  return known * NEWEST >= wanted * (await totalOf(tx, 'all', ['']));
}

/** What is not among the newest leads: all matches together where they are few, else by the shorter way. */
async function findFurtherIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  page: LeadPage,
  { counted, known, newest }: { counted: boolean; known: number | null; newest: number },
): Promise<Found> {
  if (known === null && newest < NEWEST / DENSE) {
    const few = await gather(tx, conditions, page, FEW);
    if (few !== null) return { ids: few.ids, total: counted ? few.total : null };
  }
  if (!counted) return { ids: await walk(tx, conditions, page, null), total: null };
  const total = known ?? (await countRows(tx, conditions));
  const all = await totalOf(tx, 'all', ['']);
  const near = conditions.bin ? null : await amongNewer(tx, conditions, page, total / Math.max(all, 1));
  if (near !== null) return { ids: near, total };
  if (isGatheringShorter(page, { total, newest, all })) {
    const gathered = await gather(tx, conditions, page, total);
    // Leads may have come since they were counted.
    if (gathered !== null) return { ids: gathered.ids, total };
  }
  return { ids: await walk(tx, conditions, page, total), total };
}

/**
 * The page's ids where it is found among twice as many of the newest leads as it would take were matches spread evenly,
 * and those are few enough; null where it is not.
 */
async function amongNewer(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { limit, offset }: LeadPage,
  share: number,
): Promise<string[] | null> {
  const wanted = offset + limit;
  const within = Math.ceil((2 * wanted) / Math.max(share, 1 / MOST_NEWER));
  if (within <= NEWEST || within > MOST_NEWER) return null;
  const ids = await amongNewest(tx, conditions, wanted, within);
  return ids.length === wanted ? ids.slice(offset) : null;
}

/**
 * A walk goes past all leads between the page and the nearer end of the list, those that don't match included: their
 * number follows from the share that matches, but not where the newest leads show that matches lie together elsewhere.
 */
function isGatheringShorter(
  { limit, offset }: LeadPage,
  { total, newest, all }: { total: number; newest: number; all: number },
): boolean {
  const share = total / Math.max(all, 1);
  const walked = Math.min(offset + limit, total - offset) / Math.max(share, 1 / NEWEST);
  return total * GATHERING_COSTS < (newest < (NEWEST * share) / 2 ? all : walked);
}

/**
 * The leads that match behind a place in the list, newest first: those older than the lead `before`, or the newest.
 * One more than `limit` is asked for where it matters whether there are more.
 */
export async function findLeadsBefore(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { limit, before }: { limit: number; before: string | null },
): Promise<Lead[]> {
  return fetchLeads(tx, await findIdsBefore(tx, conditions, { limit, before: before ?? LAST_ID }));
}

/** Whether nothing is asked of the leads outside the bin. */
function isAll(conditions: LeadConditions): boolean {
  return Object.keys(conditions).length === 1 && !conditions.bin;
}

async function findIdsBefore(
  tx: TenantTransaction,
  conditions: LeadConditions,
  part: { limit: number; before: string },
): Promise<string[]> {
  const { limit, before } = part;
  if (isAll(conditions)) return walkBefore(tx, conditions, part);
  if (isSegmented(conditions)) return idsBefore(tx, conditions, part, await stretchesOf(tx, conditions));
  const stretches = isSearchTold(conditions) ? await stretchesFound(tx, conditions) : null;
  if (stretches !== null) return idsBefore(tx, conditions, part, stretches);
  if (isSearchAmong(conditions)) return gatherFoundBefore(tx, conditions, part);
  const few = await gather(tx, conditions, { limit: FEW, offset: 0 }, FEW);
  if (few !== null) return few.ids.filter((id) => id < before).slice(0, limit);
  return walkBefore(tx, conditions, part);
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
