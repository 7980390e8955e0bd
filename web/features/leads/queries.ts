import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { listCustomFields } from '#contract/custom-fields.ts';
import { listDuplicates } from '#contract/duplicates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { leadFilterValues } from '#contract/lead-values.ts';
import { countLeads, getLead, type Lead, listLeads } from '#contract/leads.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { listTrash } from '#contract/trash.ts';
import { countViews, getPreferences, listViews } from '#contract/views.ts';
import { leadStatusesQuery } from '../../lib/lead-statuses.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { queryOf } from '../../lib/query.ts';
import { filterOf, type LeadsSearch, sortOf } from './search.ts';

/** Beyond it, knowing the total lets the server read from the nearer end. */
const FAR_OFFSET = 20_000;

export interface ListedPage {
  filter: LeadFilter;
  sort: LeadSort;
  /** From 1. */
  page: number;
  size: number;
}

export function pageOf(search: LeadsSearch, size: number): ListedPage {
  return { filter: filterOf(search), sort: sortOf(search), page: search.page ?? 1, size };
}

/** Query of a page of leads; keeps the previous page while loading. */
export function leadsQuery({ filter, sort, page, size }: ListedPage) {
  const offset = (page - 1) * size;
  const count = offset >= FAR_OFFSET && filter.search === undefined ? ('true' as const) : ('false' as const);
  const query = queryOf(listLeads, { query: { ...filter, ...sort, limit: size, offset, count } });
  return { ...query, placeholderData: keepPreviousData };
}

export function trashQuery({ filter: { bin: _bin, ...filter }, page, size }: ListedPage) {
  const query = queryOf(listTrash, { query: { ...filter, limit: size, offset: (page - 1) * size } });
  return { ...query, placeholderData: keepPreviousData };
}

/** Query of the number of matches, separate so that rows never wait for it. */
export function totalQuery(filter: LeadFilter) {
  return { ...queryOf(countLeads, { query: filter }), placeholderData: keepPreviousData };
}

export function leadQuery(id: string) {
  return queryOf(getLead, { params: { id } });
}

export const filterValuesQuery = queryOf(leadFilterValues, {});

export const customFieldsQuery = queryOf(listCustomFields, {});

/** Columns, density and page size of the user's table. */
export const preferencesQuery = queryOf(getPreferences, {});

/** Default until the preferences are loaded. */
function pageSizeOf(client: QueryClient): number {
  return client.getQueryData(preferencesQuery.queryKey)?.pageSize ?? LEADS_PAGE_SIZE;
}

export const viewsQuery = queryOf(listViews, {});

export const viewCountsQuery = queryOf(countViews, {});

export const CLUSTERS_PAGE_SIZE = 10;

/** Polling interval of a duplicate scan, in milliseconds. */
const SCAN_POLL_MS = 2000;

export function duplicatesQuery({ page = 1, band, search }: LeadsSearch) {
  const offset = (page - 1) * CLUSTERS_PAGE_SIZE;
  const query = queryOf(listDuplicates, {
    query: { limit: CLUSTERS_PAGE_SIZE, offset, ...(band && { band }), ...(search && { search }) },
  });
  return {
    ...query,
    placeholderData: keepPreviousData,
    // A scan without new pairs announces no change.
    refetchInterval: ({ state }: { state: { data: ReplyOf<typeof listDuplicates> | undefined } }) =>
      state.data?.scanning === true && SCAN_POLL_MS,
  };
}

/** Prefetches a screen's data while its code loads. */
export function prefetchLeads(client: QueryClient, search: LeadsSearch): void {
  void client.prefetchQuery(preferencesQuery);
  void client.prefetchQuery(customFieldsQuery);
  void client.prefetchQuery(leadStatusesQuery);
  if (search.tab === 'duplicates') {
    void client.prefetchQuery(duplicatesQuery(search));
    return;
  }
  if (search.bin === 'true') {
    void client.prefetchQuery(trashQuery(pageOf(search, pageSizeOf(client))));
    return;
  }
  void client.prefetchQuery(viewsQuery);
  // Most users have the default page size, so preferences needn't load first.
  void client.prefetchQuery(leadsQuery(pageOf(search, pageSizeOf(client))));
  void client.prefetchQuery(totalQuery(filterOf(search)));
}

export function refreshLeads(client: QueryClient): void {
  void refetchTouched(client, LEAD_TOPICS);
}

/** Updates a lead in every cached list. */
export function showLead(client: QueryClient, changed: Lead): void {
  client.setQueriesData<{ leads: Lead[]; total: number | null }>(
    { queryKey: [listLeads.path] },
    (page) =>
      page && {
        ...page,
        leads: page.leads.map((lead) => (lead.id === changed.id ? { ...lead, ...changed } : lead)),
      },
  );
}
