import type { FastifyInstance } from 'fastify';
import {
  dashboardActivity,
  dashboardBrands,
  dashboardCountries,
  dashboardSales,
  dashboardStats,
  dashboardStatuses,
  dashboardSuppliers,
  dashboardTags,
  SALES_ROWS_MAX,
} from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type StatRow, statsOf } from '../../lead/stats/stat-reads.ts';
import type { StatDimension } from '../../lead/stats/stat-writes.ts';
import { countStatuses } from '../../lead/statuses/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { serve } from '../../platform/http/bind.ts';
import { activityOf, firstDayOf } from './activity.ts';
import { countImports } from './activity-reads.ts';
import { countryStats } from './country-stats.ts';
import { addDays, checkDays, dayOf, type GivenPeriod, periodOf } from './period.ts';
import { duplicatesBySource, namesOfCustomers, salesBy, sourcesCreatedIn } from './sales-reads.ts';

const NONE: StatRow = { value: '', total: 0, valid: 0, qualified: 0 };

/** All figures exclude leads in the trash. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, dashboardStats, (_input, { scope }) =>
    scope.transaction(async (tx) => {
      const [all = NONE] = await statsOf(tx, 'all');
      const statuses = await statsOf(tx, 'status');
      const newLeads = statuses
        .filter(({ value }) => value.toLowerCase() === 'new')
        .reduce((sum, { total }) => sum + total, 0);
      return {
        totalLeads: all.total,
        validNumbers: all.valid,
        ...(await countImports(tx)),
        newLeads,
        qualifiedLeads: all.qualified,
      };
    }),
  );

  serve(app, context, dashboardCountries, async (_input, { scope }) =>
    countryStats(await scope.transaction((tx) => statsOf(tx, 'country'))),
  );

  serve(app, context, dashboardBrands, async (_input, { scope }) =>
    (await namedStats(scope, 'brand')).map(({ value: brand, total: totalLeads }) => ({ brand, totalLeads })),
  );

  serve(app, context, dashboardTags, async (_input, { scope }) =>
    (await namedStats(scope, 'tag')).map(({ value: tag, total: totalLeads }) => ({ tag, totalLeads })),
  );

  serve(app, context, dashboardStatuses, async (_input, { scope }) =>
    (await scope.transaction(countStatuses)).map(({ name: status, leads: totalLeads }) => ({
      status,
      totalLeads,
    })),
  );

  serve(app, context, dashboardActivity, ({ query }, { scope }) =>
    scope.transaction((tx) => activityOf(tx, query)),
  );

  serve(app, context, dashboardSales, ({ query }, { scope }) =>
    scope.transaction((tx) => salesOfPeriod(tx, query)),
  );

  serve(app, context, dashboardSuppliers, ({ query }, { scope }) =>
    scope.transaction((tx) => suppliers(tx, query)),
  );
}

/** Excludes leads without a value. */
async function namedStats(scope: OrganizationScope, dimension: StatDimension): Promise<StatRow[]> {
  const rows = await scope.transaction((tx) => statsOf(tx, dimension));
  return rows.filter(({ value }) => value !== '');
}

const NOTHING = { sold: 0, returned: 0, revenue: [] };

/**
 * Compares a period with the previous period of the same length.
 * @param today last UTC day by default
 * @throws HttpError invalid_input for a reversed or too long period
 */
async function salesOfPeriod(
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
async function suppliers(
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
