// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import {
  type CellPosition,
  type GridSelection,
  selectedRange,
} from '../../../../lib/cells/grid-selection.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { cx } from '../../../../ui/cx.ts';
import { type FixColumn, tellingColumn } from '../rows/fix-row.ts';
import { CellEditor } from './cell-editor.tsx';
import { FIRST_COLUMN } from './fix-cell.tsx';
import { FixGridRow, type RowSelection } from './fix-grid-row.tsx';
import { boxStyle, CARD_LABEL_PX, type GridLayout, rowTop } from './grid-layout.ts';
import { type FixGridProps, useGridInput } from './use-grid-input.ts';
import { useGridWindow } from './use-grid-window.ts';

const HELP = 'fix-grid-help';

/** Spreadsheet of problem rows; renders only the visible part. */
export function FixGrid(props: FixGridProps) {
  const { numbers, columns, rowAt, layout, pending, selection, readOnly, username, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = { rows: numbers.length, columns: columns.length };
  const cards = layout.kind === 'cards';
  const [opened, setOpened] = useState<number | null>(null);
  const at = useMemo(() => (opened === null ? -1 : numbers.indexOf(opened)), [numbers, opened]);
  const open = cards && at >= 0 ? at : null;
  const shown = useGridWindow({ scroller, size, layout, focus: selection.focus, open });
  /** The only column that a closed card shows; null for all. */
  const onlyColumn = (index: number): number | null => {
    if (!cards || index === open) return null;
    return index === selection.focus.row ? selection.focus.column : tellingColumn(rowAt(index), columns);
  };
  const { editing, commit, cancel, handlers } = useGridInput(
    { ...props, columnBelow: onlyColumn },
    shown,
    scroller,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the rows in view, not on the callback
  useEffect(() => onShow(shown.rows), [shown.rows, numbers]);

  return (
    <div
      ref={scroller}
      {...handlers}
      style={{
        scrollPaddingTop: layout.covered,
        // The first column scrolls the outcomes into view.
        scrollPaddingLeft: selection.focus.column === 0 ? layout.cellAt(0).left : (layout.number.width ?? 0),
      }}
      className="relative min-h-0 flex-1 overflow-auto text-13 md:overscroll-contain [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]"
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
        style={{ height: shown.height, width: layout.width ?? '100%' }}
      >
        {layout.kind === 'table' && <FixGridHead columns={columns} shown={shown.columns} layout={layout} />}
        <div role="rowgroup">
          {shown.rows.map((index) => {
            const number = numbers[index];
            if (number === undefined) return null;
            return (
              <FixGridRow
                key={number}
                number={number}
                index={index}
                row={rowAt(index)}
                columns={columns}
                shown={shown.columns}
                layout={layout}
                top={rowTop(layout, index, open)}
                only={onlyColumn(index)}
                selection={rowSelection(selection, index)}
                onOpen={setOpened}
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
          place={editorPlace(layout, editing, open)}
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

/** Places the editor over its cell, below the label on a card. */
function editorPlace(layout: GridLayout, { row, column }: CellPosition, open: number | null): CSSProperties {
  const { top, height, ...cell } = layout.cellAt(column, row === open);
  const label = layout.kind === 'cards' ? CARD_LABEL_PX : 0;
  return boxStyle({ ...cell, top: rowTop(layout, row, open) + top + label, height: height - label });
}

function rowSelection(selection: GridSelection, index: number): RowSelection | null {
  const { top, bottom, left, right } = selectedRange(selection);
  if (index < top || index > bottom) return null;
  return { left, right, current: index === selection.focus.row ? selection.focus.column : null };
}

interface FixGridHeadProps {
  columns: readonly FixColumn[];
  /** Rendered column indexes. */
  shown: readonly number[];
  layout: GridLayout;
}

function FixGridHead({ columns, shown, layout }: FixGridHeadProps) {
  const { header: height, width, number, outcome, cellAt } = layout;
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-4 bg-surface text-12 font-medium text-muted"
      style={{ height, width: width ?? '100%' }}
    >
      <div role="row" aria-rowindex={1} className="relative h-full">
        <div
          role="columnheader"
          aria-colindex={1}
          style={{ width: number.width ?? undefined }}
          className="sticky left-0 z-2 flex h-full items-center justify-end border-r border-b border-line bg-surface px-3"
        >
          Row
        </div>
        <div
          role="columnheader"
          aria-colindex={2}
          style={boxStyle({ ...outcome, height })}
          className="absolute flex items-center border-r border-b border-line px-3"
        >
          Outcome
        </div>
        {shown.map((index) => {
          const column = columns[index];
          if (!column) return null;
          return (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + FIRST_COLUMN}
              title={column.name}
              style={boxStyle({ ...cellAt(index), height })}
              className="absolute flex flex-col justify-center border-r border-b border-line px-3"
            >
              <span className={cx('truncate', column.field !== null && 'text-text')}>{column.name}</span>
              <span className="truncate font-normal">{column.field ?? 'Not imported'}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
