import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { ErrorState, type ErrorStateProps } from '../ui/error-state.tsx';
import { ApiError, messageOf, requestIdOf } from './api-error.ts';
import { serverReach, useReach } from './server-reach.ts';

const RETRY = 'Check your connection and try again.';

interface QueryErrorProps extends Pick<ErrorStateProps, 'title' | 'text' | 'className'> {
  /** Shows the server's reason. */
  reason?: boolean;
  /** On a card of its own. */
  card?: boolean;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Replaces title and text, without a retry button, if no record has this ID. */
  missing?: Pick<ErrorStateProps, 'title' | 'text'>;
}

export function QueryError(props: QueryErrorProps) {
  const { query, missing, card = false, reason = false, text = RETRY, ...rest } = props;
  const { error, isFetching } = query;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const state = (
    <ErrorState
      {...rest}
      text={reason ? messageOf(error, text) : text}
      requestId={requestIdOf(error)}
      {...(isMissing && missing ? missing : { onRetry: () => void query.refetch(), retrying: isFetching })}
    />
  );
  return card ? <Card>{state}</Card> : state;
}

interface QueryContentProps<T> extends Omit<QueryErrorProps, 'query'> {
  query: UseQueryResult<T>;
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** Content, loading or error state of a query; keeps old data if refetching fails. */
export function QueryContent<T>({ query, loading, children, ...error }: QueryContentProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryError className="py-8" {...error} query={query} /> : loading;
}

/** Returns whether a page can't load because the server is unreachable; kept rows would pass for it. */
export function usePageWaits(isPlaceholderData: boolean): boolean {
  return useReach() !== 'reachable' && isPlaceholderData;
}

/** Replaces a page that waits for the server; `what` names its rows. */
export function PageWaits({ what }: { what: string }) {
  return (
    <Card>
      <ErrorState
        title={`${what} can't be loaded right now`}
        text="They'll appear here as soon as we can reach the server."
        onRetry={() => void serverReach.check()}
      />
    </Card>
  );
}
