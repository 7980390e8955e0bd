import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { listCustomFields } from '#contract/custom-fields.ts';
import { listDuplicates } from '#contract/duplicates.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { countLeads, getLead, type Lead, leadFilterValues, listLeads } from '#contract/leads.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { getPreferences, listViews } from '#contract/views.ts';
import { queryOf } from '../../lib/query.ts';
import { filterOf, type LeadsSearch } from './search.ts';

/** From here on the server reads from the nearer end, for which it needs the total. */
const FAR = 20_000;

/** One page of leads, newest first; `page` from 1. The page before stays on screen while it loads. */
export function leadsQuery(filter: LeadFilter, page: number) {
  const offset = (page - 1) * LEADS_PAGE_SIZE;
  const count = offset >= FAR && filter.search === undefined ? ('true' as const) : ('false' as const);
  const query = queryOf(listLeads, { query: { ...filter, limit: LEADS_PAGE_SIZE, offset, count } });
  return { ...query, placeholderData: keepPreviousData };
}

/** How many leads match; asked for by itself, so that the rows never wait for it. */
export function totalQuery(filter: LeadFilter) {
  return { ...queryOf(countLeads, { query: filter }), placeholderData: keepPreviousData };
}

/** A lead with its notes and timeline. */
export function leadQuery(id: string) {
  return queryOf(getLead, { params: { id } });
}

/** The values that filters can be set to. */
export const filterValuesQuery = queryOf(leadFilterValues, {});

/** The custom fields of the organization. */
export const customFieldsQuery = queryOf(listCustomFields, {});

/** Columns and density of the table, as the user left them. */
export const preferencesQuery = queryOf(getPreferences, {});

/** Saved views, one's own and the shared ones. */
export const viewsQuery = queryOf(listViews, {});

/** Pairs on a page of the duplicates. */
export const PAIRS_PAGE_SIZE = 10;

/** One page of likely duplicates; `page` from 1. */
export function duplicatesQuery(page: number) {
  const offset = (page - 1) * PAIRS_PAGE_SIZE;
  const query = queryOf(listDuplicates, { query: { limit: PAIRS_PAGE_SIZE, offset } });
  return { ...query, placeholderData: keepPreviousData };
}

/** Starts what a screen needs while its code loads; the screen itself shows how it goes. */
export function prefetchLeads(client: QueryClient, search: LeadsSearch): void {
  void client.prefetchQuery(preferencesQuery);
  void client.prefetchQuery(customFieldsQuery);
  if (search.tab === 'duplicates') {
    void client.prefetchQuery(duplicatesQuery(search.page ?? 1));
    return;
  }
  void client.prefetchQuery(leadsQuery(filterOf(search), search.page ?? 1));
  void client.prefetchQuery(totalQuery(filterOf(search)));
}

/** Paths whose readings change with the leads. */
const CHANGING = [listLeads.path, countLeads.path, leadFilterValues.path, listDuplicates.path, getLead.path];

/** Reads anew whatever is on screen of the leads, after leads were changed. */
export function refreshLeads(client: QueryClient): void {
  for (const path of CHANGING) void client.invalidateQueries({ queryKey: [path] });
  void client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/dashboard'),
  });
}

/** Puts a changed lead into every list that shows it, without asking the server again. */
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
