import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { replayDeliveries } from '#contract/order-deliveries.ts';
import type { Order } from '#contract/orders.ts';
import { callApi } from '../../lib/call-api.ts';
import { DeliveryLog } from '../../lib/delivery-log.tsx';
import { formatCount } from '../../lib/format.ts';
import { showReason } from '../../lib/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast-store.ts';

interface DeliveriesSheetProps {
  order: Order;
  isAdmin: boolean;
  onClose: () => void;
}

/** Deliveries of an order. */
export function DeliveriesSheet({ order, isAdmin, onClose }: DeliveriesSheetProps) {
  const replay = useMutation({
    mutationFn: () => callApi(replayDeliveries, { body: { orderId: order.id } }),
    onSuccess: ({ replayed }) =>
      void toast({
        title:
          replayed === 0
            ? 'Nothing to send again'
            : `${formatCount(replayed, 'delivery', 'deliveries')} sent again`,
        description: order.name,
      }),
    onError: (error) => showReason(error, "Couldn't send the deliveries again"),
  });
  return (
    <Sheet
      onClose={onClose}
      title={`Deliveries of ${order.name}`}
      className="w-[40rem]"
      {...(isAdmin && {
        footer: (
          <Button
            icon={RotateCcw}
            pending={replay.isPending}
            pendingText="Sending..."
            onClick={() => replay.mutate()}
          >
            Send Open and Failed Again
          </Button>
        ),
      })}
    >
      <div className="px-5 py-4">
        <DeliveryLog of={{ orderId: order.id }} isAdmin={isAdmin} />
      </div>
    </Sheet>
  );
}
