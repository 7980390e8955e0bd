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
} from '#contract/dashboard.ts';
import { type StatRow, statsOf } from '../../lead/stats/stat-reads.ts';
import type { StatDimension } from '../../lead/stats/stat-writes.ts';
import { countStatuses } from '../../lead/statuses/stat-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { serve } from '../../platform/http/bind.ts';
import { activityOf } from './activity.ts';
import { countryStats } from './country-stats.ts';
import { countImports } from './reads.ts';
import { salesOfPeriod, suppliers } from './sales.ts';

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
