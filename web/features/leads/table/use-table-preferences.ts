import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import {
  type LeadColumn,
  type LeadsPageSize,
  type LeadTablePreferences,
  type SavedView,
  setPreferences,
} from '#contract/views.ts';
import { callApi } from '../../../lib/call-api.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { allColumns, type ColumnSpec, keptColumns, type ShownColumn, shownColumns } from '../lead-columns.ts';
import { customFieldsQuery, preferencesQuery } from '../queries.ts';

export type Density = 'normal' | 'compact';

export interface TablePreferences {
  /** True once the columns are known. */
  ready: boolean;
  all: readonly ColumnSpec[];
  columns: readonly ShownColumn[];
  density: Density;
  pageSize: LeadsPageSize;
  setColumns: (columns: readonly ShownColumn[]) => void;
  /** Null restores the defaults. */
  applyColumns: (columns: LeadColumn[] | null) => void;
  /** Drops changes of a view's columns. */
  resetViewColumns: () => void;
  setDensity: (density: Density) => void;
  setPageSize: (size: LeadsPageSize) => void;
}

const DEFAULTS: LeadTablePreferences = { columns: null, density: 'normal', pageSize: LEADS_PAGE_SIZE };

/**
 * Table preferences, applied optimistically; defaults if loading fails. A view with columns
 * overrides the user's, and changes last until another view opens.
 */
export function useTablePreferences(view: SavedView | undefined): TablePreferences {
  const client = useQueryClient();
  const preferences = useQuery(preferencesQuery);
  const customFields = useQuery(customFieldsQuery);
  const kept = preferences.data ?? DEFAULTS;
  const keep = useMutation({
    // Serializes changes, so that the last change wins.
    scope: { id: 'lead-table' },
    mutationFn: (body: LeadTablePreferences) => callApi(setPreferences, { body }),
    onMutate: (next) => client.setQueryData(preferencesQuery.queryKey, next),
    onError: () =>
      showFailure("Couldn't save the table settings", "They'll apply until you leave this page."),
  });
  const fields = customFields.data;
  const all = useMemo(() => allColumns(fields ?? []), [fields]);
  const [changed, setChanged] = useState<{ view: string; columns: LeadColumn[] | null } | null>(null);
  const ofView = view && view.columns !== null ? (changed?.view === view.id ? changed : view) : undefined;
  const chosen = ofView ? ofView.columns : kept.columns;
  const columns = useMemo(() => shownColumns(all, chosen), [all, chosen]);
  function applyColumns(next: LeadColumn[] | null) {
    if (ofView && view) setChanged({ view: view.id, columns: next });
    else keep.mutate({ ...kept, columns: next });
  }
  return {
    ready: !preferences.isPending && !customFields.isPending,
    all,
    columns,
    density: kept.density,
    pageSize: kept.pageSize,
    setColumns: (next) => applyColumns(keptColumns(next)),
    applyColumns,
    resetViewColumns: () => setChanged(null),
    setDensity: (density) => keep.mutate({ ...kept, density }),
    setPageSize: (pageSize) => keep.mutate({ ...kept, pageSize }),
  };
}
