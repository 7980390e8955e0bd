import type { TenantTransaction } from '../../platform/db/scope.ts';
import { roomOfOrders } from '../customer-orders/cap-reads.ts';
import { lockOrder } from '../customer-orders/order-reads.ts';
import type { ReportedLead } from './report-writes.ts';
import { returnedOrderSales } from './undo-reads.ts';

/** Returns the leads whose sale can't be reopened: others took its place within a cap of the order. */
export async function salesWithoutPlace(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<ReportedLead[]> {
  const sales = await returnedOrderSales(tx, operation, ids);
  const refused: ReportedLead[] = [];
  for (const [id, ofOrder] of Map.groupBy(sales, ({ orderId }) => orderId)) {
    const order = await lockOrder(tx, id);
    if (order === null) continue;
    const caps = (await roomOfOrders(tx, [order])).get(id)?.caps ?? [];
    for (const { leadId, customerNumber, country, soldAt } of ofOrder) {
      const counting = caps.filter((cap) => cap.concerns(country) && cap.counts(soldAt));
      const full = counting.find((cap) => cap.isFull);
      if (full === undefined) {
        for (const cap of counting) cap.take();
        continue;
      }
      refused.push({
        ...{ id: leadId, identifier: leadId, value: customerNumber, country: null },
        message: `The cap of the order ${order.name} is full: ${full.text}`,
      });
    }
  }
  return refused;
}
