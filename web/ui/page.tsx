import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ScreenPageProps {
  title: string;
  subtitle?: ReactNode;
  /** Content to the right of the title, below it on a phone. */
  actions?: ReactNode;
  /** Uses the whole width instead of at most 1440 px, for tables. */
  wide?: boolean;
  children: ReactNode;
}

/** Renders a screen's header and content with the standard padding. */
export function ScreenPage({ title, subtitle, actions, wide = false, children }: ScreenPageProps) {
  return (
    <div className={cx('mx-auto w-full p-4 md:p-6 print:max-w-none print:p-0', !wide && 'max-w-[1440px]')}>
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-20 font-semibold text-text">{title}</h1>
          {subtitle !== undefined && <p className="mt-0.5 max-w-[70ch] text-14 text-muted">{subtitle}</p>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}
