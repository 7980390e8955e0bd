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
import { queryOf } from '../../lib/query.ts';
import { filterOf, type LeadsSearch, sortOf } from './search.ts';

/**
 * Minimum offset from which the server reads from the nearer end of the list; it needs the total for that.
 */
const FAR_OFFSET = 20_000;

/** A page of a list of leads. */
export interface ListedPage {
  filter: LeadFilter;
  sort: LeadSort;
  /** Page number from 1. */
  page: number;
  /** Leads per page. */
  size: number;
}

/** Returns the page in the URL. */
export function pageOf(search: LeadsSearch, size: number): ListedPage {
  return { filter: filterOf(search), sort: sortOf(search), page: search.page ?? 1, size };
}

/** Returns the query of a page of leads. The previous page stays on screen while it loads. */
export function leadsQuery({ filter, sort, page, size }: ListedPage) {
  const offset = (page - 1) * size;
  const count = offset >= FAR_OFFSET && filter.search === undefined ? ('true' as const) : ('false' as const);
  const query = queryOf(listLeads, { query: { ...filter, ...sort, limit: size, offset, count } });
  return { ...query, placeholderData: keepPreviousData };
}

/** Returns the query of a page of the trash. */
export function trashQuery({ filter: { bin: _bin, ...filter }, page, size }: ListedPage) {
  const query = queryOf(listTrash, { query: { ...filter, limit: size, offset: (page - 1) * size } });
  return { ...query, placeholderData: keepPreviousData };
}

/** Returns the query of the number of matching leads; separate, so that the rows never wait for it. */
export function totalQuery(filter: LeadFilter) {
  return { ...queryOf(countLeads, { query: filter }), placeholderData: keepPreviousData };
}

/** Returns the query of a lead with its notes and timeline. */
export function leadQuery(id: string) {
  return queryOf(getLead, { params: { id } });
}

/** Values that filters can be set to. */
export const filterValuesQuery = queryOf(leadFilterValues, {});

/** Custom fields of the organization. */
export const customFieldsQuery = queryOf(listCustomFields, {});

/** The user's columns, density and page size of the table. */
export const preferencesQuery = queryOf(getPreferences, {});

/** Returns the user's page size; the default until the preferences are loaded. */
function pageSizeOf(client: QueryClient): number {
  return client.getQueryData(preferencesQuery.queryKey)?.pageSize ?? LEADS_PAGE_SIZE;
}

/** Saved views: the user's own and the shared ones. */
export const viewsQuery = queryOf(listViews, {});

/** Number of all leads, and of those in each saved view. */
export const viewCountsQuery = queryOf(countViews, {});

/** Duplicate pairs per page. */
export const PAIRS_PAGE_SIZE = 10;

/** Milliseconds between two looks at a running scan for duplicates. */
const SCAN_POLL_MS = 2000;

/** Returns the query of a page of likely duplicates; `page` starts at 1. */
export function duplicatesQuery(page: number) {
  const offset = (page - 1) * PAIRS_PAGE_SIZE;
  const query = queryOf(listDuplicates, { query: { limit: PAIRS_PAGE_SIZE, offset } });
  return {
    ...query,
    placeholderData: keepPreviousData,
    // A scan that finds nothing new announces no change.
    refetchInterval: ({ state }: { state: { data: ReplyOf<typeof listDuplicates> | undefined } }) =>
      state.data?.scanning === true && SCAN_POLL_MS,
  };
}

/** Starts fetching a screen's data while its code loads; the screen itself shows progress and errors. */
export function prefetchLeads(client: QueryClient, search: LeadsSearch): void {
  void client.prefetchQuery(preferencesQuery);
  void client.prefetchQuery(customFieldsQuery);
  void client.prefetchQuery(leadStatusesQuery);
  if (search.tab === 'duplicates') {
    void client.prefetchQuery(duplicatesQuery(search.page ?? 1));
    return;
  }
  if (search.bin === 'true') {
    void client.prefetchQuery(trashQuery(pageOf(search, pageSizeOf(client))));
    return;
  }
  void client.prefetchQuery(viewsQuery);
  // Doesn't wait for the preferences: most users have the default page size.
  void client.prefetchQuery(leadsQuery(pageOf(search, pageSizeOf(client))));
  void client.prefetchQuery(totalQuery(filterOf(search)));
}

/** Paths whose replies change with the leads. */
const CHANGING = [
  listLeads.path,
  listTrash.path,
  countLeads.path,
  countViews.path,
  leadFilterValues.path,
  listDuplicates.path,
  getLead.path,
];

/** Invalidates all lead data on screen after leads have changed. */
export function refreshLeads(client: QueryClient): void {
  for (const path of CHANGING) void client.invalidateQueries({ queryKey: [path] });
  void client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/dashboard'),
  });
}

/** Updates a changed lead in every cached list without refetching. */
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
