import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Stands for a file of the queue that is loading, or couldn't be loaded. */
export function FileLoading({ query: { error, refetch, isFetching } }: { query: UseQueryResult }) {
  if (error === null) return <Skeleton className="m-5 h-64" />;
  return (
    <ErrorState
      title="Couldn't load this file"
      text={messageOf(error, 'Check your connection and try again.')}
      requestId={requestIdOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
