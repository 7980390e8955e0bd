import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ImportGrid } from '#contract/import-mending.ts';
import { gridQuery } from '../results/grid-query.ts';
import { MendCard } from './mend-card.tsx';
import { MendFilterBar } from './mend-filter-bar.tsx';
import { MendFooter } from './mend-footer.tsx';
import { MendToolbar } from './mend-toolbar.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { gridFilterOf, type MendSearch } from './rows/mend-search.ts';
import { useMendEditor } from './rows/use-mend-editor.ts';

interface MendWorkspaceProps {
  uploadId: string;
  grid: ImportGrid;
  search: MendSearch;
  onFilter: (change: Partial<MendSearch>) => void;
  onImport: (importId: string) => void;
}

/** Renders the filters, the grid and what can be done with it. */
export function MendWorkspace({ uploadId, grid, search, onFilter, onImport }: MendWorkspaceProps) {
  const editor = useMendEditor(uploadId, grid, search);
  const { actions, columns, list, readOnly, selection } = editor;
  const client = useQueryClient();
  const [replacing, setReplacing] = useState(false);
  const column = columns[selection.focus.column];
  const focused = editor.rowAt(selection.focus.row);

  function onKeyDown(event: KeyboardEvent) {
    const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // A text field undoes its own typing.
    if (!undoes || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    // A change that is being saved is undone behind it; one just saved is in the cache before it is in `grid`.
    const latest = client.getQueryData(gridQuery(uploadId).queryKey) ?? grid;
    if (!readOnly && (latest.undoable !== null || actions.pending.size > 0)) actions.undo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole screen
    <div onKeyDown={onKeyDown} className="flex grow flex-col gap-3">
      <ReadOnlyNotice grid={grid} blocked={actions.blocked} onRetry={actions.unblock} />
      <MendToolbar
        grid={grid}
        search={search}
        readOnly={readOnly}
        onFilter={onFilter}
        onReplace={() => setReplacing(true)}
        onUndo={actions.undo}
      />
      <MendFilterBar
        grid={grid}
        search={search}
        outdated={list.outdated}
        onFilter={onFilter}
        onUpdate={list.update}
      />
      <MendCard editor={editor} grid={grid} search={search} onFilter={onFilter} />
      <p role="status" className="sr-only">
        {actions.announcement}
      </p>
      <MendFooter
        uploadId={uploadId}
        grid={grid}
        saving={actions.pending.size > 0 || actions.progress !== null}
        onImport={onImport}
      />
      {replacing && (
        <ReplaceDialog
          columns={columns}
          column={column?.name ?? ''}
          find={(column && focused?.cells[column.index]) ?? ''}
          onReplace={(replacement, filteredOnly) =>
            actions.replace({ ...replacement, ...(filteredOnly && { filter: gridFilterOf(search) }) })
          }
          onClose={() => setReplacing(false)}
        />
      )}
    </div>
  );
}
