import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryError } from '../../lib/query-error.tsx';

interface CardStatesProps<T> {
  query: UseQueryResult<T>;
  /** Title of the error. */
  failure: string;
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** Content, loading or error state of a card; keeps old data if refreshing fails. */
export function CardStates<T>({ query, failure, loading, children }: CardStatesProps<T>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  return <QueryError title={failure} query={query} className="py-10" />;
}

interface CardEmptyProps {
  icon: LucideIcon;
  text: string;
  action?: ReactNode;
}

export function CardEmpty({ icon: Icon, text, action }: CardEmptyProps) {
  return (
    <div className="flex grow flex-col items-center justify-center px-6 py-10 text-center">
      <span className="mb-3 grid size-9 place-items-center rounded-control border border-line bg-raised text-muted">
        <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />
      </span>
      <p className="max-w-[42ch] text-13 text-balance text-muted">{text}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
