import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { Lead } from '#contract/leads.ts';
import { clampSelection, selectCell, selectedRange, withIndex } from '../../../lib/cells/grid-selection.ts';
import { cellAt, useCellFocus } from '../../../lib/cells/use-cell-focus.ts';
import { lazyPart } from '../../../lib/load-code.ts';
import { usePrinting } from '../../../lib/use-media-query.ts';
import { cx } from '../../../ui/cx.ts';
import { DataTable, HeaderCell } from '../../../ui/data-table.tsx';
import type { CellName, CellProblems } from '../cell-marks.ts';
import { LazyCellTools, LazyPart } from '../lazy-parts.tsx';
import { moveColumn, resizeColumn, type ShownColumn } from '../lead-columns.ts';
import type { PageSelection } from '../use-selection.ts';
import { ColumnHead } from './column-head.tsx';
import { LeadTableRow, RowCheckbox } from './lead-table-row.tsx';
import { onTableKey } from './table-keys.ts';
import { BOX_PX, HEAD_PX, ROW_PX, TABLE_FRAME } from './table-size.ts';
import { useLeadTable } from './use-lead-table.ts';
import type { TablePreferences } from './use-table-preferences.ts';
import { firstRows, PLAIN_ROWS, windowParts } from './window-parts.ts';

const LazyVirtualRows = lazyPart(async () => (await import('./virtual-rows.tsx')).VirtualRows);

const NO_PROBLEMS: CellProblems = new Map();

export interface LeadTableProps {
  leads: readonly Lead[];
  /** Changing it scrolls to the top. */
  pageKey: string;
  /** Newer rows are loading. */
  stale: boolean;
  preferences: TablePreferences;
  selection: PageSelection;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  onOpen: (id: string) => void;
  /** Called on hover or focus of rows, to preload the drawer. */
  onIntent: () => void;
}

