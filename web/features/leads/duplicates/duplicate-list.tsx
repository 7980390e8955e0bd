import { useQuery } from '@tanstack/react-query';
import { CopyCheck, ScanSearch, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { DUPLICATE_BANDS } from '#contract/filter-values.ts';
import { formatCount } from '../../../lib/format.ts';
import { PageWaits, QueryError, usePageWaits } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { CLUSTERS_PAGE_SIZE, duplicatesQuery } from '../queries.ts';
import type { LeadsSearch } from '../search.ts';
import { ClusterCard } from './cluster-card.tsx';
import { ClustersBar } from './clusters-bar.tsx';
import { MergeAll } from './merge-all.tsx';
import { BAND } from './reason-list.tsx';
import { useClusterKeys } from './use-cluster-keys.ts';

export interface DuplicateListProps {
  search: LeadsSearch;
  onGo: (search: LeadsSearch) => void;
}

const ANY = 'any';

export function DuplicateList({ search, onGo }: DuplicateListProps) {
  const { page = 1, band, search: text } = search;
  const query = useQuery(duplicatesQuery(search));
  const { data, error, isPlaceholderData } = query;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const dimmed = useDimmed(isPlaceholderData);
  const waits = usePageWaits(isPlaceholderData);
  const pages = data ? Math.max(1, Math.ceil(data.total / CLUSTERS_PAGE_SIZE)) : page;
  const { active, list } = useClusterKeys(data?.clusters.length ?? 0);
  const go = (change: Partial<LeadsSearch>) => onGo({ tab: 'duplicates', search: text, band, ...change });

  useEffect(() => {
    if (page > pages) onGo({ ...search, page: pages > 1 ? pages : undefined });
  }, [page, pages, search, onGo]);

  if (error) return <QueryError card title="Failed to fetch duplicates" query={query} />;
  if (waits) return <PageWaits what="These duplicates" />;
  if (!data) return <ClustersSkeleton />;
  const isFiltered = band !== undefined || text !== undefined;
  if (data.total === 0 && !isFiltered) return <NoClusters scanning={data.scanning} />;
  const selected = data.clusters.filter(({ id }) => chosen.has(id));
  const isAll = selected.length === data.clusters.length;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {data.clusters.length > 0 && (
          <Checkbox
            checked={isAll || (selected.length > 0 && 'indeterminate')}
            aria-label="Select all duplicates on this page"
            onChange={() => setChosen(new Set(isAll ? [] : data.clusters.map(({ id }) => id)))}
          />
        )}
        <p role="status" className="mr-auto text-13 text-muted tabular-nums">
          {formatCount(data.total, 'likely duplicate')}
          {data.scanning && '. Looking for more…'}
        </p>
        <MergeAll />
        <div className="w-72 max-md:w-full">
          <Select
            aria-label="Certainty"
            value={band ?? ANY}
            options={[
              { value: ANY, label: 'Any certainty' },
              ...DUPLICATE_BANDS.map((value) => ({ value, label: BAND[value].label })),
            ]}
            onChange={(value) => go({ band: value === ANY ? undefined : value })}
          />
        </div>
      </div>
      {selected.length > 0 && <ClustersBar clusters={selected} onDone={() => setChosen(new Set())} />}
      {data.total === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            title="No duplicates match"
            text="Try another certainty or search."
            action={<Button onClick={() => onGo({ tab: 'duplicates' })}>Clear All</Button>}
          />
        </Card>
      )}
      <ul ref={list} aria-label="Likely duplicates" className={cx('flex flex-col gap-4', dimmed)}>
        {data.clusters.map((cluster, place) => (
          <li key={cluster.id}>
            <ClusterCard
              cluster={cluster}
              active={place === active}
              selected={chosen.has(cluster.id)}
              onSelect={(isSelected) => {
                const next = new Set(chosen);
                if (isSelected) next.add(cluster.id);
                else next.delete(cluster.id);
                setChosen(next);
              }}
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex justify-end">
        <Pagination page={page} pages={pages} onPage={(to) => go({ page: to > 1 ? to : undefined })} />
      </div>
    </>
  );
}

function NoClusters({ scanning }: { scanning: boolean }) {
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

function ClustersSkeleton() {
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
