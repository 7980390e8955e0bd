import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { gridQuery } from '../results/grid-query.ts';
import { FixRowsCard } from './fix-card.tsx';
import { FixFilterBar } from './fix-filter-bar.tsx';
import { FixFooter } from './fix-footer.tsx';
import { FixToolbar } from './fix-toolbar.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { type FixSearch, gridFilterOf } from './rows/fix-search.ts';
import { useFixEditor } from './rows/use-fix-editor.ts';

interface FixWorkspaceProps {
  uploadId: string;
  grid: ImportGrid;
  search: FixSearch;
  onFilter: (change: Partial<FixSearch>) => void;
  onImport: (importId: string) => void;
}

/** Grid with its filters and actions. */
export function FixWorkspace({ uploadId, grid, search, onFilter, onImport }: FixWorkspaceProps) {
  const editor = useFixEditor(uploadId, grid, search);
  const { actions, columns, list, readOnly, selection } = editor;
  const client = useQueryClient();
  const [replacing, setReplacing] = useState(false);
  const column = columns[selection.focus.column];
  const focused = editor.rowAt(selection.focus.row);

  function onKeyDown(event: KeyboardEvent) {
    const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // Text fields undo their own typing.
    if (!undoes || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    // A pending change is undone after its save; a saved change reaches the cache before `grid`.
    const latest = client.getQueryData(gridQuery(uploadId).queryKey) ?? grid;
    if (!readOnly && (latest.undoable !== null || actions.pending.size > 0)) actions.undo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole screen
    <div onKeyDown={onKeyDown} className="flex grow flex-col gap-3">
      <ReadOnlyNotice grid={grid} blocked={actions.blocked} onRetry={actions.unblock} />
      <FixToolbar
        grid={grid}
        search={search}
        readOnly={readOnly}
        onFilter={onFilter}
        onReplace={() => setReplacing(true)}
        onUndo={actions.undo}
      />
      <FixFilterBar
        grid={grid}
        search={search}
        outdated={list.outdated}
        onFilter={onFilter}
        onUpdate={list.update}
      />
      <FixRowsCard editor={editor} grid={grid} search={search} onFilter={onFilter} />
      <p role="status" className="sr-only">
        {actions.announcement}
      </p>
      <FixFooter
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
