import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { DeliveryLog } from '../../lib/delivery-log.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SendAgainDialog } from './send-again.tsx';

interface DeliveriesSheetProps {
  order: Order;
  isAdmin: boolean;
  onClose: () => void;
}

/** Deliveries of an order. */
export function DeliveriesSheet({ order, isAdmin, onClose }: DeliveriesSheetProps) {
  const [isSending, setIsSending] = useState(false);
  return (
    <Sheet
      onClose={onClose}
      title={`Deliveries of ${order.name}`}
      className="w-[40rem]"
      {...(isAdmin && {
        footer: (
          <Button icon={RotateCcw} onClick={() => setIsSending(true)}>
            Send Open and Failed Again
          </Button>
        ),
      })}
    >
      <div className="px-5 py-4">
        <DeliveryLog of={{ orderId: order.id }} isAdmin={isAdmin} />
      </div>
      {isSending && <SendAgainDialog order={order} onClose={() => setIsSending(false)} />}
    </Sheet>
  );
}
