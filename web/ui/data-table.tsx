import type { ComponentProps, CSSProperties, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { useDimmed } from './use-dimmed.ts';

export interface TableProps {
  /** Accessible name. */
  label: string;
  busy?: boolean;
  /** Dims outdated rows during loading. */
  stale?: boolean;
  className?: string;
  /** Takes column widths from the `colgroup` only. */
  fixed?: boolean;
  style?: CSSProperties;
  /** The scrolling element. */
  ref?: Ref<HTMLElement>;
  /** Total rows, rendered or not; makes the table a grid with focusable cells. */
  gridRows?: number;
  /** Scrolls with the table, on top of it. */
  overlay?: ReactNode;
  children: ReactNode;
}

// Keyboard scrolling needs a focusable region.
const SCROLLABLE = { tabIndex: 0 };

/** Table on a card that scrolls sideways when it doesn't fit. */
export function DataTable(props: TableProps) {
  const {
    label,
    busy = false,
    stale = false,
    className,
    fixed = false,
    style,
    ref,
    gridRows,
    overlay,
    children,
  } = props;
  const dimmed = useDimmed(stale);
  return (
    <section
      ref={ref}
      aria-label={label}
      {...(gridRows === undefined && SCROLLABLE)}
      className={cx(
        'relative min-w-0 overflow-auto [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin] rounded-card border border-line bg-surface print:max-h-none! print:overflow-visible print:rounded-none print:border-x-0',
        className,
      )}
    >
      <table
        aria-label={label}
        aria-busy={busy || stale}
        {...(gridRows !== undefined && {
          role: 'grid',
          'aria-rowcount': gridRows,
          'aria-multiselectable': true,
        })}
        style={style}
        className={cx('w-full border-separate border-spacing-0 text-13', fixed && 'table-fixed', dimmed)}
      >
        {children}
      </table>
      {overlay}
    </section>
  );
}

export interface CellProps extends ComponentProps<'td'> {
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  /** Stays in view during horizontal scrolling. */
  pinned?: boolean;
  rowHeader?: boolean;
}

const PINNED = 'sticky left-0 z-1 border-r bg-inherit';

/** Row of 36 px. */
export function TableRow({
  selected = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      aria-selected={selected || undefined}
      className={cx(
        'group bg-surface hover:bg-hover',
        selected && 'bg-accent-tint hover:bg-accent-tint',
        className,
      )}
    />
  );
}

export function HeaderCell({
  numeric = false,
  pinned = false,
  className,
  ...rest
}: Omit<CellProps, 'rowHeader'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'sticky top-0 z-2 h-9 border-b border-line bg-surface px-3 text-left text-12 font-medium whitespace-nowrap text-muted',
        numeric && 'text-right',
        pinned && 'left-0 z-3 border-r',
        className,
      )}
    />
  );
}

export function Cell({ numeric = false, pinned = false, rowHeader = false, className, ...rest }: CellProps) {
  const Tag = rowHeader ? 'th' : 'td';
  return (
    <Tag
      {...(rowHeader && { scope: 'row' })}
      {...rest}
      className={cx(
        'h-9 border-b border-line px-3 text-left font-normal text-text group-last:border-b-0',
        numeric && 'text-right tabular-nums',
        pinned && PINNED,
        className,
      )}
    />
  );
}
