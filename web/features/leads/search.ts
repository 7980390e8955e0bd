import { customFieldName } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { isLeadSortKey, type LeadSort } from '#contract/lead-sort.ts';
import { oneOf, pageIn, textUpTo } from '../../lib/read-search.ts';
import { FILTER_PARAMS, readFilterParams } from './filter-params.ts';

/** Search parameters of the lead list: the filters by name, the order, the page, and the open lead. */
export interface LeadsSearch extends LeadFilter, LeadSort {
  /** Page number, present only from 2 on. */
  page?: number | undefined;
  /** ID of the lead in the drawer, or `new`. */
  lead?: string | undefined;
  /** ID of the saved view that is open, or `all`. */
  view?: string | undefined;
  tab?: 'duplicates' | undefined;
}

/** Takes the place of a lead's ID for a lead that is being created. */
export const NEW_LEAD = 'new';

const ID_MAX = 100;

/** Parses the search parameters. */
export function readLeadsSearch(raw: Record<string, unknown>): LeadsSearch {
  return {
    ...readFilterParams(raw),
    ...readSort(raw),
    page: pageIn(raw['page']),
    lead: textUpTo(raw['lead'], ID_MAX),
    view: textUpTo(raw['view'], ID_MAX),
    tab: oneOf(raw['tab'], ['duplicates']),
  };
}

/** Parses the order; without a field that leads have, newest first. */
function readSort({ sort, order }: Record<string, unknown>): LeadSort {
  if (typeof sort !== 'string' || !(isLeadSortKey(sort) || customFieldName(sort) !== null)) {
    return { sort: undefined, order: undefined };
  }
  return { sort, order: order === 'desc' ? 'desc' : 'asc' };
}

/** Returns the active filters of the search parameters. */
export function filterOf(search: LeadsSearch): LeadFilter {
  const set = FILTER_PARAMS.filter((key) => search[key] !== undefined);
  return Object.fromEntries(set.map((key) => [key, search[key]]));
}

/** Counts the active filters, the search included. The trash is a view, not a filter. */
export function countFilters({ bin: _bin, ...filter }: LeadFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}

/** Returns the order of the search parameters; empty for newest first. */
export function sortOf({ sort, order }: LeadsSearch): LeadSort {
  return sort === undefined ? {} : { sort, order };
}

/** Returns search parameters with another order and the first page. */
export function withSort(search: LeadsSearch, { sort, order }: LeadSort): LeadsSearch {
  return { ...search, sort, order, page: undefined };
}

/** Returns search parameters with other filters and the first page. An empty text removes a filter. */
export function withFilter(search: LeadsSearch, change: Partial<LeadFilter>): LeadsSearch {
  const entries = Object.entries(change).map(([key, value]) => [key, value === '' ? undefined : value]);
  return { ...search, ...Object.fromEntries(entries), page: undefined };
}

/** Returns search parameters without filters; the order, the open lead, the saved view and the trash stay. */
export function withoutFilters(search: LeadsSearch): LeadsSearch {
  const { bin, tab, lead, view } = search;
  return { bin, tab, lead, view, ...sortOf(search) };
}
