import { DUPLICATE_BANDS, type DuplicateBand } from '#contract/filter-values.ts';
import { customFieldName } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { isLeadSortKey, type LeadSort } from '#contract/lead-sort.ts';
import { oneOf, pageIn, textUpTo } from '../../lib/read-search.ts';
import { FILTER_PARAMS, readFilterParams } from './filter-params.ts';

export interface LeadsSearch extends LeadFilter, LeadSort {
  /** From 2. */
  page?: number | undefined;
  /** Lead ID, or `new`. */
  lead?: string | undefined;
  /** ID of the open view, or `all`. */
  view?: string | undefined;
  tab?: 'duplicates' | undefined;
  /** How sure it is that leads are duplicates. */
  band?: DuplicateBand | undefined;
}

/** Replaces the ID of a lead being created. */
export const NEW_LEAD = 'new';

const ID_MAX = 100;

export function readLeadsSearch(raw: Record<string, unknown>): LeadsSearch {
  return {
    ...readFilterParams(raw),
    ...readSort(raw),
    page: pageIn(raw['page']),
    lead: textUpTo(raw['lead'], ID_MAX),
    view: textUpTo(raw['view'], ID_MAX),
    tab: oneOf(raw['tab'], ['duplicates']),
    band: oneOf(raw['band'], DUPLICATE_BANDS),
  };
}

/** Newest first without a valid field. */
function readSort({ sort, order }: Record<string, unknown>): LeadSort {
  if (typeof sort !== 'string' || !(isLeadSortKey(sort) || customFieldName(sort) !== null)) {
    return { sort: undefined, order: undefined };
  }
  return { sort, order: order === 'desc' ? 'desc' : 'asc' };
}

export function filterOf(search: LeadsSearch): LeadFilter {
  const set = FILTER_PARAMS.filter((key) => search[key] !== undefined);
  return Object.fromEntries(set.map((key) => [key, search[key]]));
}

/** Counts active filters, including the search but not the trash. */
export function countFilters({ bin: _bin, where, ...filter }: LeadFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length + partsOf(where);
}

/** Unreadable conditions count as one. */
function partsOf(where: string | undefined): number {
  if (where === undefined) return 0;
  try {
    return Math.max(1, Object.keys(JSON.parse(where)).length);
  } catch {
    return 1;
  }
}

/** Returns the order; empty for newest first. */
export function sortOf({ sort, order }: LeadsSearch): LeadSort {
  return sort === undefined ? {} : { sort, order };
}

/** Changes the order and goes to the first page. */
export function withSort(search: LeadsSearch, { sort, order }: LeadSort): LeadsSearch {
  return { ...search, sort, order, page: undefined };
}

/** Changes filters and goes to the first page; an empty text removes a filter. */
export function withFilter(search: LeadsSearch, change: Partial<LeadFilter>): LeadsSearch {
  const entries = Object.entries(change).map(([key, value]) => [key, value === '' ? undefined : value]);
  return { ...search, ...Object.fromEntries(entries), page: undefined };
}

/** Removes filters; keeps order, open lead, view and trash. */
export function withoutFilters(search: LeadsSearch): LeadsSearch {
  const { bin, tab, lead, view } = search;
  return { bin, tab, lead, view, ...sortOf(search) };
}
