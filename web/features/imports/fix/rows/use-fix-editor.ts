import { useMemo, useState } from 'react';
import type { GridRow, ImportGrid } from '#contract/import-fixing.ts';
import { COUNTED_VALUE_MAX, countGridCells } from '#contract/import-grid-lists.ts';
import { GRID_EDITS_MAX } from '#contract/limits.ts';
import { callApi } from '../../../../lib/call-api.ts';
import {
  type CellRange,
  clampSelection,
  type GridSelection,
  selectCell,
  selectedRange,
} from '../../../../lib/cells/grid-selection.ts';
import { formatCount } from '../../../../lib/format.ts';
import { usePhoneWidth } from '../../../../lib/use-media-query.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { type FixColumn, fixColumns, tellingColumn } from './fix-row.ts';
import { type FixSearch, gridFilterOf } from './fix-search.ts';
import { effectiveEdits, type FixCellEdit, type LikeEdit, likeEdit, withPending } from './pending-edits.ts';
import { type FixActions, useFixActions } from './use-fix-actions.ts';
import { type FixList, type FixRows, useFixList, useFixRows } from './use-fix-rows.ts';

export interface FixEditor {
  list: FixList;
  rows: FixRows;
  columns: readonly FixColumn[];
  actions: FixActions;
  like: LikeEdits;
  /** The server refuses changes. */
  readOnly: boolean;
  selection: GridSelection;
  range: CellRange;
  select: (selection: GridSelection) => void;
  /** Row at a list index, with unconfirmed values; undefined while it loads. */
  rowAt: (index: number) => GridRow | undefined;
  edit: (edits: readonly FixCellEdit[]) => void;
  /** Loads the rows at these list indexes. */
  show: (indexes: readonly number[]) => void;
  /** Excludes the selected rows from the import, or includes them again. */
  drop: (dropped: boolean) => void;
}

/** Connects list, rows, selection and changes of an upload's grid. */
export function useFixEditor(uploadId: string, grid: ImportGrid, search: FixSearch): FixEditor {
  // Phones start at the first problem, because a closed card shows a single cell.
  const phone = usePhoneWidth();
  const filter = gridFilterOf(search);
  const list = useFixList(uploadId, filter, grid.revision);
  const rows = useFixRows(uploadId, grid.revision);
  const actions = useFixActions(uploadId, rows);
  const columns = useMemo(() => fixColumns(grid.columns, grid.plan), [grid.columns, grid.plan]);
  const like = useLikeEdit(uploadId, columns, actions);

  const rowOf = (number: number): GridRow | undefined => {
    const row = rows.loader.get(number);
    return row && withPending(row, grid.columns, actions.pending.get(number));
  };
  const [selected, select] = useState<GridSelection | null>(null);
  const { numbers } = list;
  const size = { rows: numbers.length, columns: columns.length };
  const firstRow = phone ? rowOf(numbers[0] ?? 0) : undefined;
  const selection = clampSelection(selected ?? selectCell(0, tellingColumn(firstRow, columns)), size);
  const range = selectedRange(selection);

  return {
    list,
    rows,
    columns,
    actions,
    like,
    readOnly: actions.blocked !== null || grid.lastImport?.status === 'processing',
    selection,
    range,
    select,
    rowAt(index) {
      const number = numbers[index];
      return number === undefined ? undefined : rowOf(number);
    },
    edit: (edits) => like.edit(edits, (number, name) => rowOf(number)?.cells[grid.columns.indexOf(name)]),
    show: (indexes) => rows.loader.show(indexes.flatMap((index) => numbers[index] ?? [])),
    drop(dropped) {
      const selectedRows = numbers.slice(range.top, range.bottom + 1);
      if (selectedRows.length <= GRID_EDITS_MAX) actions.drop({ rows: selectedRows }, dropped);
      else if (selectedRows.length === numbers.length) actions.drop({ filter }, dropped);
      else tooManyRows();
    },
  };
}

function tooManyRows(): void {
  toast({
    tone: 'neutral',
    title: `Select at most ${formatCount(GRID_EDITS_MAX, 'row')}`,
    description: 'Or filter the list and select all of its rows with Ctrl+A.',
  });
}

type ValueAt = (row: number, column: string) => string | undefined;

/** Edits that may offer to change all similar cells. */
interface LikeEdits {
  edit: (edits: readonly FixCellEdit[], valueAt: ValueAt) => void;
  /** Offered replacement with the number of other cells; null without any. */
  offer: (LikeEdit & { cells: number }) | null;
  apply: () => void;
  dismiss: () => void;
}

/** After a single-cell edit, counts the column's cells with the same value. */
function useLikeEdit(
  uploadId: string,
  columns: readonly FixColumn[],
  actions: Pick<FixActions, 'edit' | 'replace'>,
): LikeEdits {
  const [offer, setOffer] = useState<LikeEdits['offer']>(null);
  const [serial] = useState({ last: 0 });

  async function count({ column, from, to }: LikeEdit, id: number, row: number) {
    const query = { column, value: from, except: row };
    const { cells } = await callApi(countGridCells, { params: { uploadId }, query });
    if (id === serial.last && cells > 0) setOffer({ column, from, to, cells });
  }

  return {
    edit(edits, valueAt) {
      const effective = effectiveEdits(edits, valueAt);
      if (effective.length === 0) return;
      const like = likeEdit(effective, valueAt);
      serial.last += 1;
      setOffer(null);
      actions.edit(effective);
      const row = effective[0]?.row;
      // Offers nothing without a count. Unique values can only be emptied in several cells.
      const unique = columns.find(({ name }) => name === like?.column)?.unique && like?.to !== '';
      const counted = like !== null && !unique && like.from.length <= COUNTED_VALUE_MAX;
      if (counted && row !== undefined) count(like, serial.last, row).catch(() => undefined);
    },
    offer,
    apply() {
      if (!offer) return;
      setOffer(null);
      actions.replace({ column: offer.column, match: 'cell', find: offer.from, replacement: offer.to });
    },
    dismiss: () => setOffer(null),
  };
}
