import { LEAD_FILTER_KEYS, type LeadFilter, leadFilter } from '#contract/lead-filter.ts';

/** Search parameters of the lead list: the filters by name, the page, and the open lead. */
export interface LeadsSearch extends LeadFilter {
  /** Page number, present only from 2 on. */
  page?: number | undefined;
  /** ID of the lead in the drawer, or `new`. */
  lead?: string | undefined;
  /** ID of the saved view applied last. */
  view?: string | undefined;
  tab?: 'duplicates' | undefined;
}

/** Takes the place of a lead's ID for a lead that is being created. */
export const NEW_LEAD = 'new';

/**
 * Parses the search parameters. Invalid values become explicitly undefined, because the router keeps omitted
 * keys as they were in the URL.
 */
export function readLeadsSearch(raw: Record<string, unknown>): LeadsSearch {
  const read = LEAD_FILTER_KEYS.map((key) => [key, leadFilter.shape[key].safeParse(raw[key]).data]);
  const page = Number(raw['page']);
  return {
    ...(Object.fromEntries(read) as LeadFilter),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    lead: nonEmptyText(raw['lead']),
    view: nonEmptyText(raw['view']),
    tab: raw['tab'] === 'duplicates' ? 'duplicates' : undefined,
  };
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the active filters of the search parameters. */
export function filterOf(search: LeadsSearch): LeadFilter {
  const set = LEAD_FILTER_KEYS.filter((key) => search[key] !== undefined);
  return Object.fromEntries(set.map((key) => [key, search[key]]));
}

/** Counts the active filters, the search included. The trash is a view, not a filter. */
export function countFilters({ bin: _bin, ...filter }: LeadFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}

/** Returns search parameters with other filters and the first page. An empty text removes a filter. */
export function withFilter(search: LeadsSearch, change: Partial<LeadFilter>): LeadsSearch {
  const entries = Object.entries(change).map(([key, value]) => [key, value === '' ? undefined : value]);
  return { ...search, ...Object.fromEntries(entries), page: undefined };
}

/** Returns search parameters without filters; the trash is a view, and stays. */
export function withoutFilters(search: LeadsSearch): LeadsSearch {
  const { bin, tab } = search;
  return { bin, tab };
}
