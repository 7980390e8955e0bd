import { type FormEvent, useState } from 'react';
import { Button } from './button.tsx';
import { formatNumber } from './format-number.ts';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Called on hover or focus of Next, for prefetching. */
  onNextIntent?: () => void;
  /** Makes the page number editable. */
  jump?: boolean;
}

export function Pagination({ page, pages, onPage, onNextIntent, jump = false }: PaginationProps) {
  const step = (label: string, to: number, disabled: boolean, onIntent?: () => void) => (
    <Button
      size="small"
      disabled={disabled}
      onClick={() => onPage(to)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      {label}
    </Button>
  );
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1.5">
      {step('First', 1, page <= 1)}
      {step('Prev', page - 1, page <= 1)}
      {jump ? (
        <PageField key={page} page={page} pages={pages} onPage={onPage} />
      ) : (
        // Fits most numbers, so that the buttons don't move.
        <span className="px-2 text-center text-13 text-muted tabular-nums lg:min-w-[19ch]" aria-live="polite">
          {pageText(page, pages)}
        </span>
      )}
      {step('Next', page + 1, page >= pages, onNextIntent)}
      {step('Last', pages, page >= pages)}
    </nav>
  );
}

function pageText(page: number, pages: number): string {
  return `Page ${formatNumber(page)} of ${formatNumber(pages)}`;
}

/** Enter goes to the nearest valid page. */
function PageField({ page, pages, onPage }: PaginationProps) {
  const [typed, setTyped] = useState(String(page));

  function go() {
    const wanted = Math.min(pages, Math.max(1, Math.round(Number(typed))));
    setTyped(String(Number.isNaN(wanted) ? page : wanted));
    if (!Number.isNaN(wanted) && wanted !== page) onPage(wanted);
  }

  return (
    <form
      noValidate
      className="flex items-center justify-center gap-1.5 px-2 text-13 text-muted tabular-nums lg:min-w-[19ch]"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        go();
      }}
    >
      <span className="sr-only" aria-live="polite">
        {pageText(page, pages)}
      </span>
      <span aria-hidden>Page</span>
      <input
        type="text"
        inputMode="numeric"
        aria-label="Go to page"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(String(page))}
        style={{ width: `calc(${Math.max(2, typed.length)}ch + 1.25rem)` }}
        className="h-7 rounded-control border border-line bg-surface text-center text-text hover:border-line-strong max-md:h-11"
      />
      <span aria-hidden>of {formatNumber(pages)}</span>
    </form>
  );
}
