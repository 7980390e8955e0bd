import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  countViews,
  createView,
  deleteView,
  listViews,
  type SavedView,
  setDefaultView,
  updateView,
} from '#contract/views.ts';
import { callApi } from '../../../lib/call-api.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Parts taken from the list on screen. */
type ViewContent = Pick<SavedView, 'filter' | 'columns'>;

export function useViewChanges() {
  const client = useQueryClient();
  const onSettled = async () => {
    void client.invalidateQueries({ queryKey: [countViews.path] });
    await client.invalidateQueries({ queryKey: [listViews.path] });
  };
  const failed = (title: string) => (error: Error) => showReason(error, title);

  const create = useMutation({
    mutationFn: (body: ViewContent & { name: string; shared: boolean }) => callApi(createView, { body }),
    onSuccess: ({ name }) => toast({ title: 'View saved', description: name }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ view, filter, columns }: ViewContent & { view: SavedView }) =>
      callApi(updateView, { params: { id: view.id }, body: { filter, columns } }),
    onSuccess: ({ name }) => toast({ title: 'View updated', description: name }),
    onError: failed("Couldn't update the view"),
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
    onError: failed("Couldn't delete the view"),
    onSettled,
  });
  const choose = useMutation({
    mutationFn: (view: SavedView | null) => callApi(setDefaultView, { body: { viewId: view?.id ?? null } }),
    onSuccess: (_reply, view) =>
      toast({
        title: 'Default view set',
        description: `Lead Management opens with ${view?.name ?? 'All leads'}.`,
      }),
    onError: failed("Couldn't set the default view"),
    onSettled,
  });
  return { create, update, remove, choose };
}
