import type { GridRow } from '#contract/import-fixing.ts';
import type { GridSelection } from '../../../../lib/cells/grid-selection.ts';
import type { FixColumn } from '../rows/fix-row.ts';
import type { FixCellEdit, PendingValues } from '../rows/pending-edits.ts';
import type { GridLayout } from './grid-layout.ts';

/** Rows, selection and actions of the grid. */
export interface FixGridProps {
  /** Row numbers of the file, in the order of the list. */
  numbers: readonly number[];
  columns: readonly FixColumn[];
  /** Row at an index of the list; undefined while it loads. */
  rowAt: (index: number) => GridRow | undefined;
  layout: GridLayout;
  pending: PendingValues;
  selection: GridSelection;
  readOnly: boolean;
  username: string | undefined;
  onSelect: (selection: GridSelection) => void;
  onEdit: (edits: readonly FixCellEdit[]) => void;
  /** Called with the indexes of the rows in view. */
  onShow: (indexes: readonly number[]) => void;
}
