import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { lazyPart } from '../../lib/load-code.ts';
import { ordersQuery } from '../../lib/orders.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeleteOrderDialog } from './delete-order.tsx';
import { DeliveriesSheet } from './deliveries-sheet.tsx';
import { OrderCard } from './order-card.tsx';
import type { OrderConditionsProps } from './order-conditions.ts';
import { OrderEmails } from './order-emails.tsx';

const LazyOrderSheet = lazyPart(async () => (await import('./order-sheet.tsx')).OrderSheet);

interface OrderListProps {
  /** Only this customer's orders. */
  customer?: string;
  isAdmin: boolean;
  Conditions: ComponentType<OrderConditionsProps>;
  /** Returns conditions in words. */
  textOf: (where: readonly unknown[]) => string;
}

/** Orders by priority; administrators change them. */
export function OrderList({ customer, isAdmin, Conditions, textOf }: OrderListProps) {
  const query = useQuery(ordersQuery(customer));
  const { data, error } = query;
  const [editing, setEditing] = useState<Order | 'new' | null>(null);
  const [delivering, setDelivering] = useState<Order | null>(null);
  const [deleting, setDeleting] = useState<Order | null>(null);
  const add = isAdmin && (
    <Button
      variant={customer === undefined ? 'primary' : 'secondary'}
      icon={Plus}
      className="self-start"
      onClick={() => setEditing('new')}
    >
      Add Order
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {data === undefined ? (
        error ? (
          <QueryError card title="Failed to fetch orders" query={query} />
        ) : (
          <>
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-36 w-full" />
          </>
        )
      ) : data.length === 0 ? (
        customer === undefined ? (
          <Card>
            <EmptyState
              icon={ClipboardList}
              title="No orders yet"
              text={`An order says which leads a customer buys, at what price and how many. ${isAdmin ? 'Leads are then sold by hand or by themselves.' : 'Ask an administrator to create one.'}`}
              action={add}
            />
          </Card>
        ) : (
          <p className="text-13 text-muted">No orders yet.</p>
        )
      ) : (
        <ul aria-label="Orders" className="flex flex-col gap-3">
          {data.map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                leads={order.where.length === 0 ? 'All' : textOf(order.where)}
                editable={isAdmin}
                ofCustomer={customer !== undefined}
                onDeliveries={() => setDelivering(order)}
                onEdit={() => setEditing(order)}
                onDelete={() => setDeleting(order)}
              />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (customer !== undefined || data.length > 0) && add}
      {isAdmin && customer === undefined && data !== undefined && data.length > 0 && <OrderEmails />}
      {editing && (
        <Suspense fallback={null}>
          <LazyOrderSheet
            order={editing === 'new' ? undefined : editing}
            customer={customer}
            Conditions={Conditions}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {delivering && (
        <DeliveriesSheet order={delivering} isAdmin={isAdmin} onClose={() => setDelivering(null)} />
      )}
      {deleting && <DeleteOrderDialog order={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
