import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { ApiError, requestIdOf } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isTyping } from '../keys.ts';
import { leadQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import { DrawerBar } from './drawer-bar.tsx';
import type { DrawerFiltering } from './filter-by-field.tsx';
import { LeadRecord } from './lead-record.tsx';
import { RecordPanel } from './record-panel.tsx';

export interface LeadDrawerProps {
  id: string;
  /** Neighboring IDs in the list. */
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
  filtering: DrawerFiltering;
}

/** Lead with all its data; j/k or Alt with arrows open the neighbors. */
export function LeadDrawer({ id, previous, next, onOpen, onClose, filtering }: LeadDrawerProps) {
  const client = useQueryClient();
  const { data: lead, error, isFetching, refetch } = useQuery(leadQuery(id));

  useEffect(() => {
    for (const neighbour of [previous, next]) if (neighbour) void client.prefetchQuery(leadQuery(neighbour));
  }, [client, previous, next]);

  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const to = neighbourOf(event, { previous, next });
      if (to === undefined || isElsewhere(event.target, content.current)) return;
      event.preventDefault();
      event.stopPropagation();
      // Saves the edited field.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      onOpen(to);
    };
    // Captured before the list's rows handle the same keys.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [previous, next, onOpen]);

  return (
    <RecordPanel title={lead ? leadName(lead) : 'Lead'} onClose={onClose}>
      <div ref={content}>
        <DrawerBar lead={lead} previous={previous} next={next} onOpen={onOpen} onClose={onClose} />
        {error && (
          <ErrorState
            title={isGone(error) ? 'Lead not found' : 'Failed to fetch the lead'}
            text={
              isGone(error)
                ? 'It was deleted, or it belongs to another organization.'
                : 'Check your connection and try again.'
            }
            requestId={requestIdOf(error)}
            {...(!isGone(error) && { onRetry: () => void refetch(), retrying: isFetching })}
          />
        )}
        {!lead && !error && <DrawerSkeleton />}
        {lead && <LeadRecord key={lead.id} lead={lead} onOpen={onOpen} filtering={filtering} />}
      </div>
    </RecordPanel>
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

/** Dialogs, menus, lists and column headings have their own meaning for these keys. */
function isElsewhere(target: EventTarget | null, content: Element | null): boolean {
  if (!(target instanceof Element)) return false;
  const dialog = target.closest('[role="dialog"]');
  const inOther = dialog !== null && !dialog.contains(content);
  return inOther || target.closest('[role="listbox"], [role="menu"], [data-head], select') !== null;
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
