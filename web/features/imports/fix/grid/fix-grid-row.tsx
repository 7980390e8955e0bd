// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo } from 'react';
import type { GridRow } from '#contract/import-fixing.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { cx } from '../../../../ui/cx.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { SimilarPerson } from '../../results/lead-link.tsx';
import type { FixColumn } from '../rows/fix-row.ts';
import { verdictOf, verdictText } from '../rows/fix-texts.ts';
import { FIRST_COLUMN, FixCell } from './fix-cell.tsx';
import { boxStyle, type GridLayout } from './grid-layout.ts';

export interface RowSelection {
  left: number;
  right: number;
  /** Null if the keyboard focus is in another row. */
  current: number | null;
}

export interface FixGridRowProps {
  /** Row number of the file. */
  number: number;
  index: number;
  /** Undefined until loaded. */
  row: GridRow | undefined;
  columns: readonly FixColumn[];
  /** Rendered column indexes. */
  shown: readonly number[];
  layout: GridLayout;
  top: number;
  /** The only column shown on a closed card; null for all. */
  only: number | null;
  selection: RowSelection | null;
  unconfirmed: ReadonlyMap<string, string> | undefined;
  /** User whose own name is hidden. */
  username: string | undefined;
  /** Opens the card of a row number, or closes it. */
  onOpen: (number: number | null) => void;
}

export const FixGridRow = memo(function FixGridRow(props: FixGridRowProps) {
  const { number, index, row, columns, layout, top, only, selection, unconfirmed, username, onOpen } = props;
  const shown = only === null ? props.shown : [only];
  const cards = layout.kind === 'cards';
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      style={{
        top,
        height: only === null ? layout.openHeight : layout.rowHeight,
        width: layout.width ?? '100%',
      }}
      className={cx('absolute left-0 bg-surface', cards && 'flex items-start')}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-row={index}
        style={{ width: layout.number.width ?? undefined, height: layout.number.height }}
        className={cx(
          'sticky z-2 flex shrink-0 cursor-default items-center border-b border-line px-3 text-12 text-muted tabular-nums select-none',
          cards ? 'top-0 gap-1 bg-raised' : 'left-0 justify-end border-r bg-surface',
          selection && (cards ? 'text-text' : 'bg-accent-tint text-text'),
        )}
      >
        {cards && <span aria-hidden>Row</span>}
        {formatNumber(number)}
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        style={cards ? { height: layout.outcome.height } : boxStyle(layout.outcome)}
        className={cx(
          'flex items-center gap-2 border-b border-line px-3',
          cards ? 'sticky top-0 z-2 min-w-0 flex-1 bg-raised' : 'absolute border-r',
        )}
      >
        {row ? <Verdict row={row} username={username} /> : <Skeleton className="h-3.5 w-28" />}
        {cards && (
          <IconButton
            icon={only === null ? ChevronUp : ChevronDown}
            label={`${only === null ? 'Hide' : 'Show'} fields of row ${formatNumber(number)}`}
            aria-expanded={only === null}
            className="-mr-2 ml-auto"
            onClick={() => onOpen(only === null ? null : number)}
          />
        )}
      </div>
      {shown.map((at) => {
        const column = columns[at];
        if (!column) return null;
        const current = selection?.current === at;
        if (!row)
          return (
            <LoadingCell
              key={at}
              at={at}
              index={index}
              layout={layout}
              open={only === null}
              current={current}
            />
          );
        return (
          <FixCell
            key={at}
            row={row}
            column={column}
            at={{ row: index, column: at }}
            layout={layout}
            open={only === null}
            selected={selection !== null && at >= selection.left && at <= selection.right}
            current={current}
            unconfirmed={unconfirmed?.has(column.name) ?? false}
          />
        );
      })}
    </div>
  );
});

function Verdict({ row, username }: { row: GridRow; username: string | undefined }) {
  const { label, tone } = verdictOf(row);
  const other = row.editedBy !== null && row.editedBy !== username ? `${row.editedBy} changed this` : '';
  const text = [other, verdictText(row)].filter(Boolean).join('. ');
  return (
    <>
      <Badge tone={tone} className="shrink-0">
        {label}
      </Badge>
      <span
        className="min-w-0 truncate text-12 text-muted max-md:line-clamp-2 max-md:whitespace-normal"
        title={text}
      >
        {text}
        {row.similar && (
          <>
            {text !== '' && '. '}
            <SimilarPerson similar={row.similar} />
          </>
        )}
      </span>
    </>
  );
}

interface LoadingCellProps {
  at: number;
  index: number;
  layout: GridLayout;
  open: boolean;
  current: boolean;
}

function LoadingCell({ at, index, layout, open, current }: LoadingCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={at + FIRST_COLUMN}
      tabIndex={current ? 0 : -1}
      data-cell={`${index}:${at}`}
      style={boxStyle(layout.cellAt(at, open))}
      className={cx(
        'absolute flex items-center border-b border-line px-3 outline-none',
        layout.kind === 'table' && 'border-r',
        current && 'z-1 ring-2 ring-accent ring-inset',
      )}
    >
      <span className="sr-only">Loading</span>
      <Skeleton className="h-3.5 w-24" />
    </div>
  );
}
