import { Redo2, Replace, RotateCw, SlidersHorizontal, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { formatNumber } from '../../../lib/format.ts';
import { SearchField } from '../../../lib/search-field.tsx';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { TONE_FILL } from '../../../ui/tone.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import {
  columnOptions,
  EVERY_COLUMN,
  type ReasonFilter,
  reasonFilters,
  shownRowsOptions,
} from './fix-filters.ts';
import type { FixColumn } from './rows/fix-row.ts';
import { type FixSearch, isNarrowed } from './rows/fix-search.ts';
import { stepText } from './rows/fix-texts.ts';
import type { FixReplacement } from './rows/use-fix-actions.ts';

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

interface FixFilterBarProps {
  grid: ImportGrid;
  search: FixSearch;
  /** Rows have changed since the list was made. */
  outdated: boolean;
  /** Hidden on phones. */
  folded: boolean;
  onFilter: (change: Partial<FixSearch>) => void;
  /** Reapplies the filter. */
  onUpdate: () => void;
}

export function FixFilterBar({ grid, search, outdated, folded, onFilter, onUpdate }: FixFilterBarProps) {
  const { show = 'open' } = search;
  const reasons = reasonFilters(grid, search);
  return (
    <div className={cx('flex flex-wrap items-start gap-2', folded && 'max-md:hidden')}>
      <Segmented
        label="Rows shown"
        value={show}
        className="max-md:w-full max-md:*:flex-auto max-md:*:px-1"
        options={shownRowsOptions(grid).map(({ value, label, rows }) => ({
          value,
          label: (
            <span className="flex gap-x-1 leading-tight whitespace-nowrap tabular-nums max-md:flex-col">
              {label} <span className="font-normal text-muted">{formatNumber(rows)}</span>
            </span>
          ),
        }))}
        onChange={(next) => onFilter({ show: next === 'open' ? undefined : next })}
      />
      <Button
        size="small"
        variant="quiet"
        icon={RotateCw}
        aria-label="Hide Fixed Rows"
        disabled={!outdated}
        title="Fixed rows stay in place until you hide them"
        className="ml-auto max-md:order-last"
        onClick={onUpdate}
      >
        <span className="max-md:hidden">
          Hide Fixed<span className="max-lg:hidden"> Rows</span>
        </span>
      </Button>
      <section
        aria-label="Reasons"
        className="flex min-h-7 min-w-0 flex-wrap gap-1.5 max-md:min-h-11 max-md:flex-1 md:w-full"
      >
        {reasons.map((reason) => (
          <ReasonChip
            key={`${reason.code} ${reason.column}`}
            reason={reason}
            onToggle={() => onFilter(toggled(reason))}
          />
        ))}
        {isNarrowed(search) && (
          <Button
            size="small"
            variant="quiet"
            icon={X}
            onClick={() => onFilter({ code: undefined, column: undefined, text: undefined })}
          >
            Clear Filters
          </Button>
        )}
      </section>
    </div>
  );
}

function toggled({ active, code, column }: ReasonFilter): Partial<FixSearch> {
  return active ? { code: undefined, column: undefined } : { code, column: column ?? undefined };
}

function ReasonChip({ reason, onToggle }: { reason: ReasonFilter; onToggle: () => void }) {
  const { label, rows, severity, active } = reason;
  return (
    <button
      type="button"
      aria-pressed={active}
      onClick={onToggle}
      className={cx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-13 whitespace-nowrap transition-colors max-md:h-11',
        active ? 'border-accent bg-accent-tint' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <span
        aria-hidden
        className={cx('size-1.5 rounded-full', TONE_FILL[severity === 'error' ? 'negative' : 'caution'])}
      />
      {label}
      <span className="text-muted tabular-nums">{formatNumber(rows)}</span>
    </button>
  );
}

interface ReplaceDialogProps {
  columns: readonly FixColumn[];
  /** Initial values, from the selected cell. */
  column: string;
  find: string;
  onReplace: (replacement: Omit<FixReplacement, 'filter'>, filteredOnly: boolean) => void;
  onClose: () => void;
}

/** Replaces values of a column, in the file or listed rows. */
export function ReplaceDialog({ columns, column, find: initial, onReplace, onClose }: ReplaceDialogProps) {
  const [chosen, setChosen] = useState(column);
  const [find, setFind] = useState(initial);
  const [replacement, setReplacement] = useState('');
  const [match, setMatch] = useState<'cell' | 'part'>('cell');
  const [filteredOnly, setFilteredOnly] = useState(false);
  const [failed, setFailed] = useState(false);

  function submit() {
    if (match === 'part' && find === '') return setFailed(true);
    onReplace({ column: chosen, match, find, replacement }, filteredOnly);
    onClose();
  }

  return (
    <ActionDialog onClose={onClose} title="Find and Replace" action="Replace All" onAction={submit}>
      <Field label="Column">
        <Select
          value={chosen}
          options={columns.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
        />
      </Field>
      <Field
        label="Find"
        error={failed && find === '' ? 'Enter the text to find.' : undefined}
        {...(match === 'cell' && { help: 'Leave blank to match empty cells.' })}
      >
        <TextInput value={find} onChange={(event) => setFind(event.target.value)} />
      </Field>
      <Field label="Replace with" help="Leave empty to clear.">
        <TextInput value={replacement} onChange={(event) => setReplacement(event.target.value)} />
      </Field>
      <RadioGroup
        label="Match"
        value={match}
        onChange={setMatch}
        options={[
          { value: 'cell', label: 'Whole cell', help: 'Exactly this text' },
          { value: 'part', label: 'Part of a cell', help: 'Ignores case' },
        ]}
      />
      <Checkbox
        checked={filteredOnly}
        onChange={setFilteredOnly}
        label="Only rows that match the filters"
        help="Otherwise, all rows in the file."
      />
    </ActionDialog>
  );
}
