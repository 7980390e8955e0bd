import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface CardProps {
  title?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  /** False lets a table or list touch the edges. */
  padded?: boolean;
  /** Fills the row's height; the content is a growing column. */
  fill?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Card(props: CardProps) {
  const { title, subtitle, actions, footer, padded = true, fill = false, className, children } = props;
  return (
    <section
      className={cx(
        'min-w-0 rounded-card border border-line bg-surface print:break-inside-avoid',
        fill && 'flex flex-col',
        className,
      )}
    >
      {(title !== undefined || actions !== undefined) && (
        <header
          className={cx('flex flex-wrap items-start justify-between gap-3 px-5 pt-4', !padded && 'pb-4')}
        >
          <div className="min-w-0">
            <h2 className="text-16 font-semibold text-text">{title}</h2>
            {subtitle !== undefined && <p className="text-14 text-muted">{subtitle}</p>}
          </div>
          {actions}
        </header>
      )}
      {children !== undefined && (
        <div className={cx(padded && 'px-5 py-4', fill && 'flex min-h-0 grow flex-col')}>{children}</div>
      )}
      {footer !== undefined && <footer className="border-t border-line px-5 py-3">{footer}</footer>}
    </section>
  );
}
