import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { AUDIT_PAGE_SIZE, type AuditLog } from '#contract/audit-logs.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { PageWaits, usePageWaits } from '../../lib/page-waits.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { entriesWith } from './entry-words.ts';
import { auditFilterOf, auditQuery } from './queries.ts';
import type { AuditSearch } from './search.ts';

interface AuditTrailProps {
  search: AuditSearch;
  /** `replace` adds no history entry. */
  onSearch: (change: Partial<AuditSearch>, replace?: boolean) => void;
}

/** Audit trail with filter, search and pagination. */
export function AuditTrail({ search, onSearch }: AuditTrailProps) {
  const page = search.page ?? 1;
  const filter = auditFilterOf(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(auditQuery(page, filter));
  const waits = usePageWaits(isPlaceholderData);
  const shown = data && entriesWith(data.logs, search.search ?? '');
  const open = data?.logs.find(({ id }) => id === search.entry);
  return (
    <>
      <AuditFilters
        filter={search}
        search={search.search ?? ''}
        onFilter={(change) => onSearch({ ...change, page: undefined })}
        onSearch={(text) => onSearch({ search: text === '' ? undefined : text }, true)}
      />
      {error && !isPlaceholderData && data === undefined ? (
        <Card>
          <ErrorState
            title="Failed to fetch audit logs"
            text="Check your connection and try again."
            requestId={requestIdOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : waits ? (
        <PageWaits what="These entries" />
      ) : shown?.length === 0 ? (
        <NoEntries search={search} total={data?.total ?? 0} onSearch={onSearch} />
      ) : (
        <AuditTable
          entries={shown}
          stale={isPlaceholderData}
          openId={open?.id}
          onOpen={({ id }: AuditLog) => onSearch({ entry: id })}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Foot
          total={data.total}
          page={page}
          shown={shown?.length ?? 0}
          onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
        />
      )}
      {open && <AuditEntryDrawer entry={open} onClose={() => onSearch({ entry: undefined })} />}
    </>
  );
}

const NO_FILTER = { action: undefined, user: undefined, from: undefined, to: undefined };

interface FootProps {
  total: number;
  page: number;
  shown: number;
  onPage: (page: number) => void;
}

function Foot({ total, page, shown, onPage }: FootProps) {
  const pages = Math.max(1, Math.ceil(total / AUDIT_PAGE_SIZE));
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="text-13 text-muted tabular-nums" aria-live="polite">
        Showing {formatNumber(shown)} of {formatCount(total, 'entry', 'entries')}
      </p>
      <Pagination page={page} pages={pages} onPage={onPage} />
    </div>
  );
}

function NoEntries({ search, total, onSearch }: AuditTrailProps & { total: number }) {
  if (total > 0 && search.search !== undefined) {
    return (
      <Card>
        <EmptyState
          icon={ScrollText}
          title="Nothing found on this page"
          text={`No entry on this page has "${search.search}" in its username or IP address.`}
          action={<Button onClick={() => onSearch({ search: undefined })}>Clear Search</Button>}
        />
      </Card>
    );
  }
  if (total > 0) {
    return (
      <Card>
        <EmptyState
          icon={ScrollText}
          title="This page is empty"
          text="There aren't that many entries."
          action={<Button onClick={() => onSearch({ page: undefined })}>Go to First Page</Button>}
        />
      </Card>
    );
  }
  const isFiltered = Object.keys(auditFilterOf(search)).length > 0;
  return (
    <Card>
      <EmptyState
        icon={ScrollText}
        title="No audit logs found"
        text={isFiltered ? 'Try another action, user or date.' : 'Activity will appear here.'}
        {...(isFiltered && {
          action: <Button onClick={() => onSearch(NO_FILTER)}>Clear Filters</Button>,
        })}
      />
    </Card>
  );
}
