import { LEAD_FILTER_KEYS, type LeadFilter, leadFilter } from '#contract/lead-filter.ts';

/** What the address of the lead list says: the filters under their names, and where one stands. */
export interface LeadsSearch extends LeadFilter {
  /** Stands in the address only when it is above 1. */
  page?: number | undefined;
  /** The lead in the drawer, or `new`. */
  lead?: string | undefined;
  /** The saved view that was applied last. */
  view?: string | undefined;
  tab?: 'duplicates' | undefined;
}

/** In the place of a lead's id: one that is about to be created. */
export const NEW_LEAD = 'new';

/**
 * Reads an address. What makes no sense is said to be undefined rather than left out: what is left out stands in a
 * search as it was written.
 */
export function readLeadsSearch(raw: Record<string, unknown>): LeadsSearch {
  const read = LEAD_FILTER_KEYS.map((key) => [key, leadFilter.shape[key].safeParse(raw[key]).data]);
  const page = Number(raw['page']);
  return {
    ...(Object.fromEntries(read) as LeadFilter),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    lead: textOf(raw['lead']),
    view: textOf(raw['view']),
    tab: raw['tab'] === 'duplicates' ? 'duplicates' : undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The filters of an address, those alone that are set. */
export function filterOf(search: LeadsSearch): LeadFilter {
  const set = LEAD_FILTER_KEYS.filter((key) => search[key] !== undefined);
  return Object.fromEntries(set.map((key) => [key, search[key]]));
}

/** An address with other filters: it starts from the first page. An empty text takes a filter away. */
export function withFilter(search: LeadsSearch, change: Partial<LeadFilter>): LeadsSearch {
  const entries = Object.entries(change).map(([key, value]) => [key, value === '' ? undefined : value]);
  return { ...search, ...Object.fromEntries(entries), page: undefined };
}

/** An address without any filter; the bin is a place, and stays. */
export function withoutFilters(search: LeadsSearch): LeadsSearch {
  const { bin, tab } = search;
  return { bin, tab };
}
