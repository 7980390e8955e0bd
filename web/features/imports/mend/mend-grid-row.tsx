// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { memo } from 'react';
import type { GridRow } from '#contract/import-mending.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { GridWidths } from './grid-layout.ts';
import { FIRST_COLUMN, MendCell } from './mend-cell.tsx';
import type { MendColumn } from './mend-row.ts';
import { verdictOf, verdictText } from './mend-texts.ts';

/** Selected columns of a row, and the one at which the keyboard works. */
export interface RowSelection {
  left: number;
  right: number;
  /** Null if the keyboard works in another row. */
  current: number | null;
}

export interface MendGridRowProps {
  /** Row number of the file. */
  number: number;
  /** Index in the list. */
  index: number;
  /** Undefined until it is loaded. */
  row: GridRow | undefined;
  columns: readonly MendColumn[];
  /** Indexes of the columns to render. */
  shown: readonly number[];
  widths: GridWidths;
  top: number;
  height: number;
  selection: RowSelection | null;
  unconfirmed: ReadonlyMap<string, string> | undefined;
  /** User whose own name isn't shown. */
  username: string | undefined;
}

/** Renders a row: its number, which stays in view, its outcome, and its cells. */
export const MendGridRow = memo(function MendGridRow(props: MendGridRowProps) {
  const { number, index, row, columns, shown, widths, top, height, selection, unconfirmed, username } = props;
  const lead = widths.number + widths.outcome;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      style={{ top, height, width: lead + columns.length * widths.column }}
      className="absolute left-0 bg-surface"
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-row={index}
        style={{ width: widths.number }}
        className={cx(
          'sticky left-0 z-2 flex h-full cursor-default items-center justify-end border-r border-b border-line bg-surface px-3 text-12 text-muted tabular-nums select-none',
          selection && 'bg-accent-tint text-text',
        )}
      >
        {formatNumber(number)}
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        style={{ left: widths.number, width: widths.outcome }}
        className="absolute inset-y-0 flex items-center gap-2 border-r border-b border-line px-3"
      >
        {row ? <Verdict row={row} username={username} /> : <Skeleton className="h-3.5 w-28" />}
      </div>
      {shown.map((at) => {
        const column = columns[at];
        if (!column) return null;
        const left = lead + at * widths.column;
        const current = selection?.current === at;
        if (!row)
          return (
            <LoadingCell key={at} at={at} index={index} left={left} width={widths.column} current={current} />
          );
        return (
          <MendCell
            key={at}
            row={row}
            column={column}
            at={{ row: index, column: at }}
            left={left}
            width={widths.column}
            selected={selection !== null && at >= selection.left && at <= selection.right}
            current={current}
            unconfirmed={unconfirmed?.has(column.name) ?? false}
          />
        );
      })}
    </div>
  );
});

/** Shows what becomes of the row, why, and who else changed it. */
function Verdict({ row, username }: { row: GridRow; username: string | undefined }) {
  const { label, tone } = verdictOf(row);
  const other = row.editedBy !== null && row.editedBy !== username ? `${row.editedBy} changed this` : '';
  const text = [other, verdictText(row)].filter(Boolean).join('. ');
  return (
    <>
      <Badge tone={tone} className="shrink-0">
        {label}
      </Badge>
      <span className="min-w-0 truncate text-12 text-muted" title={text}>
        {text}
      </span>
    </>
  );
}

interface LoadingCellProps {
  at: number;
  index: number;
  left: number;
  width: number;
  current: boolean;
}

/** Holds the place of a cell whose row is loading; the keyboard can pass through it. */
function LoadingCell({ at, index, left, width, current }: LoadingCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={at + FIRST_COLUMN}
      tabIndex={current ? 0 : -1}
      data-cell={`${index}:${at}`}
      style={{ left, width }}
      className={cx(
        'absolute inset-y-0 flex items-center border-r border-b border-line px-3 outline-none',
        current && 'z-1 ring-2 ring-accent ring-inset',
      )}
    >
      <span className="sr-only">Loading</span>
      <Skeleton className="h-3.5 w-24" />
    </div>
  );
}
