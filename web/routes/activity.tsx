import { ActivityPanel } from '../features/batch-updates/operation-list.tsx';
import { OrderAlerts } from '../features/orders/order-alerts.tsx';

export function ActivityWithAlerts({ onClose }: { onClose: () => void }) {
  return <ActivityPanel onClose={onClose} alerts={<OrderAlerts onLeave={onClose} />} />;
}
