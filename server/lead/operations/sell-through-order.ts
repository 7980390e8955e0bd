import type { OrderRefusal } from '#contract/orders.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { roomOfOrders } from '../customer-orders/cap-reads.ts';
import type { OrderRoom } from '../customer-orders/cap-room.ts';
import { type OrderedLead, readOrderedLeads } from '../customer-orders/lead-facts-reads.ts';
import { queueOrderMail } from '../customer-orders/order-mail-writes.ts';
import { lockOrder } from '../customer-orders/order-reads.ts';
import { refusalsOf, refusalText, takeLead } from '../customer-orders/refusals.ts';
import type { StoredOrder } from '../customer-orders/stored-order.ts';
import { deliveryTimeOf, wakeQueue } from '../order-deliveries/outbox-writes.ts';
import { writeBatch } from './batch-writes.ts';
import { saleThrough } from './bulk-writes.ts';
import type { Counts, OperationWork, SaleOrder } from './operation.ts';
import { reportConflicts } from './report-writes.ts';

interface Refused {
  leadId: string;
  reason: OrderRefusal;
}

/** Returns the change that sells the leads that an order takes, and reports the others with the reason. */
export function sellThroughOrder({
  id,
}: SaleOrder): (tx: TenantTransaction, work: OperationWork, ids: readonly string[]) => Promise<Counts> {
  return async (tx, work, ids) => {
    const order = await lockOrder(tx, id);
    if (order === null) {
      return reportRefused(
        tx,
        work,
        0,
        ids.map((leadId) => ({ leadId, reason: 'inactive' })),
      );
    }
    const room = (await roomOfOrders(tx, [order])).get(id);
    if (room === undefined) throw new Error(`The room of the order ${id} is missing`);
    const sold: OrderedLead[] = [];
    const refused: Refused[] = [];
    for (const lead of await readOrderedLeads(tx, [order], ids)) {
      const [reason] = refusalsOf(order, room, lead);
      if (reason !== undefined) refused.push({ leadId: lead.id, reason });
      else {
        takeLead(order, room, lead);
        sold.push(lead);
      }
    }
    const changed = await writeOrderSale(tx, work, { order, room, leads: sold });
    return reportRefused(tx, work, changed, refused);
  };
}

/** Leads that an order takes, which the transaction has locked with it. */
interface OrderSale {
  order: StoredOrder;
  room: OrderRoom;
  leads: readonly OrderedLead[];
}

/** Writes the sales, and announces caps that become nearly full or full. Returns the number of sales. */
export async function writeOrderSale(
  tx: TenantTransaction,
  work: Pick<OperationWork, 'id' | 'createdBy' | 'createdByName'>,
  { order, room, leads }: OrderSale,
): Promise<number> {
  const keys = leads.map((lead) => lead.keys);
  const ids = leads.map(({ id }) => id);
  const deliverAt = await deliveryTimeOf(tx, order);
  const { changed } = await writeBatch(tx, work, ids, saleThrough(order, keys, deliverAt));
  if (changed > 0 && order.delivery.kind !== 'none') await wakeQueue(tx, order.id, deliverAt);
  for (const cap of room.caps) {
    const percent = cap.reached;
    if (percent === null) continue;
    await writeAudit(tx, {
      action: 'reach_cap',
      actor: { id: work.createdBy, username: work.createdByName },
      origin: null,
      resource: order.name,
      details: { percent, cap: cap.text, customerNumber: order.customerNumber, order: order.id },
    });
    if (percent === 100 && cap.isMailed) await queueOrderMail(tx, order.id, cap.text);
  }
  return changed;
}

async function reportRefused(
  tx: TenantTransaction,
  work: OperationWork,
  changed: number,
  refused: readonly Refused[],
): Promise<Counts> {
  await reportConflicts(
    tx,
    work,
    refused.map(({ leadId, reason }) => ({
      ...{ id: leadId, identifier: leadId, value: null, country: null },
      ...{ message: refusalText(reason), outcome: 'refused', key: reason },
    })),
  );
  const countOf = (wanted: OrderRefusal) => refused.filter(({ reason }) => reason === wanted).length;
  return {
    ...{ changed, unchanged: 0, refused: refused.length },
    ...{ suppressed: countOf('suppressed'), noConsent: countOf('noConsent') },
  };
}
