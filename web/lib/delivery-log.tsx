import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DELIVERY_STATES,
  type DeliveryState,
  listOrderDeliveries,
  type SaleDelivery,
} from '#contract/order-deliveries.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { callApi } from './call-api.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DELIVERY_NAMES, StateBadge } from './delivery-message.tsx';
import { formatCount, formatDateTime } from './format.ts';
import { Moment } from './moment.tsx';
import { QueryError } from './query-error.tsx';

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: 'All states' },
  ...DELIVERY_STATES.map((value) => ({ value: value as string, label: DELIVERY_NAMES[value].label })),
];

interface DeliveryLogProps {
  /** Deliveries of an order, a customer or a lead. */
  of: { orderId: string } | { customer: string } | { leadId: string };
  isAdmin: boolean;
  /** Heading of a section that is left out without deliveries. */
  title?: string;
}

function useDeliveries(of: DeliveryLogProps['of'], state: string) {
  const query = { ...of, ...(state !== ALL && { state: state as DeliveryState }) };
  return useInfiniteQuery({
    queryKey: [listOrderDeliveries.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listOrderDeliveries,
        { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** Deliveries, newest first, with state, attempts and the next attempt; one opens with its attempts. */
export function DeliveryLog({ of, isAdmin, title }: DeliveryLogProps) {
  const [state, setState] = useState(ALL);
  const [open, setOpen] = useState<string | null>(null);
  const query = useDeliveries(of, state);
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  const ofLead = 'leadId' in of;
  const isEmpty = deliveries === undefined || deliveries.length === 0;
  if (title !== undefined && state === ALL && isEmpty) return null;
  return (
    <section aria-label={title ?? 'Delivery log'} className="flex flex-col gap-2">
      {title !== undefined && <h3 className="text-13 font-semibold">{title}</h3>}
      {!ofLead && (
        <Select aria-label="State" className="w-44" value={state} options={OPTIONS} onChange={setState} />
      )}
      {deliveries === undefined ? (
        query.error ? (
          <QueryError title="Failed to fetch deliveries" query={query} className="py-6" />
        ) : (
          <Skeleton className="h-24 w-full" />
        )
      ) : deliveries.length === 0 ? (
        <p className="text-13 text-muted">
          {state === ALL ? 'No deliveries yet.' : 'No deliveries in this state.'}
        </p>
      ) : (
        <ul aria-label="Deliveries" className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              shows={ofLead ? 'order' : 'lead'}
              onOpen={() => setOpen(delivery.id)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          size="small"
          className="self-start"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show More
        </Button>
      )}
      {open !== null && <DeliveryDialog id={open} isAdmin={isAdmin} onClose={() => setOpen(null)} />}
    </section>
  );
}

interface DeliveryRowProps {
  delivery: SaleDelivery;
  shows: 'lead' | 'order';
  onOpen: () => void;
}

function DeliveryRow({ delivery, shows, onOpen }: DeliveryRowProps) {
  const { lead, leadId, orderName, customerNumber, reason, attempts, nextAt, lastAt, createdAt } = delivery;
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-13">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {shows === 'order' ? (
            <span className="font-medium break-words">
              {orderName ?? 'Deleted order'} to {customerNumber}
            </span>
          ) : lead === null ? (
            <span className="text-muted">Deleted lead</span>
          ) : (
            <Link
              to="/leads"
              search={{ lead: leadId }}
              className="min-w-0 font-medium break-words underline-offset-4 hover:underline"
            >
              {lead}
            </Link>
          )}
          <StateBadge state={delivery.state} />
        </p>
        {reason !== null && <p className="mt-0.5 break-words">{reason}</p>}
        <p className="mt-0.5 text-muted">
          {formatCount(attempts, 'attempt')}, <Moment time={lastAt ?? createdAt} />
          {nextAt !== null && (
            <>
              {' · next '}
              <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        className="shrink-0"
        aria-label={`Details of ${shows === 'order' ? (orderName ?? 'the delivery') : (lead ?? 'the delivery')}`}
        onClick={onOpen}
      >
        Details
      </Button>
    </li>
  );
}
