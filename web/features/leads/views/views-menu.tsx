import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Star, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { SavedView } from '#contract/views.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { NamedRow, NameForm, type NameInput } from '../../../lib/name-form.tsx';
import { QueryError } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { inOneText } from '../filters/condition-words.ts';
import { termsOf } from '../filters/filter-chips.ts';
import { useValueName } from '../filters/value-names.ts';
import { keptColumns } from '../lead-columns.ts';
import { customFieldsQuery, viewsQuery } from '../queries.ts';
import type { LeadsSearch } from '../search.ts';
import type { TablePreferences } from '../table/use-table-preferences.ts';
import { useViewChanges } from './use-view-changes.ts';
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

export function ViewsMenu(props: ViewsMenuProps) {
  const { open, onOpenChange, anchor, saves, search, preferences, onGo } = props;
  const query = useQuery(viewsQuery);
  const { data: views, error } = query;
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const [saving, setSaving] = useState(saves);
  const [withColumns, setWithColumns] = useState(true);
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

  function save(named: NameInput) {
    create.mutate(
      { ...named, ...contentOf(withColumns) },
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
      {error && <QueryError title="Failed to fetch views" query={query} className="py-8" />}
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
            <NameForm
              label="Name of the view"
              save="Save View"
              pending={create.isPending}
              error={create.error ? messageOf(create.error, "Couldn't save the view.") : undefined}
              onSave={save}
              onCancel={() => setSaving(false)}
            >
              <Checkbox label="Save the columns too" checked={withColumns} onChange={setWithColumns} />
            </NameForm>
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

interface ViewRowProps {
  view: SavedView;
  customFields: readonly CustomFieldEntity[];
  current: boolean;
  /** The list differs from the view. */
  modified: boolean;
  onApply: () => void;
  onUpdate: () => void;
  onDelete: () => void;
  /** Toggles the default. */
  onDefault: () => void;
}

function viewContent(
  { filter, columns, shared, own, createdBy }: SavedView,
  customFields: readonly CustomFieldEntity[],
  nameOf: (field: string, value: string) => string,
): string {
  const terms = termsOf(filter, customFields, nameOf).map(inOneText);
  return [
    ...(shared ? [own ? 'Shared' : `Shared by ${createdBy}`] : []),
    ...(terms.length > 0 ? terms : ['No filters']),
    ...(columns ? ['with columns'] : []),
  ].join(' · ');
}

/** Saved view: the name opens it, the star makes it the default; owners can update or delete it. */
function ViewRow(props: ViewRowProps) {
  const { view, customFields, current, modified, onApply, onUpdate, onDelete, onDefault } = props;
  const { name, shared, own, isDefault } = view;
  const content = viewContent(view, customFields, useValueName());
  return (
    <NamedRow name={name} shared={shared} content={content} current={current} onApply={onApply}>
      <IconButton
        icon={Star}
        label={`Open Lead Management with ${name}`}
        aria-pressed={isDefault}
        className={cx(isDefault && 'text-accent [&>svg]:fill-current')}
        onClick={onDefault}
      />
      {own && (
        <>
          {modified && (
            <IconButton
              icon={RefreshCw}
              label={`Update ${name} to match what's on screen`}
              onClick={onUpdate}
            />
          )}
          <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
        </>
      )}
    </NamedRow>
  );
}
