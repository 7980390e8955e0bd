import type { Order, OrderCap } from '#contract/orders.ts';
import { roomOfOrders } from '../../lead/orders/cap-reads.ts';
import type { CapRoom, OrderRoom } from '../../lead/orders/cap-room.ts';
import { customerNames, findOrder } from '../../lead/orders/order-reads.ts';
import type { StoredOrder } from '../../lead/orders/stored-order.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

/** @throws HttpError not_found */
export async function requireOrder(tx: TenantTransaction, id: string): Promise<StoredOrder> {
  const order = await findOrder(tx, id);
  if (order === null) throw orderNotFound();
  return order;
}

/** Returns the error for an order that the organization doesn't have. */
export function orderNotFound(): HttpError {
  return new HttpError('not_found', 'Order not found');
}

/** Returns orders with how full their caps are. */
export async function shownOrders(tx: TenantTransaction, orders: readonly StoredOrder[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const room = await roomOfOrders(tx, orders);
  const names = await customerNames(
    tx,
    orders.map(({ customerNumber }) => customerNumber),
  );
  return orders.flatMap((order) => {
    const left = room.get(order.id);
    return left === undefined ? [] : [shown(order, left, names.get(order.customerNumber) ?? null)];
  });
}

function shown(order: StoredOrder, room: OrderRoom, customerName: string | null): Order {
  const { pausedAt, pauseReason, savedBy: _by, createdAt, ...given } = order;
  return {
    ...given,
    customerName,
    caps: room.caps.map(shownCap),
    paused: pausedAt === null ? null : { at: pausedAt.toISOString(), reason: pauseReason ?? '' },
    isOpen: room.isOpen,
    hasEnded: room.hasEnded,
    sold: room.sold,
    createdAt: createdAt.toISOString(),
  };
}

function shownCap({ cap, used, isFull, span }: CapRoom): OrderCap {
  return { ...cap, used, isFull, opensAt: isFull ? (span?.before.toISOString() ?? null) : null };
}
