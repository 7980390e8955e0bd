import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useDimmed } from './use-dimmed.ts';

export interface TableProps {
  /** Accessible name. */
  label: string;
  /** Rows are on their way. */
  busy?: boolean;
  /** These rows are of before, and dimmed, while newer ones load. */
  stale?: boolean;
  className?: string;
  /** Widths are those of its `colgroup`, whatever the cells hold. */
  fixed?: boolean;
  /** Of the table itself, such as the width that its columns need. */
  style?: CSSProperties;
  /** `thead` and `tbody`. */
  children: ReactNode;
}

// The region takes the keyboard's focus, so that it can be scrolled without a mouse.
const SCROLLABLE = { tabIndex: 0 };

/** A table on a card that scrolls on its own when it is wider than its place. */
export function Table(props: TableProps) {
  const { label, busy = false, stale = false, className, fixed = false, style, children } = props;
  const dimmed = useDimmed(stale);
  return (
    <section
      aria-label={label}
      {...SCROLLABLE}
      className={cx(
        'relative min-w-0 overflow-auto [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin] rounded-card border border-line bg-surface',
        className,
      )}
    >
      <table
        aria-label={label}
        aria-busy={busy || stale}
        style={style}
        className={cx('w-full border-separate border-spacing-0 text-13', fixed && 'table-fixed', dimmed)}
      >
        {children}
      </table>
    </section>
  );
}

export interface CellProps extends ComponentProps<'td'> {
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** Stays in view while the table scrolls sideways. */
  pinned?: boolean;
}

const PINNED = 'sticky left-0 z-1 border-r bg-inherit';

/** A row of 36 px; `selected` tints it. */
export function Row({ selected = false, className, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
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

/** A cell of the head: 12/500 muted, stays in view. */
export function HeaderCell({ numeric = false, pinned = false, className, ...rest }: CellProps) {
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

/** A cell of the body. */
export function Cell({ numeric = false, pinned = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cx(
        'h-9 border-b border-line px-3 text-text group-last:border-b-0',
        numeric && 'text-right tabular-nums',
        pinned && PINNED,
        className,
      )}
    />
  );
}
