import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { SavedView } from '#contract/views.ts';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { keptColumns } from '../lead-columns.ts';
import { customFieldsQuery, viewsQuery } from '../queries.ts';
import type { LeadsSearch } from '../search.ts';
import type { TablePreferences } from '../table/use-table-preferences.ts';
import { useViewChanges } from './use-view-changes.ts';
import { ViewRow } from './view-row.tsx';
import { ALL_LEADS, isBare, isModified, searchOfView, viewFilterOf } from './view-state.ts';

export interface ViewsMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  /** Asks for a new view's name at once. */
  saves: boolean;
  search: LeadsSearch;
  preferences: TablePreferences;
  onGo: (search: LeadsSearch) => void;
}

/** Opens, updates, deletes and saves views. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { open, onOpenChange, anchor, saves, search, preferences, onGo } = props;
  const { data: views, error, isFetching, refetch } = useQuery(viewsQuery);
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const [saving, setSaving] = useState(saves);
  const { create, update, remove, choose } = useViewChanges();

  function apply(view: SavedView) {
    preferences.resetViewColumns();
    onOpenChange(false);
    onGo(searchOfView(view));
  }

  const contentOf = (keepColumns: boolean) => ({
    filter: viewFilterOf(search),
    columns: keepColumns ? keptColumns(preferences.columns) : null,
  });

  function save({ name, shared, columns }: ViewDraft) {
    create.mutate(
      { name, shared, ...contentOf(columns) },
      {
        onSuccess: (view) => {
          onOpenChange(false);
          onGo({ ...search, view: view.id });
        },
      },
    );
  }

  function chooseDefault(view: SavedView | null) {
    // The list stays; the view opens the next time.
    if (isBare(search)) onGo({ view: ALL_LEADS });
    choose.mutate(view);
  }

  function deleteNow(view: SavedView) {
    remove.mutate(view, { onSuccess: () => view.id === search.view && onGo({ ...search, view: undefined }) });
  }

  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      label="Saved views"
      align="start"
      className="w-96"
    >
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
        <p className="px-4 pt-4 text-13 text-muted">A view saves your filters, sorting and columns.</p>
      )}
      {views && views.length > 0 && (
        <ul aria-label="Views" className="max-h-72 overflow-y-auto p-1">
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              customFields={customFields}
              current={view.id === search.view}
              modified={
                view.id === search.view && isModified(view, search, preferences.all, preferences.columns)
              }
              onApply={() => apply(view)}
              onUpdate={() => update.mutate({ view, ...contentOf(view.columns !== null) })}
              onDelete={() => deleteNow(view)}
              onDefault={() => chooseDefault(view.isDefault ? null : view)}
            />
          ))}
        </ul>
      )}
      {views && (
        <div className="border-t border-line p-3">
          {saving ? (
            <SaveView
              pending={create.isPending}
              error={create.error ? messageOf(create.error, "Couldn't save the view.") : undefined}
              onSave={save}
              onCancel={() => setSaving(false)}
            />
          ) : (
            <Button className="w-full" onClick={() => setSaving(true)}>
              Save as New View
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

interface ViewDraft {
  name: string;
  shared: boolean;
  /** Stores columns as well as filters. */
  columns: boolean;
}

interface SaveViewProps {
  pending: boolean;
  error: string | undefined;
  onSave: (draft: ViewDraft) => void;
  onCancel: () => void;
}

/** Saves current filters and columns under a name. */
function SaveView({ pending, error, onSave, onCancel }: SaveViewProps) {
  const [draft, setDraft] = useState<ViewDraft>({ name: '', shared: false, columns: true });
  const name = draft.name.trim();
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSave({ ...draft, name });
      }}
    >
      <Field label="Name of the view" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={(box) => box?.focus()}
            maxLength={100}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Save the columns too"
        checked={draft.columns}
        onChange={(columns) => setDraft({ ...draft, columns })}
      />
      <Checkbox
        label="Share with the organization"
        checked={draft.shared}
        onChange={(shared) => setDraft({ ...draft, shared })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={name === ''}
          pending={pending}
          pendingText="Saving..."
        >
          Save View
        </Button>
      </div>
    </form>
  );
}