/** Editable grid of leads; for its keys see `onTableKey`. */
export function LeadTable(props: LeadTableProps) {
  const { leads, pageKey, stale, preferences, selection, sort, onSort, onOpen, onIntent } = props;
  const { columns, density, setColumns } = preferences;
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [reached, setReached] = useState(false);
  const [editing, setEditing] = useState<CellName | null>(null);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [windowRows, setWindowRows] = useState<readonly number[] | null>(null);
  const size = { rows: leads.length, columns: columns.length };
  const [chosen, setChosen] = useState(() => selectCell(0, 0));
  const block = clampSelection(chosen, size);
  const cells = useCellFocus({ region: body, selection: block, onSelect: setChosen });
  const { table, widthOf } = useLeadTable({ leads, columns, onColumns: setColumns, sort, onSort });
  const heads = useColumnHeads(columns, setColumns);
  const range = selectedRange(block);
  const { focus } = block;
  const printing = usePrinting();
  const virtual = leads.length > PLAIN_ROWS && !printing;
  const parts = windowParts(
    withIndex((virtual && windowRows) || firstRows(leads.length, virtual), focus.row),
    leads.length,
    ROW_PX[density],
  );
  const open = useStableCallback(onOpen);
  const select = useStableCallback(selection.toggle);
  const { rows } = table.getRowModel();
  const widths = columns.map(widthOf);
  useTopOfPage(scroller, pageKey, stale);

  function edit(): boolean {
    const [lead, column] = [leads[focus.row], columns[focus.column]];
    const readOnly = lead?.isSold === true && column?.field === 'customerNumber';
    if (!lead || !column?.editable || readOnly) return false;
    setReached(true);
    setEditing({ lead: lead.id, field: column.field });
    return true;
  }

  function onReach() {
    onIntent();
    setReached(true);
  }

  return (
    <DataTable
      ref={scroller}
      label="Leads"
      stale={stale}
      gridRows={leads.length + 1}
      className={cx(TABLE_FRAME, 'scroll-pt-7')}
      style={{ minWidth: widths.reduce((sum, width) => sum + width, BOX_PX) }}
      fixed
      overlay={
        <>
          {virtual && (
            <LazyPart>
              <LazyVirtualRows
                scroller={scroller}
                count={leads.length}
                rowHeight={ROW_PX[density]}
                kept={focus.row}
                onRows={setWindowRows}
              />
            </LazyPart>
          )}
          {reached && (
            <LazyPart>
              <LazyCellTools
                leads={leads}
                columns={columns}
                widths={widths}
                density={density}
                selection={block}
                onSelect={cells.select}
                editing={editing}
                onEdit={setEditing}
                problems={problems}
                onProblems={setProblems}
                onOpen={open}
              />
            </LazyPart>
          )}
        </>
      }
    >
      <colgroup>
        <col style={{ width: BOX_PX }} />
        {columns.map(({ field }, at) => (
          <col key={field} style={{ width: widths[at] }} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr ref={heads.row} aria-rowindex={1} style={{ height: HEAD_PX }}>
          <HeaderCell className="left-0 z-3 h-7 pr-0 print:hidden">
            <RowCheckbox
              label="Select all leads on this page"
              checked={selection.page === 'all'}
              indeterminate={selection.page === 'some'}
              onClick={selection.togglePage}
            />
          </HeaderCell>
          {table.getFlatHeaders().map((header, index) => {
            const column = columns[index];
            return (
              column && (
                <ColumnHead
                  key={header.id}
                  header={header}
                  column={column}
                  width={widths[index] ?? column.width}
                  {...heads.of(index)}
                />
              )
            );
          })}
          <td aria-hidden className="sticky top-0 z-2 border-b border-line bg-surface print:hidden" />
        </tr>
      </thead>
      <tbody
        ref={body}
        className="[&>tr:last-child>td]:border-b"
        onKeyDown={(event) => {
          if (!cellAt(event.target)) return;
          onTableKey(event, {
            selection: block,
            size,
            page: Math.max(
              1,
              Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_PX) / ROW_PX[density]) - 1,
            ),
            move: cells.select,
            edit,
            // Stale rows are about to be replaced.
            open: () => stale || onOpen(leads[focus.row]?.id ?? ''),
            select: (extend) => selection.toggle(focus.row, extend),
            selectRows: selection.addRows,
            clear: selection.clear,
            hasSelected: selection.page !== 'none',
          });
        }}
        onPointerEnter={onReach}
        onFocus={(event) => {
          onReach();
          cells.onFocus(event);
        }}
        onBlur={cells.onBlur}
        onMouseDown={cells.onMouseDown}
        onMouseOver={cells.onMouseOver}
        onDoubleClick={(event) => cellAt(event.target) && edit()}
      >
        {parts.map(({ key, index, gap }) => {
          const row = index === null ? undefined : rows[index];
          if (index === null || !row) {
            return (
              <tr key={key} aria-hidden>
                <td colSpan={columns.length + 2} style={{ height: gap }} className="p-0" />
              </tr>
            );
          }
          const inRange = index >= range.top && index <= range.bottom;
          return (
            <LeadTableRow
              // By position, so that new leads reuse existing rows.
              key={key}
              row={row}
              columns={columns}
              index={index}
              density={density}
              selected={selection.has(row.id)}
              reached={index === focus.row ? focus.column : null}
              from={inRange ? range.left : null}
              to={inRange ? range.right : null}
              problems={problems}
              onOpen={open}
              onSelect={select}
            />
          );
        })}
      </tbody>
    </DataTable>
  );
}

function useColumnHeads(
  columns: readonly ShownColumn[],
  onColumns: (columns: readonly ShownColumn[]) => void,
) {
  const row = useRef<HTMLTableRowElement>(null);
  const [chosen, setReached] = useState(0);
  const reached = Math.min(chosen, columns.length - 1);

  function onReach(step: number, part: 'head' | 'handle') {
    const to = Math.min(columns.length - 1, Math.max(0, reached + step));
    setReached(to);
    row.current?.querySelectorAll<HTMLElement>(`[data-${part}]`)[to]?.focus();
  }

  function onMove(field: string, steps: number) {
    const at = columns.findIndex((column) => column.field === field);
    onColumns(moveColumn(columns, field, steps));
    setReached(Math.min(columns.length - 1, Math.max(1, at + steps)));
  }

  function onDrop(field: string, onto: string) {
    const [from = -1, to = -1] = [field, onto].map((each) => columns.findIndex((one) => one.field === each));
    if (from > 0 && to > 0) onColumns(moveColumn(columns, field, to - from));
  }

  return {
    row,
    of: (index: number) => ({
      reached: index === reached,
      onReach,
      onMove,
      onDrop,
      onWidth: (field: string, width: number) => onColumns(resizeColumn(columns, field, width)),
      onHide: (field: string) => onColumns(columns.filter((column) => column.field !== field)),
    }),
  };
}

/** Scrolls to the top once another page has loaded. */
function useTopOfPage(scroller: RefObject<HTMLElement | null>, pageKey: string, stale: boolean): void {
  const shown = useRef(pageKey);
  useLayoutEffect(() => {
    if (stale || shown.current === pageKey) return;
    shown.current = pageKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, pageKey, stale]);
}

/** Returns a stable function that calls the latest `callback`. */
function useStableCallback<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
