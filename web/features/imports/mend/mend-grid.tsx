// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { useEffect, useRef } from 'react';
import { type GridSelection, selectedRange } from '../../../lib/cells/grid-selection.ts';
import { formatNumber } from '../../../lib/format.ts';
import { CellEditor } from './cell-editor.tsx';
import { GRID_HEADER_PX, gridRowHeight } from './grid-layout.ts';
import { MendGridHead } from './mend-grid-head.tsx';
import type { MendGridProps } from './mend-grid-props.ts';
import { MendGridRow, type RowSelection } from './mend-grid-row.tsx';
import { useGridInput } from './use-grid-input.ts';
import { useGridWindow } from './use-grid-window.ts';

const HELP = 'mend-grid-help';

/** Renders rows with problems as a spreadsheet; only the part in view exists in the page. */
export function MendGrid(props: MendGridProps) {
  const { numbers, columns, rowAt, widths, pending, selection, readOnly, username, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = { rows: numbers.length, columns: columns.length };
  const rowHeight = gridRowHeight(size.rows);
  const shown = useGridWindow({ scroller, size, rowHeight, widths, focus: selection.focus });
  const { editing, commit, cancel, handlers } = useGridInput(props, shown, scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the rows in view, not on the callback
  useEffect(() => onShow(shown.rows), [shown.rows, numbers]);

  return (
    <div
      ref={scroller}
      {...handlers}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain text-13 [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]"
    >
      <div
        role="grid"
        aria-label="Rows to fix"
        aria-describedby={HELP}
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns + 2}
        aria-multiselectable
        aria-readonly={readOnly}
        className="relative"
        style={{ height: shown.height, width: shown.width }}
      >
        <MendGridHead columns={columns} shown={shown.columns} widths={widths} width={shown.width} />
        <div role="rowgroup">
          {shown.rows.map((index) => {
            const number = numbers[index];
            if (number === undefined) return null;
            return (
              <MendGridRow
                key={number}
                number={number}
                index={index}
                row={rowAt(index)}
                columns={columns}
                shown={shown.columns}
                widths={widths}
                top={GRID_HEADER_PX + index * rowHeight}
                height={rowHeight}
                selection={rowSelection(selection, index)}
                unconfirmed={pending.get(number)}
                username={username}
              />
            );
          })}
        </div>
      </div>
      {editing && (
        <CellEditor
          key={`${editing.row}:${editing.column}`}
          label={`Row ${formatNumber(editing.number)}, ${columns[editing.column]?.name ?? ''}`}
          initial={editing.initial}
          left={widths.number + widths.outcome + editing.column * widths.column}
          top={GRID_HEADER_PX + editing.row * rowHeight}
          width={widths.column}
          height={rowHeight}
          onCommit={commit}
          onCancel={cancel}
        />
      )}
      <p id={HELP} className="sr-only">
        Arrow keys move, Enter edits, Delete clears. Press Escape, then Tab to leave the grid.
      </p>
    </div>
  );
}

/** Returns the selected columns of a row; null if none is selected. */
function rowSelection(selection: GridSelection, index: number): RowSelection | null {
  const { top, bottom, left, right } = selectedRange(selection);
  if (index < top || index > bottom) return null;
  return { left, right, current: index === selection.focus.row ? selection.focus.column : null };
}
