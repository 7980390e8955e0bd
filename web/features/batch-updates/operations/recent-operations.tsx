import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { BulkOperation } from '#contract/bulk.ts';
import { requestIdOf } from '../../../lib/api-error.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { OperationRow } from './operation-row.tsx';
import { operationsQuery } from './queries.ts';

interface RecentOperationsProps {
  kinds: readonly BulkOperation['action'][];
  /** An operation is about to start. */
  busy: boolean;
}

/** Card of the latest operations of these kinds. */
export function RecentOperations(props: RecentOperationsProps) {
  return (
    <Card title="Recent Operations" padded={false}>
      <OperationList {...props} />
    </Card>
  );
}

/** Latest operations of these kinds, with progress. */
export function OperationList({ kinds, busy }: RecentOperationsProps) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(operationsQuery(kinds, busy));
  if (data === undefined && !error) return <Loading />;
  if (data === undefined) {
    return (
      <ErrorState
        title="Failed to fetch the latest operations"
        text="Check your connection and try again."
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-8"
      />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title="No operations yet"
        text="Updates you and your team make appear here and can be undone."
        className="py-8"
      />
    );
  }
  return (
    <ul aria-label="Recent operations" className="@container border-t border-line">
      {data.map((operation) => (
        <OperationRow key={operation.id} operation={operation} at={dataUpdatedAt} />
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-4 px-5 pb-5">
      {['w-64', 'w-52', 'w-72'].map((width) => (
        <Skeleton key={width} className={`h-5 max-w-full ${width}`} />
      ))}
    </div>
  );
}
