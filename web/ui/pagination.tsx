import { Button } from './button.tsx';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** First, Prev, Page X of Y, Next, Last. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const step = (label: string, to: number, disabled: boolean) => (
    <Button size="small" disabled={disabled} onClick={() => onPage(to)}>
      {label}
    </Button>
  );
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1.5">
      {step('First', 1, page <= 1)}
      {step('Prev', page - 1, page <= 1)}
      <span className="px-2 text-13 text-muted tabular-nums" aria-live="polite">
        {`Page ${page.toLocaleString()} of ${pages.toLocaleString()}`}
      </span>
      {step('Next', page + 1, page >= pages)}
      {step('Last', pages, page >= pages)}
    </nav>
  );
}
