import { getRouteApi } from '@tanstack/react-router';
import { ConditionList, useConditionText } from '../features/leads/filters/condition-list.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/orders');

/** Orders of all customers. */
export function OrdersPage() {
  const { user } = route.useRouteContext();
  const conditionText = useConditionText();
  const isAdmin = user?.isAdmin === true;
  return (
    <ScreenPage
      title="Orders"
      subtitle="Which leads your customers buy, at what price and how many. The first order that takes a lead gets it."
    >
      {!isAdmin && <Notice className="mb-4">Only administrators can change orders.</Notice>}
      <OrderList isAdmin={isAdmin} Conditions={ConditionList} textOf={conditionText} />
    </ScreenPage>
  );
}
