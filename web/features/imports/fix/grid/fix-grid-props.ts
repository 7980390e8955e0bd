import type { GridRow } from '#contract/import-fixing.ts';
import type { GridSelection } from '../../../../lib/cells/grid-selection.ts';
import type { FixColumn } from '../rows/fix-row.ts';
import type { FixCellEdit, PendingValues } from '../rows/pending-edits.ts';
import type { GridLayout } from './grid-layout.ts';

export interface FixGridProps {
  /** Row numbers in list order. */
  numbers: readonly number[];
  columns: readonly FixColumn[];
  /** Row at a list index; undefined while it loads. */
  rowAt: (index: number) => GridRow | undefined;
  layout: GridLayout;
  pending: PendingValues;
  selection: GridSelection;
  readOnly: boolean;
  username: string | undefined;
  onSelect: (selection: GridSelection) => void;
  onEdit: (edits: readonly FixCellEdit[]) => void;
  /** Receives the indexes of visible rows. */
  onShow: (indexes: readonly number[]) => void;
}
