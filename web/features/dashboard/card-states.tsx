import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestIdOf } from '../../lib/api-error.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';

interface CardStatesProps<T> {
  query: UseQueryResult<T>;
  /** Such as 'Failed to fetch countries'. */
  failure: string;
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a card shows while its reading loads, when it failed, and when it is there. Old data outlives a failed refresh. */
export function CardStates<T>({ query, failure, loading, children }: CardStatesProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  return (
    <ErrorState
      title={failure}
      text="Check your connection and try again."
      requestId={requestIdOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
      className="py-10"
    />
  );
}

interface CardEmptyProps {
  icon: LucideIcon;
  text: string;
  className?: string;
}

/** What a card says when there is nothing to show in it. */
export function CardEmpty({ icon: Icon, text, className }: CardEmptyProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="mb-3 grid size-9 place-items-center rounded-control border border-line bg-raised text-muted">
        <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />
      </span>
      <p className="max-w-[42ch] text-13 text-balance text-muted">{text}</p>
    </div>
  );
}
