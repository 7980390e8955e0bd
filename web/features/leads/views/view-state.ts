import type { LeadColumn, SavedView } from '#contract/views.ts';
import { type ColumnSpec, keptColumns, type ShownColumn, shownColumns } from '../lead-columns.ts';
import { filterOf, type LeadsSearch, sortOf } from '../search.ts';

/** Replaces a view's ID to show all leads despite a default view. */
export const ALL_LEADS = 'all';

export function searchOfView({ id, filter }: Pick<SavedView, 'id' | 'filter'>): LeadsSearch {
  return { ...filter, view: id };
}

/** Returns whether the URL is empty, which opens the default view. */
export function isBare(search: LeadsSearch): boolean {
  return Object.values(search).every((value) => value === undefined);
}

/** Returns search parameters that never open a default view. */
export function withoutDefault(search: LeadsSearch, views: readonly SavedView[] = []): LeadsSearch {
  return isBare(search) && views.some(({ isDefault }) => isDefault) ? { view: ALL_LEADS } : search;
}

/** Returns the filters and order to store. */
export function viewFilterOf(search: LeadsSearch): SavedView['filter'] {
  return { ...filterOf(search), ...sortOf(search) };
}

/** Returns whether leads, order or columns differ from the view. */
export function isModified(
  view: Pick<SavedView, 'filter' | 'columns'>,
  search: LeadsSearch,
  all: readonly ColumnSpec[],
  columns: readonly ShownColumn[],
): boolean {
  if (textOfFilter(view.filter) !== textOfFilter(search)) return true;
  // Ignores columns of deleted custom fields.
  return view.columns !== null && textOfColumns(shownColumns(all, view.columns)) !== textOfColumns(columns);
}

function textOfFilter(search: LeadsSearch): string {
  const { sort, order } = sortOf(search);
  return JSON.stringify([filterOf(search), sort, sort && (order ?? 'asc')]);
}

function textOfColumns(columns: readonly ShownColumn[]): string {
  return keptColumns(columns)
    .map(({ field, width }: LeadColumn) => `${field} ${width}`)
    .join('\n');
}
