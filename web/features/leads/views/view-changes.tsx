import type { SavedView } from '#contract/views.ts';
import { Button } from '../../../ui/button.tsx';
import { keptColumns } from '../lead-columns.ts';
import type { LeadsSearch } from '../search.ts';
import type { TablePreferences } from '../table/use-table-preferences.ts';
import { useViewChanges } from './use-view-changes.ts';
import { viewFilterOf } from './view-state.ts';

export interface ViewChangesProps {
  view: SavedView;
  search: LeadsSearch;
  preferences: TablePreferences;
  onReset: () => void;
  onSaveNew: () => void;
}

export function ViewChanges({ view, search, preferences, onReset, onSaveNew }: ViewChangesProps) {
  const { update } = useViewChanges();
  return (
    <span className="flex shrink-0 animate-appear items-center">
      {view.own ? (
        <Button
          size="small"
          variant="quiet"
          className="text-accent!"
          pending={update.isPending}
          pendingText="Saving..."
          onClick={() =>
            update.mutate({
              view,
              filter: viewFilterOf(search),
              columns: view.columns && keptColumns(preferences.columns),
            })
          }
        >
          Save Changes
        </Button>
      ) : (
        <Button size="small" variant="quiet" className="text-accent!" onClick={onSaveNew}>
          Save as New View
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onReset}>
        Reset
      </Button>
    </span>
  );
}
