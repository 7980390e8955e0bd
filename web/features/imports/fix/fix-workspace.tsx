import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { stableKey } from '../drafts/draft-saver.ts';
import { draftQuery } from '../drafts/drafts.ts';
import { GridImportButton } from '../results/grid-import-button.tsx';
import { updateText } from '../results/outcome-text.ts';
import { gridQuery } from '../results/queries.ts';
import { StepFooter } from '../step-footer.tsx';
import { FixRowsCard } from './fix-card.tsx';
import { FixFilterBar, FixToolbar, ReplaceDialog } from './fix-toolbar.tsx';
import { type FixSearch, gridFilterOf } from './rows/fix-search.ts';
import { useFixEditor } from './rows/use-fix-editor.ts';

export function BackToMapping({ uploadId, primary = false }: { uploadId: string; primary?: boolean }) {
  return (
    <Link
      to="/import"
      search={{ draft: uploadId }}
      className={buttonClass(primary ? 'primary' : 'secondary')}
    >
      Back to Mapping
    </Link>
  );
}

interface FixWorkspaceProps {
  uploadId: string;
  grid: ImportGrid;
  search: FixSearch;
  onFilter: (change: Partial<FixSearch>) => void;
  onImport: (importId: string) => void;
}

export function FixWorkspace({ uploadId, grid, search, onFilter, onImport }: FixWorkspaceProps) {
  const editor = useFixEditor(uploadId, grid, search);
  const { actions, columns, list, readOnly, selection } = editor;
  const client = useQueryClient();
  const [replacing, setReplacing] = useState(false);
  const [folded, setFolded] = useState(true);
  const column = columns[selection.focus.column];
  const focused = editor.rowAt(selection.focus.row);

  function onKeyDown(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    // Text fields undo their own typing.
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const redoes = key === 'y' || (key === 'z' && event.shiftKey);
    if (!redoes && key !== 'z') return;
    event.preventDefault();
    if (redoes) {
      if (!readOnly) actions.redo?.();
      return;
    }
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
        onRedo={actions.redo}
        folded={folded}
        onFold={setFolded}
      />
      <FixFilterBar
        grid={grid}
        search={search}
        outdated={list.outdated}
        folded={folded}
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

interface ReadOnlyNoticeProps {
  grid: Pick<ImportGrid, 'lastImport'>;
  /** Why the server refused the last change, or null. */
  blocked: string | null;
  onRetry: () => void;
}

function ReadOnlyNotice({ grid: { lastImport }, blocked, onRetry }: ReadOnlyNoticeProps) {
  if (lastImport?.status === 'processing') {
    return (
      <Notice
        title="This file is being imported"
        action={
          <Link
            to="/history"
            search={{ import: lastImport.importId }}
            className="shrink-0 underline underline-offset-2"
          >
            Open Import
          </Link>
        }
      >
        You can change rows again when the import finishes.
      </Notice>
    );
  }
  if (blocked === null) return null;
  return (
    <Notice
      tone="caution"
      title="Rows can't be changed right now"
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {blocked}
    </Notice>
  );
}

interface FixFooterProps {
  uploadId: string;
  grid: ImportGrid;
  /** The import must wait for unsaved changes. */
  saving: boolean;
  onImport: (importId: string) => void;
}

function FixFooter({ uploadId, grid, saving, onImport }: FixFooterProps) {
  const { plan } = grid;
  const { data: draft } = useQuery({ ...draftQuery(uploadId), staleTime: 0 });
  const isOutdated = draft?.state === 'open' && plan !== null && stableKey(draft.plan) !== stableKey(plan);
  return (
    <StepFooter
      quiet={!isOutdated}
      actions={
        <>
          <BackToMapping uploadId={uploadId} />
          {importActions(grid).map(({ disabled, ...action }) => (
            <GridImportButton
              key={action.rows}
              {...action}
              uploadId={uploadId}
              plan={plan}
              disabled={disabled || saving || isOutdated}
              onStarted={onImport}
            />
          ))}
        </>
      }
    >
      {isOutdated ? (
        <p role="status">
          The mapping has changed since these rows were checked. Go back to check them again.
        </p>
      ) : (
        <p className="text-muted tabular-nums">{saving ? 'Saving…' : savedText(grid)}</p>
      )}
    </StepFooter>
  );
}

/** Offers to import the file, or rows fixed since its import. */
function importActions({ totals, lastImport }: ImportGrid) {
  const leads = lastImport?.leadsToUpdate ?? 0;
  const update =
    leads > 0 ? [{ label: updateText(leads), rows: 'stored', primary: true, disabled: false } as const] : [];
  if (lastImport?.status === 'completed') {
    const rows = lastImport.fixedSince ?? 0;
    const again = { label: 'Import Fixed Rows', rows: 'fixed' as const, primary: leads === 0 };
    return rows === 0 && leads > 0 ? update : [{ ...again, disabled: rows === 0 }, ...update];
  }
  const nothing = totals !== null && totals.imported + totals.updated === 0;
  const disabled = nothing || lastImport?.status === 'processing';
  return [{ label: 'Start Import', rows: 'all' as const, primary: leads === 0, disabled }, ...update];
}

function savedText({ editedCells, droppedRows }: ImportGrid): string {
  const parts = [
    editedCells > 0 && `${formatCount(editedCells, 'cell')} changed`,
    droppedRows > 0 && `${formatCount(droppedRows, 'row')} dropped`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}. Saved.` : 'Changes are saved as you make them.';
}
