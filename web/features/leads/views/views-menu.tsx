import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { createView, deleteView, listViews, type SavedView, updateView } from '#contract/views.ts';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { keptColumns } from '../lead-columns.ts';
import { customFieldsQuery, viewsQuery } from '../queries.ts';
import { filterOf, type LeadsSearch, sortOf } from '../search.ts';
import type { TablePreferences } from '../table/use-table-preferences.ts';
import { SaveView, type ViewDraft } from './save-view.tsx';
import { ViewRow } from './view-row.tsx';

export interface ViewsMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  search: LeadsSearch;
  preferences: TablePreferences;
  onGo: (search: LeadsSearch) => void;
}

/** Lists the saved views to apply, update or delete, and saves the current one. */
export function ViewsMenu({ open, onOpenChange, anchor, search, preferences, onGo }: ViewsMenuProps) {
  const { data: views, error, isFetching, refetch } = useQuery(viewsQuery);
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const [saving, setSaving] = useState(false);
  const { create, update, remove } = useViewChanges();

  function apply(view: SavedView) {
    if (view.columns) preferences.applyColumns(view.columns);
    onOpenChange(false);
    onGo({ ...view.filter, view: view.id });
  }

  const contentOf = (keepColumns: boolean) => ({
    filter: { ...filterOf(search), ...sortOf(search) },
    columns: keepColumns ? keptColumns(preferences.columns) : null,
  });

  function save({ name, shared, columns }: ViewDraft) {
    create.mutate(
      { name, shared, ...contentOf(columns) },
      {
        onSuccess: (view) => {
          setSaving(false);
          onGo({ ...search, view: view.id });
        },
      },
    );
  }

  return (
    <Popover open={open} onOpenChange={onOpenChange} anchor={anchor} label="Saved views">
      {error && (
        <ErrorState
          title="Failed to fetch views"
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      )}
      {!views && !error && <Skeleton className="m-4 h-4 w-40" />}
      {views?.length === 0 && !saving && (
        <p className="px-4 pt-4 text-13 text-muted">A view keeps filters, order and columns under a name.</p>
      )}
      {views && views.length > 0 && (
        <ul aria-label="Views" className="max-h-72 overflow-y-auto p-1">
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              customFields={customFields}
              active={view.id === search.view}
              onApply={() => apply(view)}
              onUpdate={() => update.mutate({ view, ...contentOf(view.columns !== null) })}
              onDelete={() => remove.mutate(view)}
            />
          ))}
        </ul>
      )}
      {views && (
        <div className="border-t border-line p-3">
          {saving ? (
            <SaveView
              pending={create.isPending}
              error={create.error ? messageOf(create.error, 'The view could not be saved.') : undefined}
              onSave={save}
              onCancel={() => setSaving(false)}
            />
          ) : (
            <Button className="w-full" onClick={() => setSaving(true)}>
              Save Current View
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

type ViewContent = Pick<SavedView, 'filter' | 'columns'>;

function useViewChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [listViews.path] });
  const failed = (title: string) => (error: Error) =>
    toast({ tone: 'destructive', title, description: messageOf(error, 'Please try again.') });

  const create = useMutation({
    mutationFn: (body: ViewContent & { name: string; shared: boolean }) => callApi(createView, { body }),
    onSuccess: ({ name }) => toast({ title: 'View saved', description: name }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ view, filter, columns }: ViewContent & { view: SavedView }) =>
      callApi(updateView, { params: { id: view.id }, body: { filter, columns } }),
    onSuccess: ({ name }) => toast({ title: 'View updated', description: name }),
    onError: failed('View not updated'),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => callApi(deleteView, { params: { id: view.id } }),
    onSuccess: (_reply, { name, shared, filter, columns }) =>
      toast({
        title: 'View deleted',
        description: name,
        action: { label: 'Undo', onAction: () => create.mutate({ name, shared, filter, columns }) },
      }),
    onError: failed('View not deleted'),
    onSettled,
  });
  return { create, update, remove };
}
