import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { replayDeliveries } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { showReason } from '../../lib/show-failure.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Days of this browser's time zone; empty for no limit. */
interface Days {
  from: string;
  to: string;
}

function timesOf({ from, to }: Days): { from?: string; before?: string } {
  const midnight = (day: string, daysLater: number): string => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + daysLater);
    return date.toISOString();
  };
  return {
    ...(from !== '' && { from: midnight(from, 0) }),
    ...(to !== '' && { before: midnight(to, 1) }),
  };
}

/** Sends open and failed deliveries of an order again, all or those sold on some days. */
export function SendAgainDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const isReversed = days.from !== '' && days.to !== '' && days.from > days.to;
  const replay = useMutation({
    mutationFn: () => callApi(replayDeliveries, { body: { orderId: order.id, ...timesOf(days) } }),
    onSuccess: ({ replayed }) => {
      toast({
        title:
          replayed === 0
            ? 'Nothing to send again'
            : `${formatCount(replayed, 'delivery', 'deliveries')} sent again`,
        description: order.name,
      });
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't send the deliveries again"),
  });
  const day = (key: keyof Days, label: string, error?: string) => (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        max="9999-12-31"
        value={days[key]}
        onChange={({ target }) => setDays({ ...days, [key]: target.value })}
      />
    </Field>
  );
  return (
    <ActionDialog
      onClose={onClose}
      title="Send Again"
      description={`Open and failed deliveries of ${order.name}, sold on these days. Leave them blank to send all.`}
      action="Send Again"
      disabled={isReversed}
      pending={replay.isPending}
      pendingText="Sending..."
      onAction={() => replay.mutate()}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        {day('from', 'First day')}
        {day('to', 'Last day', isReversed ? 'Choose a day on or after the first day' : undefined)}
      </div>
    </ActionDialog>
  );
}
