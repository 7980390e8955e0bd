import { type dashboardSales, type dashboardSuppliers, SALES_ROWS_MAX } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { firstDayOf } from './activity.ts';
import { addDays, checkDays, dayOf, type GivenPeriod, periodOf } from './period.ts';
import { duplicatesBySource, namesOfCustomers, salesBy, sourcesCreatedIn } from './sales-reads.ts';

const NOTHING = { sold: 0, returned: 0, revenue: [] };

/**
 * Compares a period with the equally long one before.
 * @param today last UTC day by default
 * @throws HttpError invalid_input for a reversed or too long period
 */
export async function salesOfPeriod(
  tx: TenantTransaction,
  given: GivenPeriod,
  today = dayOf(Date.now()),
): Promise<ReplyOf<typeof dashboardSales>> {
  const period = periodOf(given, today, await firstDayOf(tx, given, null, today));
  const [total] = await salesBy(tx, 'total', period);
  const sources = await salesBy(tx, 'source', period);
  const buyers = await salesBy(tx, 'buyer', period);
  const names = await namesOfCustomers(
    tx,
    buyers.map(({ name }) => name),
  );
  return {
    ...period,
    total: { now: total?.now ?? NOTHING, before: total?.before ?? NOTHING },
    sources: sources.map(({ name: source, ...figures }) => ({ source, ...figures })),
    buyers: buyers.map(({ name: customer, ...figures }) => ({
      customer,
      name: names.get(customer) ?? null,
      ...figures,
    })),
  };
}

/**
 * Returns lead quality by source, most leads first, overall or for some days.
 * @throws HttpError invalid_input
 */
export async function suppliers(
  tx: TenantTransaction,
  { from, to }: Omit<GivenPeriod, 'period'>,
  today = dayOf(Date.now()),
): Promise<ReplyOf<typeof dashboardSuppliers>> {
  const days =
    from === undefined && to === undefined
      ? null
      : { from: from ?? addDays(to ?? today, -29), to: to ?? today };
  if (days !== null) checkDays(days);
  const stats = days === null ? await statsOf(tx, 'source') : await sourcesCreatedIn(tx, days);
  const duplicates = await duplicatesBySource(tx, days);
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
