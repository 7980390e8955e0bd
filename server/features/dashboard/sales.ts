import { type dashboardSales, type dashboardSuppliers, SALES_ROWS_MAX } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { duplicatesBySource, namesOfCustomers, type SalesPeriods, salesBy } from './sales-reads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
/** Longest period, in days. */
const MAX_DAYS = 3660;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const NOTHING = { sold: 0, returned: 0, revenue: [] };

/**
 * Returns the sales of a period, compared with the period of the same length before it.
 * @param today day in UTC on which the period ends when none is given
 * @throws HttpError invalid_input when the period ends before it begins or is too long
 */
export async function salesOfPeriod(
  tx: TenantTransaction,
  given: { from?: string | undefined; to?: string | undefined },
  today = dayOf(Date.now()),
): Promise<ReplyOf<typeof dashboardSales>> {
  const { from, to, periods } = periodsOf(given, today);
  const [total] = await salesBy(tx, 'total', periods);
  const sources = await salesBy(tx, 'source', periods);
  const buyers = await salesBy(tx, 'buyer', periods);
  const names = await namesOfCustomers(
    tx,
    buyers.map(({ name }) => name),
  );
  return {
    from,
    to,
    before: { from: dayOf(periods.before.getTime()), to: dayOf(periods.from.getTime() - DAY_MS) },
    total: { now: total?.now ?? NOTHING, before: total?.before ?? NOTHING },
    sources: sources.map(({ name: source, ...figures }) => ({ source, ...figures })),
    buyers: buyers.map(({ name: customer, ...figures }) => ({
      customer,
      name: names.get(customer) ?? null,
      ...figures,
    })),
  };
}

function periodsOf(
  given: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string; periods: SalesPeriods } {
  const { to = today } = given;
  const { from = dayOf(startOf(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = given;
  const until = startOf(to) + DAY_MS;
  const length = until - startOf(from);
  if (length <= 0) {
    throw new HttpError('invalid_input', 'from: The period must begin before it ends', { field: 'from' });
  }
  if (length > MAX_DAYS * DAY_MS) {
    throw new HttpError('invalid_input', 'from: Choose at most 10 years', { field: 'from' });
  }
  const periods = {
    before: new Date(startOf(from) - length),
    from: new Date(startOf(from)),
    until: new Date(until),
  };
  return { from, to, periods };
}

/** Returns the quality of the leads of each source, those with the most leads first. */
export async function suppliers(tx: TenantTransaction): Promise<ReplyOf<typeof dashboardSuppliers>> {
  const stats = await statsOf(tx, 'source');
  const duplicates = await duplicatesBySource(tx);
  const sources = stats.map(({ value: source, total, valid }) => ({
    source,
    totalLeads: total,
    validNumbers: valid,
    duplicates: duplicates.get(source) ?? 0,
  }));
  const known = new Set(sources.map(({ source }) => source));
  for (const [source, count] of duplicates) {
    if (!known.has(source)) sources.push({ source, totalLeads: 0, validNumbers: 0, duplicates: count });
  }
  const rows = (row: (typeof sources)[number]): number => row.totalLeads + row.duplicates;
  return sources
    .sort((a, b) => rows(b) - rows(a) || a.source.localeCompare(b.source, 'en'))
    .slice(0, SALES_ROWS_MAX);
}
