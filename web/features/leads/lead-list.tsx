import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { usePhoneWidth } from '../../lib/use-phone-width.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { LeadCards, LeadCardsSkeleton } from './lead-cards.tsx';
import { LeadTable, LeadTableSkeleton } from './lead-table.tsx';
import { leadsQuery } from './queries.ts';

export interface LeadListProps {
  page: number;
  onPage: (page: number) => void;
  /** What the empty list offers to do. */
  emptyAction: ReactNode;
}

/** A page of leads with its count and the way to the other pages. */
export function LeadList({ page, onPage, emptyAction }: LeadListProps) {
  const phone = usePhoneWidth();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(leadsQuery(page));
  const pages = data ? Math.max(1, Math.ceil(data.total / LEADS_PAGE_SIZE)) : page;

  // Leads may have become fewer since the address was written down.
  useEffect(() => {
    if (page > pages) onPage(pages);
  }, [page, pages, onPage]);

  if (error) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch leads"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (!data) return phone ? <LeadCardsSkeleton cards={8} /> : <LeadTableSkeleton rows={LEADS_PAGE_SIZE} />;
  if (data.total === 0) {
    return (
      <Card>
        <EmptyState
          icon={Users}
          title="No leads found"
          text="Try adjusting your search or filters."
          action={emptyAction}
        />
      </Card>
    );
  }
  return (
    <>
      {phone ? (
        <LeadCards leads={data.leads} busy={isPlaceholderData} />
      ) : (
        <LeadTable leads={data.leads} busy={isPlaceholderData} />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-muted tabular-nums">{formatCount(data.total, 'lead')}</p>
        <Pagination page={page} pages={pages} onPage={onPage} />
      </div>
    </>
  );
}
