import type { LeadFilter } from '#contract/lead-filter.ts';
import type { OrderMatch } from '#contract/orders.ts';
import { ids as findIds } from '../../lead/list/index/finder.ts';
import { roomOfOrders } from '../../lead/orders/cap-reads.ts';
import { readOrderedLeads } from '../../lead/orders/lead-facts-reads.ts';
import { loadOrders } from '../../lead/orders/order-reads.ts';
import { refusalsOf } from '../../lead/orders/refusals.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

/** Leads whose facts are read at once. */
const BATCH = 5_000;

/** Selected leads, or the first leads of a filter. */
export type MatchedLeads =
  | { leadIds: readonly string[] }
  | { filter: LeadFilter; limit: number; after?: string | undefined };

/** Returns, for each lead, which orders take it now and why the others don't. Leads in the bin are left out. */
export async function matchedOrders(tx: TenantTransaction, selected: MatchedLeads): Promise<OrderMatch[]> {
  const ids = await selectedIds(tx, selected);
  const orders = await loadOrders(tx);
  const rooms = await roomOfOrders(tx, orders);
  const matched: OrderMatch[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    for (const lead of await readOrderedLeads(tx, orders, ids.slice(at, at + BATCH))) {
      matched.push({
        leadId: lead.id,
        orders: orders.flatMap((order) => {
          const room = rooms.get(order.id);
          if (room === undefined) return [];
          const reasons = refusalsOf(order, room, lead);
          return [{ orderId: order.id, matches: reasons.length === 0, reasons }];
        }),
      });
    }
  }
  return matched;
}

async function selectedIds(tx: TenantTransaction, selected: MatchedLeads): Promise<string[]> {
  if ('leadIds' in selected) return [...new Set(selected.leadIds)].sort().reverse();
  const { filter, limit, after } = selected;
  if (filter.bin === 'true') {
    throw new HttpError('invalid_input', 'Orders take no leads in the bin', { field: 'filter' });
  }
  return findIds(tx, filter, { limit, ...(after !== undefined && { before: after }) });
}
