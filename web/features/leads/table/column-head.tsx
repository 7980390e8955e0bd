import { type DragEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { HeaderCell } from '../../../ui/data-table.tsx';
import { NAME, type ShownColumn, WIDTH_MAX, WIDTH_MIN } from '../lead-columns.ts';

const STEP = 16;
const DRAGGED = 'application/x-lead-column';

export interface ColumnHeadProps {
  column: ShownColumn;
  /** True if Tab reaches this column's handle; the arrow keys move between handles. */
  reached: boolean;
  onReach: (step: number) => void;
  /** Called while the column is resized; `done` when the width is to be stored. */
  onWidth: (field: string, width: number, done: boolean) => void;
  /** Moves the column by `steps` positions. */
  onMove: (field: string, steps: number) => void;
  /** Called when another column was dropped on this one. */
  onDrop: (field: string, onto: string) => void;
}

/** Renders a column's heading; dragging moves the column, dragging its edge resizes it. */
export function ColumnHead({ column, reached, onReach, onWidth, onMove, onDrop }: ColumnHeadProps) {
  const { field, label, numeric } = column;
  const pinned = field === NAME;
  const [over, setOver] = useState(false);

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
      draggable={!pinned}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, field)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        onDrop(event.dataTransfer.getData(DRAGGED), field);
      }}
      className={cx('group/head', pinned ? 'left-10' : 'cursor-grab', over && 'bg-accent-tint')}
    >
      <span className="block truncate" title={label}>
        {label}
      </span>
      <WidthHandle column={column} reached={reached} onReach={onReach} onWidth={onWidth} onMove={onMove} />
    </HeaderCell>
  );
}

function WidthHandle({ column, reached, onReach, onWidth, onMove }: Omit<ColumnHeadProps, 'onDrop'>) {
  const { field, label, width } = column;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined && to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== undefined) onReach(to);
    else if (step !== undefined && event.altKey) onMove(field, step);
    else if (step !== undefined) onWidth(field, width + step * STEP, true);
  }

  function onPointerDown(event: PointerEvent<HTMLHRElement>) {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const widthAt = ({ clientX }: { clientX: number }) => width + clientX - from;
    handle.onpointermove = (move) => onWidth(field, widthAt(move), false);
    handle.onpointerup = (up) => {
      handle.onpointermove = null;
      handle.onpointerup = null;
      onWidth(field, widthAt(up), true);
    };
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuetext={`${width} pixels`}
      title="Drag, or arrows: left and right for the width, up and down for other columns, with Alt to move"
      tabIndex={reached ? 0 : -1}
      data-handle={field}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      className="absolute inset-y-0 right-0 m-0 h-full w-2 border-0 cursor-col-resize touch-none rounded-[2px] after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-transparent group-hover/head:after:bg-line-strong hover:after:w-0.5 hover:after:bg-accent focus-visible:outline-offset-0"
    />
  );
}
