import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { usePhoneWidth } from '../../lib/use-phone-width.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { LazyBulkBar, loadBulkBar } from './bulk/lazy-bar.ts';
import { CellMenuArea } from './filters/cell-menu-area.tsx';
import { LazyLeadCards, LazyNoLeads, LazyPart, loadDrawer } from './lazy-parts.tsx';
import { LeadCardsSkeleton } from './lead-cards-skeleton.tsx';
import { MatchCount } from './match-count.tsx';
import { leadsQuery } from './queries.ts';
import { LeadTable } from './table/lead-table.tsx';
import { TableSkeleton } from './table/table-skeleton.tsx';
import type { TablePreferences } from './table/use-table-preferences.ts';
import { useSelection } from './use-selection.ts';

export interface LeadListProps {
  filter: LeadFilter;
  page: number;
  /** Number of leads that match; undefined until it is known. */
  total: number | undefined;
  /** Active filters, beside the count. */
  chips: ReactNode;
  preferences: TablePreferences;
  onFilter: (change: Partial<LeadFilter>) => void;
  onPage: (page: number) => void;
  onOpen: (id: string) => void;
  /** Action offered by an empty list without filters; with filters, the user can clear them. */
  emptyAction: ReactNode;
  onClear: () => void;
}

/** Preloads the code that a click on a row may need. */
function loadOnIntent() {
  void loadDrawer();
  void loadBulkBar();
}

/** Renders a page of leads, the total, the selection, and the pagination. */
export function LeadList(props: LeadListProps) {
  const { filter, page, total, chips, preferences, onFilter, onPage, onOpen, emptyAction, onClear } = props;
  const client = useQueryClient();
  const phone = usePhoneWidth();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(leadsQuery(filter, page));
  const selection = useSelection(filter, data?.leads ?? [], total);
  const pages = total === undefined ? page : Math.max(1, Math.ceil(total / LEADS_PAGE_SIZE));
  const empty = data !== undefined && !isPlaceholderData && data.leads.length === 0;

  // Leads may have been removed since the URL was created.
  useEffect(() => {
    if (empty && page > 1 && page > pages) onPage(pages);
  }, [empty, page, pages, onPage]);

  if (error) {
    return (
      <>
        <div className="mb-2 flex min-h-9 items-center">{chips}</div>
        <Card>
          <ErrorState
            title="Failed to fetch leads"
            text={messageOf(error, 'Check your connection and try again.')}
            requestId={requestIdOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      </>
    );
  }
  const cardsSkeleton = <LeadCardsSkeleton cards={8} />;
  const count = <MatchCount total={empty ? 0 : total} />;
  const bar =
    selection.count === 0 ? (
      count
    ) : (
      <Suspense fallback={count}>
        <LazyBulkBar selection={selection} total={total} trash={filter.bin === 'true'} />
      </Suspense>
    );
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        {bar}
        {chips}
      </div>
      {data === undefined || (!phone && !preferences.ready) ? (
        phone ? (
          cardsSkeleton
        ) : (
          <TableSkeleton rows={LEADS_PAGE_SIZE} preferences={preferences} />
        )
      ) : empty ? (
        <LazyPart>
          <LazyNoLeads trash={filter.bin === 'true'} action={emptyAction} onClear={onClear} />
        </LazyPart>
      ) : phone ? (
        <Suspense fallback={cardsSkeleton}>
          <LazyLeadCards leads={data.leads} stale={isPlaceholderData} selection={selection} onOpen={onOpen} />
        </Suspense>
      ) : (
        <CellMenuArea leads={data.leads} filter={filter} onFilter={onFilter}>
          <LeadTable
            leads={data.leads}
            stale={isPlaceholderData}
            preferences={preferences}
            selection={selection}
            onOpen={onOpen}
            onIntent={loadOnIntent}
          />
        </CellMenuArea>
      )}
      {!empty && (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
          <Pagination
            page={page}
            pages={pages}
            onPage={onPage}
            onNextIntent={() => void client.prefetchQuery(leadsQuery(filter, page + 1))}
          />
        </div>
      )}
    </>
  );
}
