import type { LeadColumn, SavedView } from '#contract/views.ts';
import { type ColumnSpec, keptColumns, type ShownColumn, shownColumns } from '../lead-columns.ts';
import { filterOf, type LeadsSearch, sortOf } from '../search.ts';

/** Takes the place of a view's ID for all leads, where another view opens by default. */
export const ALL_LEADS = 'all';

/** Returns the search parameters that show a view. */
export function searchOfView({ id, filter }: Pick<SavedView, 'id' | 'filter'>): LeadsSearch {
  return { ...filter, view: id };
}

/** Returns true if the URL of the list has no parameters, so that the default view opens. */
export function isBare(search: LeadsSearch): boolean {
  return Object.values(search).every((value) => value === undefined);
}

/** Returns search parameters that show the same leads and never open a default view. */
export function withoutDefault(search: LeadsSearch, views: readonly SavedView[] = []): LeadsSearch {
  return isBare(search) && views.some(({ isDefault }) => isDefault) ? { view: ALL_LEADS } : search;
}

/** Returns the filters and the order as a view keeps them. */
export function viewFilterOf(search: LeadsSearch): SavedView['filter'] {
  return { ...filterOf(search), ...sortOf(search) };
}

/** Returns true if a list shows other leads than the view, in another order, or in other columns. */
export function isModified(
  view: Pick<SavedView, 'filter' | 'columns'>,
  search: LeadsSearch,
  all: readonly ColumnSpec[],
  columns: readonly ShownColumn[],
): boolean {
  if (textOfFilter(view.filter) !== textOfFilter(search)) return true;
  // Columns of deleted custom fields aren't shown.
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
