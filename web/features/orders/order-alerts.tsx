import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from '#contract/orders.ts';
import { capUses, NEARLY_FULL, ordersQuery, PERIOD_NOW } from '../../lib/orders.ts';
import { Badge } from '../../ui/badge.tsx';

/** Orders that stopped themselves, and caps that are nearly or entirely full. */
export function OrderAlerts({ onLeave }: { onLeave: () => void }) {
  const { data = [] } = useQuery(ordersQuery());
  const alerts = data
    .map((order) => ({ order, texts: alertsOf(order) }))
    .filter(({ texts }) => texts.length > 0);
  if (alerts.length === 0) return null;
  return (
    <section aria-label="Orders to look at" className="border-t border-line px-5 py-3">
      <h3 className="text-13 font-semibold">Orders</h3>
      <ul className="mt-1 flex flex-col gap-2 text-13">
        {alerts.map(({ order, texts }) => (
          <li key={order.id}>
            <Link to="/orders" className="font-medium underline-offset-4 hover:underline" onClick={onLeave}>
              {order.name}
            </Link>{' '}
            {order.paused !== null && <Badge tone="caution">Paused</Badge>}
            {texts.map((text) => (
              <p key={text} className="break-words text-caution">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function alertsOf({ paused, active, caps, currency }: Order): string[] {
  if (paused !== null) return [paused.reason];
  if (!active) return [];
  return caps.flatMap((cap) => {
    const near = capUses(cap, currency).filter(({ share }) => cap.isFull || share >= NEARLY_FULL);
    const place = cap.country === undefined ? '' : ` in ${cap.country}`;
    return near.map(({ text }) => `${PERIOD_NOW[cap.period]}${place}: ${text}`);
  });
}
