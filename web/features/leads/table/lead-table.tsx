import { type KeyboardEvent, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { cx } from '../../../ui/cx.ts';
import { DataTable, HeaderCell } from '../../../ui/data-table.tsx';
import { moveColumn, resizeColumn, type ShownColumn } from '../lead-columns.ts';
import type { PageSelection } from '../use-selection.ts';
import { ColumnHead } from './column-head.tsx';
import { LeadTableRow, RowCheckbox } from './lead-table-row.tsx';
import { TABLE_HEIGHT, tableWidth } from './table-size.ts';
import type { TablePreferences } from './use-table-preferences.ts';

export interface LeadTableProps {
  leads: readonly Lead[];
  /** True while newer rows load. */
  stale: boolean;
  preferences: TablePreferences;
  selection: PageSelection;
  onOpen: (id: string) => void;
  /** Called when the pointer or the focus reaches the rows, to preload the drawer's code. */
  onIntent: () => void;
}

/**
 * Renders leads as a table. Keys: arrows or j and k move, Enter opens, x or space selects, Escape clears the
 * selection.
 */
export function LeadTable({ leads, stale, preferences, selection, onOpen, onIntent }: LeadTableProps) {
  const region = useRef<HTMLTableSectionElement>(null);
  const { columns, density } = preferences;
  const head = useHead(preferences);
  const [reached, setReached] = useState(0);
  const current = Math.min(reached, leads.length - 1);

  function focusRow(index: number) {
    const to = Math.min(leads.length - 1, Math.max(0, index));
    region.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (!row) return;
    const command = commandOf(event);
    if (command === null || (event.target !== row && command === 'select')) return;
    if (event.target !== row && event.key === 'Enter') return;
    event.preventDefault();
    if (command === 'open') onOpen(leads[current]?.id ?? '');
    else if (command === 'select') selection.toggle(current, event.shiftKey);
    else if (command === 'none') selection.clear();
    else focusRow(command === 'first' ? 0 : command === 'last' ? leads.length - 1 : current + command);
  }

  return (
    <DataTable
      label="Leads"
      stale={stale}
      className={TABLE_HEIGHT[density]}
      style={{ minWidth: tableWidth(head.columns) }}
      fixed
    >
      <colgroup>
        <col style={{ width: 40 }} />
        {head.columns.map(({ field, width }) => (
          <col key={field} style={{ width }} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr ref={head.row}>
          <HeaderCell className="left-0 z-3 pr-0">
            <RowCheckbox
              label="Select all leads on this page"
              checked={selection.page === 'all'}
              indeterminate={selection.page === 'some'}
              onClick={selection.togglePage}
            />
          </HeaderCell>
          {head.columns.map((column, index) => (
            <ColumnHead key={column.field} column={column} {...head.of(index)} />
          ))}
          <td aria-hidden className="sticky top-0 z-2 h-9 border-b border-line bg-surface" />
        </tr>
      </thead>
      <tbody
        ref={region}
        // A short page leaves free space below, so its last row keeps its border.
        className={cx(leads.length < LEADS_PAGE_SIZE && '[&>tr:last-child>td]:border-b')}
        onKeyDown={onKeyDown}
        onPointerEnter={onIntent}
        onFocus={onIntent}
      >
        {withPositions(leads).map(([place, lead], index) => (
          <LeadTableRow
            key={place}
            lead={lead}
            index={index}
            columns={columns}
            density={density}
            selected={selection.has(lead.id)}
            reached={index === current}
            onOpen={onOpen}
            onReach={setReached}
            onSelect={selection.toggle}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

/**
 * Pairs leads with positional keys, so that new leads reuse the existing rows and the layout doesn't shift.
 */
function withPositions(leads: readonly Lead[]): [place: string, lead: Lead][] {
  return leads.map((lead, place) => [`row-${place}`, lead]);
}

type RowCommand = 'open' | 'select' | 'none' | 'first' | 'last' | 1 | -1;

const COMMAND: Record<string, RowCommand> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: 'first',
  End: 'last',
  Enter: 'open',
  x: 'select',
  X: 'select',
  ' ': 'select',
  Escape: 'none',
};

function commandOf({ key }: { key: string }): RowCommand | null {
  return COMMAND[key] ?? null;
}

/** Keeps a width in local state while the user drags, and stores it at the end. */
function useHead({ columns: kept, setColumns }: TablePreferences) {
  const row = useRef<HTMLTableRowElement>(null);
  const [drawn, setDrawn] = useState<readonly ShownColumn[] | null>(null);
  const [reached, setReached] = useState(0);
  const columns = drawn ?? kept;

  function onWidth(field: string, width: number, done: boolean) {
    const next = resizeColumn(columns, field, width);
    setDrawn(done ? null : next);
    if (done) setColumns(next);
  }

  function onDrop(field: string, onto: string) {
    const [from, to] = [field, onto].map((each) => columns.findIndex((column) => column.field === each));
    if (from !== undefined && to !== undefined && from > 0 && to > 0)
      setColumns(moveColumn(columns, field, to - from));
  }

  function onReach(step: number) {
    const to = Math.min(columns.length - 1, Math.max(0, reached + step));
    setReached(to);
    const handles = row.current?.querySelectorAll<HTMLElement>('[data-handle]');
    handles?.[to]?.focus();
  }

  return {
    row,
    columns,
    of: (index: number) => ({
      reached: index === Math.min(reached, columns.length - 1),
      onReach,
      onWidth,
      onDrop,
      onMove: (field: string, steps: number) => {
        setColumns(moveColumn(columns, field, steps));
        setReached(Math.min(columns.length - 1, Math.max(1, index + steps)));
      },
    }),
  };
}
