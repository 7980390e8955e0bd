import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { ImportGrid } from '#contract/import-mending.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MendCard } from './mend-card.tsx';
import { MendFilterBar } from './mend-filter-bar.tsx';
import { MendFooter } from './mend-footer.tsx';
import { gridFilterOf, type MendSearch } from './mend-search.ts';
import { MendToolbar } from './mend-toolbar.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { useMendEditor } from './use-mend-editor.ts';

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
  const [replacing, setReplacing] = useState(false);
  const column = columns[selection.focus.column];
  const focused = editor.rowAt(selection.focus.row);

  function onKeyDown(event: KeyboardEvent) {
    const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // A text field undoes its own typing.
    if (!undoes || readOnly || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (grid.undoable !== null) actions.undo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole screen
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col gap-3">
      {actions.blocked !== null && <Blocked reason={actions.blocked} onRetry={actions.unblock} />}
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
      <MendFooter uploadId={uploadId} grid={grid} onImport={onImport} />
      {replacing && (
        <ReplaceDialog
          columns={columns}
          column={column?.name ?? ''}
          find={(column && focused?.cells[column.index]) ?? ''}
          rows={list.numbers.length}
          onReplace={(replacement, listOnly) =>
            actions.replace({ ...replacement, ...(listOnly && { filter: gridFilterOf(search) }) })
          }
          onClose={() => setReplacing(false)}
        />
      )}
    </div>
  );
}

/** Says why rows can't be changed now, such as while they are imported. */
function Blocked({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Notice
      tone="caution"
      title="Rows can't be changed right now"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reason}{' '}
      <Link to="/history" className="underline underline-offset-2">
        Open Import History
      </Link>
    </Notice>
  );
}
