import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
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
import type { ReplyOf } from '#contract/endpoint.ts';
import { listOutcomes } from '#contract/outcomes.ts';
import { queryOf } from '../../lib/query.ts';
import { type PeriodQuery, queryOfPeriod, readPeriod } from './period/period.ts';
import type { DashboardSearch } from './search.ts';

export type DashboardActivity = ReplyOf<typeof dashboardActivity>;
export type DashboardCountry = ReplyOf<typeof dashboardCountries>[number];
export type DashboardSales = ReplyOf<typeof dashboardSales>;
export type Supplier = ReplyOf<typeof dashboardSuppliers>[number];
export type OutcomeReply = ReplyOf<typeof listOutcomes>;
export type Stats = ReplyOf<typeof dashboardStats>;

export const statsQuery = queryOf(dashboardStats, {});
export const countriesQuery = queryOf(dashboardCountries, {});
export const brandsQuery = queryOf(dashboardBrands, {});
export const tagsQuery = queryOf(dashboardTags, {});
export const statusesQuery = queryOf(dashboardStatuses, {});

/** Query of a period's activity; keeps the previous data while loading. */
export function activityQuery(query: PeriodQuery) {
  return { ...queryOf(dashboardActivity, { query }), placeholderData: keepPreviousData };
}

/** Query of a period's sales; keeps the previous data while loading. */
export function salesQuery(query: PeriodQuery) {
  return { ...queryOf(dashboardSales, { query }), placeholderData: keepPreviousData };
}

/** Query of what became of a period's sales; keeps the previous data while loading. */
export function outcomesQuery(query: PeriodQuery) {
  return { ...queryOf(listOutcomes, { query }), placeholderData: keepPreviousData };
}

/** Query of a period's suppliers; no days mean all time. */
export function suppliersQuery({ period: _all, ...days }: PeriodQuery) {
  return { ...queryOf(dashboardSuppliers, { query: days }), placeholderData: keepPreviousData };
}

/** Prefetches the dashboard's data while its code loads. */
export function prefetchDashboard(client: QueryClient, search: DashboardSearch): void {
  const period = queryOfPeriod(readPeriod(search));
  void client.prefetchQuery(statsQuery);
  void client.prefetchQuery(activityQuery(period));
  void client.prefetchQuery(countriesQuery);
  void client.prefetchQuery(brandsQuery);
  void client.prefetchQuery(tagsQuery);
  void client.prefetchQuery(statusesQuery);
  void client.prefetchQuery(salesQuery(period));
  void client.prefetchQuery(suppliersQuery(period));
  void client.prefetchQuery(outcomesQuery(period));
}
