import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { formatNumber } from './format.ts';

interface LeadUsageProps {
  query: UseQueryResult;
  /** Undefined until counted. */
  leads: number | undefined;
  /** Such as `use this field`. */
  verb: string;
  /** Follows `3 leads have`. */
  children: ReactNode;
}

/** Says how many leads a deletion concerns. */
export function LeadUsage({ query, leads, verb, children }: LeadUsageProps) {
  return (
    <div aria-live="polite" className="min-h-10 text-14">
      {query.isPending && <Spinner label="Counting leads" className="text-muted" />}
      {query.error && (
        <p className="text-negative">
          Couldn't count the leads that {verb}.{' '}
          <button type="button" className="underline underline-offset-2" onClick={() => void query.refetch()}>
            Try Again
          </button>
        </p>
      )}
      {leads === 0 && <p>No leads {verb}.</p>}
      {leads !== undefined && leads > 0 && (
        <p>
          <strong className="font-semibold tabular-nums">
            {leads === 1 ? '1 lead has' : `${formatNumber(leads)} leads have`}
          </strong>{' '}
          {children}
        </p>
      )}
    </div>
  );
}
