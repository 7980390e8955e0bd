import { ActivityPanel } from '../features/batch-updates/operation-list.tsx';
import { OrderAlerts } from '../features/orders/order-alerts.tsx';

/** Latest operations, below the orders that need attention. */
export function ActivityWithAlerts({ onClose }: { onClose: () => void }) {
  return <ActivityPanel onClose={onClose} alerts={<OrderAlerts onLeave={onClose} />} />;
}
