import { Check, Minus } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Lead } from '#contract/leads.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell, TableRow } from '../../../ui/data-table.tsx';
import { fullName } from '../lead-cells.tsx';
import { NAME, type ShownColumn } from '../lead-columns.ts';
import { CellValue } from './cell-value.tsx';
import type { Density } from './use-table-preferences.ts';

export interface LeadRowProps {
  lead: Lead;
  /** Index on the page. */
  index: number;
  columns: readonly ShownColumn[];
  density: Density;
  selected: boolean;
  /** True if Tab reaches this row; the arrow keys move between rows. */
  reached: boolean;
  onOpen: (id: string) => void;
  onReach: (index: number) => void;
  /** Selects the row; `range` (Shift) selects all rows from the previously selected one. */
  onSelect: (index: number, range: boolean) => void;
}

/** Returns the display name of a lead. */
export function leadName(lead: Lead): string {
  return fullName(lead) || lead.email || lead.phone || 'Lead without a name';
}

/** Renders a lead. A click opens it, its checkbox selects it. */
export function LeadTableRow(props: LeadRowProps) {
  const { lead, index, columns, density, selected, reached, onOpen, onReach, onSelect } = props;
  const height = density === 'compact' ? 'h-7' : 'h-9';

  function onClick(event: MouseEvent) {
    // Selecting text doesn't open the lead.
    if (getSelection()?.isCollapsed === false) return;
    if (event.shiftKey) onSelect(index, true);
    else onOpen(lead.id);
  }

  return (
    <TableRow
      selected={selected}
      tabIndex={reached ? 0 : -1}
      data-index={index}
      onFocus={() => onReach(index)}
      onClick={onClick}
      className="cursor-pointer focus-visible:-outline-offset-2"
    >
      <Cell
        className={cx('sticky left-0 z-1 bg-inherit pr-0', height)}
        onClick={(event) => event.stopPropagation()}
      >
        <RowCheckbox
          label={`Select ${leadName(lead)}`}
          checked={selected}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </Cell>
      {columns.map((column) => (
        <Cell
          key={column.field}
          data-field={column.field}
          numeric={column.numeric}
          pinned={column.field === NAME}
          className={cx(
            'overflow-hidden whitespace-nowrap',
            height,
            column.field === NAME && 'left-10 font-medium',
          )}
        >
          {column.field === NAME ? (
            <button
              type="button"
              tabIndex={-1}
              title={leadName(lead)}
              onClick={(event) => {
                if (event.shiftKey) return;
                event.stopPropagation();
                onOpen(lead.id);
              }}
              className={cx('block max-w-full truncate text-left', !fullName(lead) && 'text-muted')}
            >
              {fullName(lead) || 'No name'}
            </button>
          ) : (
            <CellValue lead={lead} column={column} />
          )}
        </Cell>
      ))}
      <td aria-hidden className={cx('border-b border-line group-last:border-b-0', height)} />
    </TableRow>
  );
}

export interface RowCheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** Renders a lightweight checkbox: a page of rows has to be drawn within one frame. */
export function RowCheckbox({ label, checked, indeterminate = false, onClick }: RowCheckboxProps) {
  const Mark = indeterminate ? Minus : Check;
  return (
    <span className="relative grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        onClick={onClick}
        // The click handler does the work, because it also knows the modifier keys.
        onChange={() => undefined}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-[4px] border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
      />
      <Mark
        className="pointer-events-none relative hidden size-3 text-on-accent peer-checked:block peer-indeterminate:block"
        strokeWidth={3}
        aria-hidden
      />
    </span>
  );
}
