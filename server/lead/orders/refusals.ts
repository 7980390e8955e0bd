import type { OrderRefusal } from '#contract/orders.ts';
import type { OrderRoom } from './cap-room.ts';
import type { OrderedLead } from './lead-facts-reads.ts';
import { boughtKey } from './person-key-reads.ts';
import type { StoredOrder } from './stored-order.ts';

const DAY_MS = 86_400_000;

const TEXTS: Record<OrderRefusal, string> = {
  inactive: "The order isn't active",
  paused: 'The order is paused',
  sold: 'The customer has the lead, or another one holds it exclusively',
  suppressed: 'The email or phone is on a suppression list',
  noConsent: 'The consent that sales require is missing',
  condition: "The lead doesn't meet the order's conditions",
  duplicate: 'The customer bought the same email or phone before',
  hours: 'The order is closed now',
  cap: 'A cap of the order is full',
};

/** Returns all reasons why an order doesn't take a lead now, the one that a sale states first; none if it does. */
export function refusalsOf(order: StoredOrder, room: OrderRoom, lead: OrderedLead): OrderRefusal[] {
  const reasons: OrderRefusal[] = [];
  if (!order.active) reasons.push('inactive');
  if (order.pausedAt !== null || room.hasEnded) reasons.push('paused');
  if (isTaken(order, lead)) reasons.push('sold');
  if (lead.isListedFor(order)) reasons.push('suppressed');
  if (!lead.hasConsent) reasons.push('noConsent');
  if (!lead.matches(order)) reasons.push('condition');
  if (isDuplicate(order, room, lead)) reasons.push('duplicate');
  if (order.whenClosed === 'skip' && !room.isOpen) reasons.push('hours');
  if (room.caps.some((cap) => cap.concerns(lead.country) && cap.isFull)) reasons.push('cap');
  return reasons;
}

/** Returns a reason as reports say it. */
export function refusalText(reason: OrderRefusal): string {
  return TEXTS[reason];
}

/** A sale without an order is exclusive too. */
function isTaken({ exclusive, customerNumber }: StoredOrder, { holders }: OrderedLead): boolean {
  if (exclusive) return holders.length > 0;
  return holders.some((holder) => holder.exclusive || holder.customerNumber === customerNumber);
}

function isDuplicate(
  { duplicateDays, customerNumber }: StoredOrder,
  { at }: OrderRoom,
  { keys, bought }: OrderedLead,
): boolean {
  if (duplicateDays === 0) return false;
  const since = at.getTime() - duplicateDays * DAY_MS;
  return [keys.email, keys.phone].some((key) => {
    const last = key === null ? undefined : bought.get(boughtKey(key, customerNumber));
    return last !== undefined && last.getTime() >= since;
  });
}

/** Takes a lead: its places, and the customer as a holder. */
export function takeLead(order: StoredOrder, room: OrderRoom, lead: OrderedLead): void {
  for (const cap of room.caps) if (cap.concerns(lead.country)) cap.take();
  lead.holders.push({ customerNumber: order.customerNumber, exclusive: order.exclusive });
}

/** Returns orders of the same priority in a random order by their weights, after those of a higher one. */
export function drawOrder(orders: readonly StoredOrder[]): StoredOrder[] {
  const drawn = orders.map((order) => ({ order, place: Math.random() ** (1 / order.weight) }));
  drawn.sort((a, b) => a.order.priority - b.order.priority || b.place - a.place);
  return drawn.map(({ order }) => order);
}
