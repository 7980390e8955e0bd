import type { QueryClient } from '@tanstack/react-query';
import {
  dashboardBrands,
  dashboardCountries,
  dashboardImports,
  dashboardStats,
  dashboardStatuses,
  dashboardTags,
} from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { queryOf } from '../../lib/query.ts';

export type DashboardCountry = ReplyOf<typeof dashboardCountries>[number];
export type DashboardImportDay = ReplyOf<typeof dashboardImports>[number];
export type Stats = ReplyOf<typeof dashboardStats>;

export const statsQuery = queryOf(dashboardStats, {});
export const countriesQuery = queryOf(dashboardCountries, {});
export const brandsQuery = queryOf(dashboardBrands, {});
export const tagsQuery = queryOf(dashboardTags, {});
export const statusesQuery = queryOf(dashboardStatuses, {});
export const importsQuery = queryOf(dashboardImports, {});

/** Starts fetching all data of the dashboard while its code loads. */
export function prefetchDashboard(client: QueryClient): void {
  void client.prefetchQuery(statsQuery);
  void client.prefetchQuery(countriesQuery);
  void client.prefetchQuery(brandsQuery);
  void client.prefetchQuery(tagsQuery);
  void client.prefetchQuery(statusesQuery);
  void client.prefetchQuery(importsQuery);
}
