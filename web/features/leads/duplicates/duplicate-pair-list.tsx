import { useQuery } from '@tanstack/react-query';
import { CopyCheck, ScanSearch } from 'lucide-react';
import { useEffect } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { PageWaits, usePageWaits } from '../../../lib/page-waits.tsx';
import { QueryError } from '../../../lib/query-error.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { duplicatesQuery, PAIRS_PAGE_SIZE } from '../queries.ts';
import { PairCard } from './pair-card.tsx';

export interface DuplicatePairsProps {
  page: number;
  onPage: (page: number | undefined) => void;
}

export function DuplicatePairList({ page, onPage }: DuplicatePairsProps) {
  const query = useQuery(duplicatesQuery(page));
  const { data, error, isPlaceholderData } = query;
  const dimmed = useDimmed(isPlaceholderData);
  const waits = usePageWaits(isPlaceholderData);
  const pages = data ? Math.max(1, Math.ceil(data.total / PAIRS_PAGE_SIZE)) : page;

  useEffect(() => {
    if (page > pages) onPage(pages > 1 ? pages : undefined);
  }, [page, pages, onPage]);

  if (error) return <QueryError card title="Failed to fetch duplicates" query={query} />;
  if (waits) return <PageWaits what="These pairs" />;
  if (!data) return <PairsSkeleton />;
  if (data.total === 0) return <NoPairs scanning={data.scanning} />;
  return (
    <>
      <p role="status" className="mb-3 text-13 text-muted tabular-nums">
        {formatCount(data.total, 'likely pair')}
        {data.scanning && '. Looking for more…'}
      </p>
      <ul aria-label="Likely duplicates" className={cx('flex flex-col gap-4', dimmed)}>
        {data.pairs.map((pair) => (
          <li key={`${pair.a.id}-${pair.b.id}`}>
            <PairCard pair={pair} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex justify-end">
        <Pagination page={page} pages={pages} onPage={(to) => onPage(to > 1 ? to : undefined)} />
      </div>
    </>
  );
}

function NoPairs({ scanning }: { scanning: boolean }) {
  return (
    <Card>
      <div role="status">
        {scanning ? (
          <EmptyState
            icon={ScanSearch}
            title="Looking for duplicates…"
            text="This can take a minute with this many leads. What we find appears here."
          />
        ) : (
          <EmptyState
            icon={CopyCheck}
            title="No duplicates found"
            text="Leads with the same email or phone are never stored twice. Leads that look like the same person appear here."
          />
        )}
      </div>
    </Card>
  );
}

function PairsSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {['first', 'second', 'third'].map((card) => (
        <Card key={card}>
          <Skeleton className="mb-4 h-4 w-56" />
          <Skeleton className="mb-2 h-3 w-2/3" />
          <Skeleton className="mb-2 h-3 w-1/2" />
          <Skeleton className="h-3 w-3/5" />
        </Card>
      ))}
    </div>
  );
}
