import { LEADS_PAGE_SIZES } from '#contract/limits.ts';
import type { LeadsPageSize } from '#contract/views.ts';
import { formatCount } from '../../lib/format.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface LeadPagingProps {
  page: number;
  pages: number;
  size: LeadsPageSize;
  onPage: (page: number) => void;
  onSize: (size: LeadsPageSize) => void;
  /** Called on hover or focus of Next, for prefetching. */
  onNextIntent: () => void;
}

export function LeadPaging({ size, onSize, ...pagination }: LeadPagingProps) {
  return (
    <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
      <select
        aria-label="Leads per page"
        value={size}
        onChange={(event) => {
          const chosen = LEADS_PAGE_SIZES.find((each) => each === Number(event.target.value));
          if (chosen) onSize(chosen);
        }}
        className="h-7 rounded-control border border-transparent bg-transparent px-1.5 text-13 text-muted tabular-nums hover:border-line-strong hover:text-text max-md:h-11 print:hidden [&>option]:bg-raised [&>option]:text-text"
      >
        {LEADS_PAGE_SIZES.map((each) => (
          <option key={each} value={each}>
            {each} per page
          </option>
        ))}
      </select>
      <Pagination {...pagination} jump />
    </div>
  );
}

/** Number of matching leads, announced to screen readers. */
export function MatchCount({ total }: { total: number | undefined }) {
  return (
    <p className="flex h-5 items-center text-13 text-muted tabular-nums md:min-w-[12ch]" role="status">
      {total === undefined ? <Skeleton className="h-3 w-20" /> : formatCount(total, 'lead')}
    </p>
  );
}
