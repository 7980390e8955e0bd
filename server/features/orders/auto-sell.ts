import { roomOfOrders } from '../../lead/customer-orders/cap-reads.ts';
import type { OrderRoom } from '../../lead/customer-orders/cap-room.ts';
import { type OrderedLead, readOrderedLeads } from '../../lead/customer-orders/lead-facts-reads.ts';
import { type OfferLane, takeOffers } from '../../lead/customer-orders/offer-writes.ts';
import { lockAutoSelling } from '../../lead/customer-orders/order-reads.ts';
import { drawOrder, refusalsOf, takeLead } from '../../lead/customer-orders/refusals.ts';
import { type StoredOrder, saleActionOf } from '../../lead/customer-orders/stored-order.ts';
import { GREATEST_ID, LEAST_ID, type OperationWork } from '../../lead/operations/operation.ts';
import { lockLeadsInOrder } from '../../lead/operations/selection-reads.ts';
import { writeOrderSale } from '../../lead/operations/sell-through-order.ts';
import {
  endOperation,
  insertOperation,
  lockBulkBatch,
  recordOperationBatch,
  tryLockBulkBatch,
} from '../../lead/operations/writes.ts';
import { customersThatRefused } from '../../lead/order-deliveries/refused-reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Maximum leads per transaction; other transactions wait for its orders. Each order that sells costs as much for one lead as for many. */
const BATCH: Record<OfferLane, number> = { single: 1_000, batch: 1_000, import: 2_000 };

/** Sells new leads through the orders that want them, until no offer of a lane is left or the signal aborts. */
export async function sellOffers(
  scope: OrganizationScope,
  lane: OfferLane,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await scope.transaction((tx) => sellNextOffers(tx, lane))));
}

/** Returns false if no leads are offered. */
async function sellNextOffers(tx: TenantTransaction, lane: OfferLane): Promise<boolean> {
  // During an import, each transaction sells a single lead: locking just one needs no turn.
  const isAlone = lane === 'single' && !(await tryLockBulkBatch(tx));
  if (lane !== 'single') await lockBulkBatch(tx);
  const ids = await takeOffers(tx, lane, isAlone ? 1 : BATCH[lane]);
  if (ids === null) return false;
  await lockLeadsInOrder(tx, ids);
  const orders = await lockAutoSelling(tx);
  const rooms = await roomOfOrders(tx, orders);
  const hadIt = await customersThatRefused(tx, ids);
  const sold = shareOut(orders, rooms, { leads: await readOrderedLeads(tx, orders, ids), hadIt });
  for (const order of orders) {
    const [room, leads] = [rooms.get(order.id), sold.get(order.id)];
    if (room !== undefined && leads !== undefined) await recordSale(tx, order, room, leads);
  }
  return true;
}

/** Offers each lead to the orders by priority; returns the leads that each takes. */
function shareOut(
  orders: readonly StoredOrder[],
  rooms: ReadonlyMap<string, OrderRoom>,
  { leads, hadIt }: { leads: readonly OrderedLead[]; hadIt: ReadonlyMap<string, ReadonlySet<string>> },
): Map<string, OrderedLead[]> {
  const sold = new Map<string, OrderedLead[]>();
  for (const lead of leads) {
    for (const order of drawOrder(orders.filter((order) => lead.matches(order)))) {
      const room = rooms.get(order.id);
      if (room === undefined || refusalsOf(order, room, lead).length > 0) continue;
      if (hadIt.get(lead.id)?.has(order.customerNumber) === true) continue;
      takeLead(order, room, lead);
      const taken = sold.get(order.id);
      if (taken === undefined) sold.set(order.id, [lead]);
      else taken.push(lead);
    }
  }
  return sold;
}

/** Records the sale as an operation of its own, which can be undone. */
async function recordSale(
  tx: TenantTransaction,
  order: StoredOrder,
  room: OrderRoom,
  leads: readonly OrderedLead[],
): Promise<void> {
  const operation = {
    ...{ id: newId(), action: saleActionOf(order), total: leads.length, undoes: null, detail: null },
    ...{ selection: { ids: [] }, lanes: [{ cursor: GREATEST_ID, low: LEAST_ID }] },
    upTo:
      leads
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? LEAST_ID,
  };
  const actor = { id: order.savedBy, username: `Order ${order.name}` };
  await insertOperation(tx, { ...operation, editor: { actor, origin: null } });
  const work: OperationWork = {
    ...operation,
    ...{ done: 0, rowCursor: 0, outcomes: {}, ipAddress: null, userAgent: null },
    ...{ createdBy: actor.id, createdByName: actor.username },
  };
  const changed = await writeOrderSale(tx, work, { order, room, leads });
  const moved = { lane: 0, from: GREATEST_ID, to: LEAST_ID };
  await recordOperationBatch(tx, work, moved, { changed, unchanged: 0, refused: 0 });
  await endOperation(tx, work, null);
}
