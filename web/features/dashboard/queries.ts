import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import {
  dashboardBrands,
  dashboardCountries,
  dashboardImports,
  dashboardSales,
  dashboardStats,
  dashboardStatuses,
  dashboardSuppliers,
  dashboardTags,
} from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { queryOf } from '../../lib/query.ts';

export type DashboardCountry = ReplyOf<typeof dashboardCountries>[number];
export type DashboardImportDay = ReplyOf<typeof dashboardImports>[number];
export type DashboardSales = ReplyOf<typeof dashboardSales>;
export type Supplier = ReplyOf<typeof dashboardSuppliers>[number];
export type Stats = ReplyOf<typeof dashboardStats>;

export const statsQuery = queryOf(dashboardStats, {});
export const countriesQuery = queryOf(dashboardCountries, {});
export const brandsQuery = queryOf(dashboardBrands, {});
export const tagsQuery = queryOf(dashboardTags, {});
export const statusesQuery = queryOf(dashboardStatuses, {});
export const importsQuery = queryOf(dashboardImports, {});

export const suppliersQuery = queryOf(dashboardSuppliers, { query: {} });

/** Returns the query of the sales of a period; the previous one stays on screen while it loads. */
export function salesQuery(query: { from: string; to: string }) {
  return { ...queryOf(dashboardSales, { query }), placeholderData: keepPreviousData };
}

/** Starts fetching all data of the dashboard while its code loads. */
export function prefetchDashboard(client: QueryClient): void {
  void client.prefetchQuery(statsQuery);
  void client.prefetchQuery(countriesQuery);
  void client.prefetchQuery(brandsQuery);
  void client.prefetchQuery(tagsQuery);
  void client.prefetchQuery(statusesQuery);
  void client.prefetchQuery(importsQuery);
  void client.prefetchQuery(suppliersQuery);
}
