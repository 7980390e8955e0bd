import { Redo2, Replace, Search, Undo2 } from 'lucide-react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { CONTROL } from '../../../ui/control-class.ts';
import { cx } from '../../../ui/cx.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { columnOptions, EVERY_COLUMN } from './fix-filters.ts';
import type { FixSearch } from './rows/fix-search.ts';
import { stepText } from './rows/fix-texts.ts';

interface FixToolbarProps {
  grid: ImportGrid;
  search: FixSearch;
  readOnly: boolean;
  onFilter: (change: Partial<FixSearch>) => void;
  onReplace: () => void;
  onUndo: () => void;
  onRedo: (() => void) | null;
}

/** Search, column filter, and actions on the whole list. */
export function FixToolbar(props: FixToolbarProps) {
  const { grid, search, readOnly, onFilter, onReplace, onUndo, onRedo } = props;
  const undo = grid.undoable === null ? 'Nothing to undo' : stepText(grid.undoable);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchCells value={search.text ?? ''} onSearch={(text) => onFilter({ text: text || undefined })} />
      <Combobox
        aria-label="Column"
        value={search.column ?? EVERY_COLUMN}
        options={columnOptions(grid)}
        searchPlaceholder="Find a column"
        emptyText="No columns found"
        onChange={(column) =>
          onFilter({ column: column === EVERY_COLUMN ? undefined : column, code: undefined })
        }
        className="min-w-0 flex-1 basis-40 md:max-w-52"
      />
      <Button icon={Replace} aria-label="Find and Replace" disabled={readOnly} onClick={onReplace}>
        <span className="max-lg:hidden">Find and Replace</span>
      </Button>
      <Tooltip text={undo}>
        <Button
          icon={Undo2}
          aria-label={undo}
          aria-keyshortcuts="Control+Z"
          disabled={readOnly || grid.undoable === null}
          onClick={onUndo}
        >
          <span className="max-lg:hidden">Undo</span>
        </Button>
      </Tooltip>
      <Tooltip text="Redo">
        <Button
          icon={Redo2}
          aria-label="Redo"
          aria-keyshortcuts="Control+Shift+Z"
          disabled={readOnly || onRedo === null}
          onClick={() => onRedo?.()}
        />
      </Tooltip>
    </div>
  );
}

function SearchCells({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { draft: typed, setDraft: setTyped } = useDraft(value, onSearch);
  return (
    <div className="relative min-w-0 flex-1 basis-52 max-md:basis-full">
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        type="search"
        aria-label="Search rows"
        placeholder="Search rows"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        className={cx(CONTROL, 'pl-9')}
      />
    </div>
  );
}
