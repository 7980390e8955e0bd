import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { LANGUAGE } from './format-number.ts';

const FORMAT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

let printedAt = Date.now();

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  const onChange = () => {
    printedAt = Date.now();
    listener();
  };
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Print time, visible only on paper. */
export function PrintedAt() {
  const time = useSyncExternalStore(subscribe, () => printedAt);
  return <p className="hidden text-12 text-muted print:block">Printed {FORMAT.format(time)}</p>;
}

interface ScreenPageProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Uses the full width instead of at most 1440 px, for tables. */
  wide?: boolean;
  /** Fits the window, for a table that scrolls by itself. */
  fit?: boolean;
  /** Shown next to the title. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** Screen header and content with standard padding; the title is the browser tab's, too. */
export function ScreenPage({
  title,
  subtitle,
  actions,
  wide = false,
  fit = false,
  tabs,
  children,
}: ScreenPageProps) {
  useTitle(title);
  if (fit) return <FittedPage title={title} tabs={tabs} actions={actions} content={children} />;
  return (
    <div className={cx('mx-auto w-full p-4 md:p-6 print:max-w-none print:p-0', !wide && 'max-w-[1440px]')}>
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-20 font-semibold text-text">{title}</h1>
          {subtitle !== undefined && <p className="mt-0.5 max-w-[70ch] text-14 text-muted">{subtitle}</p>}
          <PrintedAt />
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

interface FittedPageProps {
  title: string;
  tabs: ReactNode;
  actions: ReactNode;
  content: ReactNode;
}

function FittedPage({ title, tabs, actions, content }: FittedPageProps) {
  return (
    <div className="flex w-full flex-col p-4 max-md:pt-1.5 print:block print:h-auto! print:min-h-0! print:p-0 md:h-[calc(100dvh-3.5rem-var(--banner,0px))] md:min-h-[34rem] md:px-6 md:pt-1.5 md:pb-3">
      <header className="@container mb-1 md:mb-1.5">
        {/* Stays on one line from 768 px, so that opening a record doesn't move the rows below. On phones, tabs and actions share the lines. */}
        <div className="flex flex-wrap items-center justify-between gap-x-1.5 gap-y-1 md:flex-nowrap md:gap-x-6 @max-[48rem]:md:gap-x-3">
          <div className="flex min-w-0 flex-1 items-center gap-x-4 @max-[48rem]:gap-x-3 max-md:contents">
            <h1 className="text-16 font-semibold whitespace-nowrap text-text @max-[40rem]:sr-only">
              {title}
            </h1>
            <div className="contents print:hidden">{tabs}</div>
          </div>
          {actions !== undefined && (
            <div className="flex shrink-0 items-center gap-2 max-md:contents print:hidden">{actions}</div>
          )}
          <PrintedAt />
        </div>
      </header>
      {content}
    </div>
  );
}

let app: string | undefined;

/** Puts a title before the app's in the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    app ??= document.title;
    document.title = `${title} · ${app}`;
  }, [title]);
}
