import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, lazy, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { cx } from '../../../ui/cx.ts';
import { HeaderCell } from '../../../ui/data-table.tsx';
import { LazyPart } from '../lazy-parts.tsx';
import { NAME, type ShownColumn, WIDTH_MAX, WIDTH_MIN } from '../lead-columns.ts';
import type { LeadTableFeatures } from './use-lead-table.ts';

const LazyColumnMenu = lazy(async () => ({ default: (await import('./column-menu.tsx')).ColumnMenu }));

const STEP = 16;
const DRAGGED = 'application/x-lead-column';

export interface ColumnHeadProps {
  header: Header<LeadTableFeatures, Lead>;
  column: ShownColumn;
  /** CSS pixels, updated during dragging. */
  width: number;
  /** Tab reaches this column; arrow keys move between columns. */
  reached: boolean;
  /** Moves the focus by `step` columns, to the same part. */
  onReach: (step: number, part: 'head' | 'handle') => void;
  onWidth: (field: string, width: number) => void;
  onMove: (field: string, steps: number) => void;
  onHide: (field: string) => void;
  /** Another column was dropped here. */
  onDrop: (field: string, onto: string) => void;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Column heading: click sorts, dragging moves, dragging its edge resizes. */
export function ColumnHead(props: ColumnHeadProps) {
  const { header, column, onDrop } = props;
  const { field, label, numeric } = column;
  const pinned = field === NAME;
  const [over, setOver] = useState(false);
  const sorted = header.column.getIsSorted();

  function onDragOver(event: DragEvent) {
    if (pinned || !event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    <HeaderCell
      numeric={numeric}
      pinned={pinned}
      aria-label={label}
      {...(sorted && { 'aria-sort': ARIA_SORT[sorted] })}
      draggable={!pinned}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, field)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        onDrop(event.dataTransfer.getData(DRAGGED), field);
      }}
      className={cx('group/head h-7 p-0', pinned && 'left-10', over && 'bg-accent-tint')}
    >
      <HeadButtons {...props} />
      <WidthHandle {...props} />
    </HeaderCell>
  );
}

function HeadButtons({ header, column, reached, onReach, onMove, onHide }: ColumnHeadProps) {
  const { field, label, numeric } = column;
  const head = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState(false);
  const sorted = header.column.getIsSorted();
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const opens = event.key === 'ContextMenu' || (event.altKey && event.key === 'ArrowDown');
    if (to === undefined && !opens) return;
    event.preventDefault();
    if (opens) setMenu(true);
    else if (to !== undefined) onReach(to, 'head');
  }

  return (
    <span className={cx('flex h-full items-center', numeric && 'flex-row-reverse')}>
      <button
        ref={head}
        type="button"
        tabIndex={reached ? 0 : -1}
        data-head={field}
        title={`${label}. Click to sort`}
        onClick={header.column.getToggleSortingHandler()}
        onKeyDown={onKeyDown}
        className={cx(
          'flex h-full min-w-0 flex-1 items-center gap-1 px-3 text-left hover:text-text focus-visible:-outline-offset-2',
          numeric && 'flex-row-reverse',
          sorted && 'text-text',
        )}
      >
        <span className="truncate">{label}</span>
        {sorted && <Arrow className="size-3 shrink-0" aria-hidden />}
      </button>
      <button
        ref={anchor}
        type="button"
        tabIndex={-1}
        aria-label={`Options for ${label}`}
        aria-haspopup="dialog"
        aria-expanded={menu}
        onClick={() => setMenu(!menu)}
        className="absolute inset-y-1 right-2 hidden w-5 place-items-center rounded-control bg-surface hover:bg-hover hover:text-text group-hover/head:grid aria-expanded:grid"
      >
        <ChevronDown className="size-3.5" aria-hidden />
      </button>
      {menu && (
        <LazyPart>
          <LazyColumnMenu
            anchor={anchor}
            column={column}
            sorted={sorted}
            sortable={header.column.getCanSort()}
            onSort={(desc) =>
              desc === null ? header.column.clearSorting() : header.column.toggleSorting(desc)
            }
            onMove={(steps) => onMove(field, steps)}
            onHide={() => onHide(field)}
            onClose={() => {
              setMenu(false);
              // The menu's button is hidden again.
              head.current?.focus();
            }}
          />
        </LazyPart>
      )}
    </span>
  );
}

function WidthHandle({ header, column, width, reached, onReach, onWidth, onMove }: ColumnHeadProps) {
  const { field, label } = column;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined && to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== undefined) onReach(to, 'handle');
    else if (step !== undefined && event.altKey) onMove(field, step);
    else if (step !== undefined) onWidth(field, width + step * STEP);
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuetext={`${width} pixels`}
      title="Drag to resize. Keys: Left and Right resize, Up and Down go to other columns, Alt with an arrow moves the column"
      tabIndex={reached ? 0 : -1}
      data-handle={field}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={onKeyDown}
      onMouseDown={header.getResizeHandler()}
      onTouchStart={header.getResizeHandler()}
      className="absolute inset-y-0 right-0 m-0 h-full w-2 border-0 cursor-col-resize touch-none rounded-[2px] after:absolute after:inset-y-1.5 after:right-0 after:w-px after:bg-transparent group-hover/head:after:bg-line-strong hover:after:w-0.5 hover:after:bg-accent focus-visible:outline-offset-0"
    />
  );
}
