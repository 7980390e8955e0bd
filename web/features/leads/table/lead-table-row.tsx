import { Check, Minus } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Cell, TableRow } from '../../../ui/data-table.tsx';
import { type CellProblems, cellKey } from '../cell-marks.ts';
import {
  Ago,
  Deposit,
  fullName,
  Nothing,
  Phone,
  SoldBadge,
  StatusBadge,
  SuppressedMark,
  Tags,
  validityLabel,
} from '../lead-cells.tsx';
import { type ColumnSpec, NAME, type ShownColumn } from '../lead-columns.ts';
import { ROW_HEIGHT } from './table-size.ts';
import type { LeadTableRowModel } from './use-lead-table.ts';
import type { Density } from './use-table-preferences.ts';

interface LeadRowProps {
  row: LeadTableRowModel;
  columns: readonly ShownColumn[];
  /** Index on the page. */
  index: number;
  density: Density;
  selected: boolean;
  /** Column that Tab reaches in this row; arrow keys move between cells. */
  reached: number | null;
  /** First and last selected column in this row. */
  from: number | null;
  to: number | null;
  problems: CellProblems;
  onOpen: (id: string) => void;
  /** `range` (Shift) selects from the previously selected row. */
  onSelect: (index: number, range: boolean) => void;
}

export function leadName(lead: Lead): string {
  return fullName(lead) || lead.email || lead.phone || 'Lead without a name';
}

export const LeadTableRow = memo(function LeadTableRow(props: LeadRowProps) {
  const { row, columns, index, density, selected, reached, from, to, problems, onOpen, onSelect } = props;
  const lead = row.original;
  const height = ROW_HEIGHT[density];
  return (
    <TableRow selected={selected} aria-rowindex={index + 2}>
      <Cell className={cx('sticky left-0 z-1 bg-inherit pr-0 print:hidden', height)}>
        <RowCheckbox
          label={`Select ${leadName(lead)}`}
          checked={selected}
          // The keyboard selects with x.
          tabIndex={-1}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </Cell>
      {columns.map((column, at) => {
        const pinned = column.field === NAME;
        const problem = problems.get(cellKey({ lead: lead.id, field: column.field }));
        const inBlock = from !== null && to !== null && at >= from && at <= to;
        return (
          <Cell
            key={column.field}
            numeric={column.numeric}
            pinned={pinned}
            tabIndex={reached === at ? 0 : -1}
            data-field={column.field}
            data-cell={`${index}:${at}`}
            aria-selected={inBlock}
            {...(problem && { 'aria-invalid': problem.tone === 'negative', title: problem.message })}
            className={cx(
              'cursor-default overflow-hidden whitespace-nowrap focus-visible:-outline-offset-2',
              height,
              pinned && 'left-10 px-0 font-medium',
              inBlock && from !== to && 'bg-accent-tint',
              problem && 'bg-caution-tint inset-ring-2 inset-ring-caution',
              problem?.tone === 'negative' && 'bg-negative-tint inset-ring-negative',
            )}
          >
            {pinned ? <NameButton lead={lead} onOpen={onOpen} /> : <CellValue lead={lead} column={column} />}
          </Cell>
        );
      })}
      <td aria-hidden className={cx('border-b border-line group-last:border-b-0 print:hidden', height)} />
    </TableRow>
  );
});

function NameButton({ lead, onOpen }: { lead: Lead; onOpen: (id: string) => void }) {
  const name = fullName(lead);
  return (
    <button
      type="button"
      tabIndex={-1}
      title={leadName(lead)}
      onClick={() => onOpen(lead.id)}
      className={cx(
        'flex size-full cursor-pointer items-center gap-1.5 px-3 text-left underline-offset-2 hover:underline',
        !name && 'text-muted',
      )}
    >
      <span className="truncate">{name || 'No name'}</span>
      {lead.suppressed && <SuppressedMark />}
    </button>
  );
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  tabIndex?: number;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** Lightweight checkbox: a page of rows must render within one frame. */
export function RowCheckbox({ label, checked, indeterminate = false, tabIndex, onClick }: RowCheckboxProps) {
  const Mark = indeterminate ? Minus : Check;
  return (
    <span className="relative grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        onClick={onClick}
        // The click handler also knows the modifier keys.
        onChange={() => undefined}
        // Larger touch target on phones.
        className="peer absolute inset-0 cursor-pointer appearance-none outline-none max-md:-inset-3.5"
      />
      <span
        className="pointer-events-none absolute inset-0 rounded-[4px] border border-line-strong bg-surface peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
        aria-hidden
      />
      <Mark
        className="pointer-events-none relative hidden size-3 text-on-accent peer-checked:block peer-indeterminate:block"
        strokeWidth={3}
        aria-hidden
      />
    </span>
  );
}

function Line({ text }: { text: string }) {
  return (
    <span className="block truncate" title={text}>
      {text}
    </span>
  );
}

/** Value on one line; the tooltip has all of it. */
function CellValue({ lead, column }: { lead: Lead; column: ColumnSpec }) {
  const { field, kind } = column;
  if (field === 'status') return <StatusBadge status={lead.status} />;
  if (field === 'isSold') return <SoldBadge isSold={lead.isSold} />;
  if (field === 'phone') return <Phone phone={lead.phone} numberValid={lead.numberValid} />;
  if (field === 'tags') return <Tags tags={lead.tags} />;
  if (field === 'depositAmount') return <Deposit {...lead} />;
  if (field === 'createdAt') return <Ago time={lead.createdAt} />;
  if (field === 'numberValid') return <Validity {...lead} />;
  if (kind === 'name') return <Line text={fullName(lead) || '–'} />;
  const value = storedIn(lead, field);
  if (value === null || value === undefined || value === '') return <Nothing />;
  return <Line text={formatCellValue(value, kind)} />;
}

function Validity({ phone, numberValid }: Pick<Lead, 'phone' | 'numberValid'>) {
  if (phone === null) return <Nothing />;
  const tone = numberValid === null ? 'neutral' : numberValid ? 'positive' : 'caution';
  return <Badge tone={tone}>{validityLabel(numberValid)}</Badge>;
}

function formatCellValue(value: unknown, kind: ColumnSpec['kind']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  const text = String(value);
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}
