import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DELIVERIES_PATH } from '#contract/live-paths.ts';
import {
  cancelDelivery,
  type DeliveryAttempt,
  type DeliveryWithAttempts,
  getOrderDelivery,
  replayDelivery,
} from '#contract/order-deliveries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast-store.ts';
import { callApi } from './call-api.ts';
import { MessageText, ReadAnswer, RequestText, StateBadge } from './delivery-message.tsx';
import { formatDateTime, formatNumber } from './format.ts';
import { QueryError } from './query-error.tsx';
import { showReason } from './show-failure.ts';

/** Deliveries that can be sent again or canceled. */
const OPEN: ReadonlySet<string> = new Set(['waiting', 'sending', 'unknown', 'failed']);

interface DeliveryDialogProps {
  id: string;
  isAdmin: boolean;
  onClose: () => void;
}

export function DeliveryDialog({ id, isAdmin, onClose }: DeliveryDialogProps) {
  const client = useQueryClient();
  const [reveal, setReveal] = useState(false);
  const query = useQuery({
    // Each look at personal data is audited, so changes don't repeat it.
    queryKey: reveal ? ['revealed delivery', id] : [getOrderDelivery.path, id],
    queryFn: ({ signal }) =>
      callApi(getOrderDelivery, { params: { id }, query: { reveal: reveal ? 'true' : 'false' } }, signal),
    ...(reveal && { gcTime: 0 }),
    placeholderData: keepPreviousData,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: [DELIVERIES_PATH] });
  const replay = useMutation({
    mutationFn: () => callApi(replayDelivery, { params: { id } }),
    onSuccess: () => void toast({ title: 'Delivery sent again' }),
    onError: (error) => showReason(error, "Couldn't send the delivery again"),
    onSettled: () => {
      refresh();
      void query.refetch();
    },
  });
  const cancel = useMutation({
    mutationFn: () => callApi(cancelDelivery, { params: { id } }),
    onSuccess: () => void toast({ title: 'Delivery canceled', description: 'The sale stays.' }),
    onError: (error) => showReason(error, "Couldn't cancel the delivery"),
    onSettled: () => {
      refresh();
      void query.refetch();
    },
  });
  const { data, error } = query;
  const isOpen = data !== undefined && OPEN.has(data.state);
  return (
    <Dialog
      wide
      scrolls
      onClose={onClose}
      title="Delivery"
      description={data === undefined ? undefined : aboutOf(data)}
      footer={
        <>
          {isAdmin && !reveal && data !== undefined && data.attemptsMade.length > 0 && (
            <Button onClick={() => setReveal(true)}>Show Personal Data</Button>
          )}
          {isAdmin && isOpen && (
            <>
              <Button pending={cancel.isPending} pendingText="Canceling..." onClick={() => cancel.mutate()}>
                Cancel Delivery
              </Button>
              <Button
                variant="primary"
                pending={replay.isPending}
                pendingText="Sending..."
                onClick={() => replay.mutate()}
              >
                Send Again
              </Button>
            </>
          )}
          {!(isAdmin && isOpen) && <Button onClick={onClose}>Close</Button>}
        </>
      }
    >
      {data === undefined ? (
        error ? (
          <QueryError title="Failed to fetch the delivery" query={query} className="py-6" />
        ) : (
          <SkeletonLines widths={['w-64', 'w-52', 'w-72']} />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <p className="flex flex-wrap items-center gap-2 text-13">
            <StateBadge state={data.state} />
            {data.reason !== null && <span className="min-w-0 break-words">{data.reason}</span>}
            {data.reference !== null && <span className="text-muted">Reference: {data.reference}</span>}
            {data.nextAt !== null && (
              <span className="text-muted">Next attempt {formatDateTime(data.nextAt)}</span>
            )}
          </p>
          {data.attemptsMade.length === 0 && <p className="text-13 text-muted">No attempts yet.</p>}
          {data.attemptsMade.toReversed().map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function aboutOf({ lead, orderName, customerNumber }: DeliveryWithAttempts): string {
  return `${lead ?? 'Deleted lead'}, by ${orderName ?? 'a deleted order'} to ${customerNumber}`;
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, at, milliseconds, request, answer, read, reason } = attempt;
  return (
    <section aria-label={`Attempt ${number}`} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-13 font-semibold">
        Attempt {number}{' '}
        <span className="font-normal text-muted">
          {formatDateTime(at)}, {formatNumber(milliseconds)} ms
        </span>
      </h3>
      <RequestText request={request} />
      {answer === null ? (
        <p className="text-13 text-caution">No answer{reason === null ? '.' : `: ${reason}`}</p>
      ) : (
        <>
          <MessageText text={`${answer.status}\n\n${answer.body}`} />
          <ReadAnswer read={read} reason={reason} />
        </>
      )}
    </section>
  );
}
