import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  metaHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { Lead } from '#contract/leads.ts';
import { NAME, resizeColumn, type ShownColumn, WIDTH_MAX, WIDTH_MIN } from '../lead-columns.ts';

const NAME_SORT = 'firstName';

const leadTableFeatures = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ column: ShownColumn }>(),
});

export type LeadTableFeatures = typeof leadTableFeatures;
export type LeadTableRowModel = Row<LeadTableFeatures, Lead>;

export interface LeadTableOptions {
  leads: readonly Lead[];
  columns: readonly ShownColumn[];
  onColumns: (columns: readonly ShownColumn[]) => void;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
}

/** Connects columns and order to TanStack Table; the server sorts. */
export function useLeadTable({ leads, columns, onColumns, sort, onSort }: LeadTableOptions) {
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const columnSizing = useMemo(
    () => Object.fromEntries(columns.map(({ field, width }) => [field, width])),
    [columns],
  );
  const sorting = useMemo(() => sortingOf(sort, columns), [sort, columns]);
  const table = useTable({
    features: leadTableFeatures,
    data: leads,
    columns: defs,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    columnResizeMode: 'onEnd',
    state: { columnSizing, sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change;
      onSort(next ? { sort: next.id === NAME ? NAME_SORT : next.id, order: next.desc ? 'desc' : 'asc' } : {});
    },
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(columnSizing) : change;
      onColumns(
        columns.reduce((all, { field, width }) => resizeColumn(all, field, next[field] ?? width), columns),
      );
    },
  });
  const { isResizingColumn: resized, deltaOffset } = table.state.columnResizing;

  /** Includes the current drag. */
  function widthOf({ field, width }: ShownColumn): number {
    const drawn = field === resized ? width + (deltaOffset ?? 0) : width;
    return Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, drawn)));
  }

  return { table, widthOf };
}

function columnDefs(columns: readonly ShownColumn[]): ColumnDef<LeadTableFeatures, Lead>[] {
  const namesApart = columns.some(({ field }) => field === NAME_SORT);
  return columns.map((column) => ({
    id: column.field,
    header: column.label,
    accessorFn: (lead) => lead[column.field as keyof Lead],
    minSize: WIDTH_MIN,
    maxSize: WIDTH_MAX,
    // A column of first names sorts by them itself.
    enableSorting: column.kind !== 'user' && (column.field !== NAME || !namesApart),
    meta: { column },
  }));
}

function sortingOf({ sort, order }: LeadSort, columns: readonly ShownColumn[]) {
  if (sort === undefined) return [];
  const composed = sort === NAME_SORT && !columns.some(({ field }) => field === NAME_SORT);
  return [{ id: composed ? NAME : sort, desc: order === 'desc' }];
}
