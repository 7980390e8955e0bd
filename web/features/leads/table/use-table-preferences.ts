import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LeadColumn, setPreferences } from '#contract/views.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../ui/toast-store.ts';
import { allColumns, type ColumnSpec, keptColumns, type ShownColumn, shownColumns } from '../lead-columns.ts';
import { customFieldsQuery, preferencesQuery } from '../queries.ts';

export type Density = 'normal' | 'compact';

export interface TablePreferences {
  /** False until it is known what to draw. */
  ready: boolean;
  all: readonly ColumnSpec[];
  columns: readonly ShownColumn[];
  density: Density;
  setColumns: (columns: readonly ShownColumn[]) => void;
  /** Columns as they are kept; null for the usual ones. */
  applyColumns: (columns: LeadColumn[] | null) => void;
  setDensity: (density: Density) => void;
}

/** How the user wants the table: shown at once, kept on the server. Where that cannot be read, the usual table. */
export function useTablePreferences(): TablePreferences {
  const client = useQueryClient();
  const preferences = useQuery(preferencesQuery);
  const customFields = useQuery(customFieldsQuery);
  const kept = preferences.data ?? { columns: null, density: 'normal' as const };
  const keep = useMutation({
    // One after the other: the last change is the one that stays.
    scope: { id: 'lead-table' },
    mutationFn: (body: { columns: LeadColumn[] | null; density: Density }) => call(setPreferences, { body }),
    onMutate: (next) => client.setQueryData(preferencesQuery.queryKey, next),
    onError: () =>
      toast({
        tone: 'destructive',
        title: 'Columns not kept',
        description: 'They stay as they are until you leave this page.',
      }),
  });
  const fields = customFields.data;
  const all = useMemo(() => allColumns(fields ?? []), [fields]);
  const columns = useMemo(() => shownColumns(all, kept.columns), [all, kept.columns]);
  return {
    ready: !preferences.isPending && !customFields.isPending,
    all,
    columns,
    density: kept.density,
    setColumns: (next) => keep.mutate({ ...kept, columns: keptColumns(next) }),
    applyColumns: (next) => keep.mutate({ ...kept, columns: next }),
    setDensity: (density) => keep.mutate({ ...kept, density }),
  };
}
