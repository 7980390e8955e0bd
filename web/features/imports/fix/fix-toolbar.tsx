import { Redo2, Replace, SlidersHorizontal, Undo2 } from 'lucide-react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { SearchField } from '../../../lib/search-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
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
  /** Hides all but search and undo on phones. */
  folded: boolean;
  onFold: (folded: boolean) => void;
}

/** Search, column filter, and actions on the whole list. */
export function FixToolbar(props: FixToolbarProps) {
  const { grid, search, readOnly, onFilter, onReplace, onUndo, onRedo, folded, onFold } = props;
  const onPhones = cx(folded && 'max-md:hidden', 'max-md:order-last');
  const set = [search.show, search.column, search.code].filter((value) => value !== undefined).length;
  const undo = grid.undoable === null ? 'Nothing to undo' : stepText(grid.undoable);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search rows"
        className="min-w-0 flex-1 basis-52 max-md:basis-40"
        value={search.text ?? ''}
        onSearch={(text) => onFilter({ text: text || undefined })}
      />
      <Combobox
        aria-label="Column"
        value={search.column ?? EVERY_COLUMN}
        options={columnOptions(grid)}
        searchPlaceholder="Find a column"
        emptyText="No columns found"
        onChange={(column) =>
          onFilter({ column: column === EVERY_COLUMN ? undefined : column, code: undefined })
        }
        className={cx('min-w-0 flex-1 basis-40 md:max-w-52', onPhones)}
      />
      <Button
        icon={Replace}
        aria-label="Find and Replace"
        disabled={readOnly}
        className={onPhones}
        onClick={onReplace}
      >
        <span className="max-lg:hidden">Find and Replace</span>
      </Button>
      <Button
        icon={SlidersHorizontal}
        aria-label={set === 0 ? 'Filters' : `Filters, ${set} set`}
        aria-expanded={!folded}
        className="md:hidden"
        onClick={() => onFold(!folded)}
      >
        {set > 0 && <span className="tabular-nums">{set}</span>}
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
          className={onPhones}
          disabled={readOnly || onRedo === null}
          onClick={() => onRedo?.()}
        />
      </Tooltip>
    </div>
  );
}
