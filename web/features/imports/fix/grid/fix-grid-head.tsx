// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { cx } from '../../../../ui/cx.ts';
import type { FixColumn } from '../rows/fix-row.ts';
import { FIRST_COLUMN } from './fix-cell.tsx';
import { boxStyle, type GridLayout } from './grid-layout.ts';

interface FixGridHeadProps {
  columns: readonly FixColumn[];
  /** Rendered column indexes. */
  shown: readonly number[];
  layout: GridLayout;
}

/** Sticky header with each column's lead field. */
export function FixGridHead({ columns, shown, layout }: FixGridHeadProps) {
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
