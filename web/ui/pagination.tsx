import { Button } from './button.tsx';

export interface PaginationProps {
  /** Page number from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Called when Next is hovered or focused, to prefetch the next page. */
  onNextIntent?: () => void;
}

/** Renders First, Prev, Page X of Y, Next, Last. */
export function Pagination({ page, pages, onPage, onNextIntent }: PaginationProps) {
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
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1.5 print:[&_button]:hidden">
      {step('First', 1, page <= 1)}
      {step('Prev', page - 1, page <= 1)}
      {/* Wide enough for most numbers, so that the buttons don't move. */}
      <span className="px-2 text-center text-13 text-muted tabular-nums lg:min-w-[19ch]" aria-live="polite">
        {`Page ${page.toLocaleString()} of ${pages.toLocaleString()}`}
      </span>
      {step('Next', page + 1, page >= pages, onNextIntent)}
      {step('Last', pages, page >= pages)}
    </nav>
  );
}
