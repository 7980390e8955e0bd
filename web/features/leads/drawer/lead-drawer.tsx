import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { ApiError, requestIdOf } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isTyping } from '../keys.ts';
import { leadQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import { DrawerBar } from './drawer-bar.tsx';
import type { DrawerFiltering } from './filter-by-field.tsx';
import { LeadRecord } from './lead-record.tsx';

export interface LeadDrawerProps {
  id: string;
  /** IDs of the leads above and below in the list, if there are any. */
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
  filtering: DrawerFiltering;
}

/**
 * Shows a lead with all its data. Keys: j and k, or Alt with the arrows, for the next and the previous lead.
 */
export function LeadDrawer({ id, previous, next, onOpen, onClose, filtering }: LeadDrawerProps) {
  const client = useQueryClient();
  const { data: lead, error, isFetching, refetch } = useQuery(leadQuery(id));

  // Prefetches the neighbours.
  useEffect(() => {
    for (const neighbour of [previous, next]) if (neighbour) void client.prefetchQuery(leadQuery(neighbour));
  }, [client, previous, next]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const to = neighbourOf(event, { previous, next });
      if (to === undefined) return;
      event.preventDefault();
      onOpen(to);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [previous, next, onOpen]);

  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={lead ? leadName(lead) : 'Lead'}
      className="w-[36rem] max-md:w-full max-md:max-w-full"
    >
      <DrawerBar lead={lead} previous={previous} next={next} onOpen={onOpen} onClose={onClose} />
      {error && (
        <ErrorState
          title={isGone(error) ? 'This lead is not here' : 'Failed to fetch the lead'}
          text={
            isGone(error)
              ? 'It was removed, or belongs to somebody else.'
              : 'Check your connection and try again.'
          }
          requestId={requestIdOf(error)}
          {...(!isGone(error) && { onRetry: () => void refetch(), retrying: isFetching })}
        />
      )}
      {!lead && !error && <DrawerSkeleton />}
      {lead && <LeadRecord key={lead.id} lead={lead} onOpen={onOpen} filtering={filtering} />}
    </Sheet>
  );
}

function isGone(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

interface Neighbours {
  previous: LeadDetail['id'] | undefined;
  next: LeadDetail['id'] | undefined;
}

function neighbourOf(event: KeyboardEvent, { previous, next }: Neighbours): string | undefined {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return undefined;
  if (event.altKey) return { ArrowDown: next, ArrowUp: previous }[event.key];
  return isTyping(event.target) ? undefined : { j: next, k: previous }[event.key];
}

function DrawerSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-5">
      {Array.from({ length: 12 }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className="flex gap-8">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-52" />
        </div>
      ))}
    </div>
  );
}
