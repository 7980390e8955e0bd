import { getRouteApi } from '@tanstack/react-router';
import { AddCustomer } from '../features/customers/add-customer.tsx';
import { CustomerDrawer } from '../features/customers/customer-drawer.tsx';
import { CustomerList } from '../features/customers/customer-list.tsx';
import { customersView } from '../features/customers/customers-view.ts';
import { ConditionList, useConditionText } from '../features/leads/filters/condition-list.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/customers');

/** Customers; the URL holds search, order, page and open drawer. */
export function CustomersPage() {
  const { user } = route.useRouteContext();
  const conditionText = useConditionText();
  const isAdmin = user?.isAdmin === true;
  const view = customersView(route.useSearch());
  const navigate = route.useNavigate();
  const change = (search: object, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...search }), replace, resetScroll: false });
  return (
    <ScreenPage
      wide
      title="Customers"
      actions={<AddCustomer />}
      subtitle="Who bought your leads, what they returned and what they paid"
    >
      <CustomerList view={view} onSearch={change} />
      {view.customer !== undefined && (
        <CustomerDrawer
          key={view.customer}
          number={view.customer}
          isAdmin={isAdmin}
          orders={
            <OrderList
              customer={view.customer}
              isAdmin={isAdmin}
              Conditions={ConditionList}
              textOf={conditionText}
            />
          }
          onClose={() => change({ customer: undefined })}
        />
      )}
    </ScreenPage>
  );
}
