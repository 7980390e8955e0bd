import type { FastifyInstance } from 'fastify';
import {
  createOrder,
  deleteOrder,
  getOrder,
  listOrders,
  matchOrders,
  type OrderRefusal,
  type OrderSale,
  sellOrder,
  updateOrder,
} from '#contract/orders.ts';
import { refusedLeads } from '../../lead/operations/reads.ts';
import { beginBulk, refuseTrash, waitForBulk } from '../../lead/operations/start.ts';
import { checkAddress } from '../../lead/orders/deliveries/check-address.ts';
import { loadOrders } from '../../lead/orders/order-reads.ts';
import { saleActionOf } from '../../lead/orders/stored-order.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import { matchedOrders } from './match-orders.ts';
import { addOrder, changeOrder, deleteStoredOrder } from './save-order.ts';
import { requireOrder, shownOrders } from './shown-orders.ts';

/** Registers the routes of orders: their changes, which leads they match, and sales through them. */
export function orderRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listOrders, ({ query: { customer } }, { scope }) =>
    scope.transaction(async (tx) => {
      const number = customer === undefined ? null : await knownSpelling(tx, customer);
      return shownOrders(tx, await loadOrders(tx, number));
    }),
  );

  serve(app, context, createOrder, async ({ body }, caller) => {
    await checkAddress(context.outbound, body.delivery);
    return caller.scope.transaction((tx) => addOrder(tx, body, editorOf(caller)));
  });

  serve(app, context, getOrder, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      const [order] = await shownOrders(tx, [await requireOrder(tx, id)]);
      if (order === undefined) throw new Error('The order is missing');
      return order;
    }),
  );

  serve(app, context, updateOrder, async ({ params: { id }, body }, caller) => {
    if (body.delivery !== undefined) await checkAddress(context.outbound, body.delivery);
    return caller.scope.transaction((tx) => changeOrder(tx, id, body, editorOf(caller)));
  });

  serve(app, context, deleteOrder, async ({ params: { id } }, caller) => {
    await caller.scope.transaction((tx) => deleteStoredOrder(tx, id, editorOf(caller)));
    return { message: 'The order was deleted' };
  });

  serve(app, context, matchOrders, ({ body }, { scope }) =>
    scope.transaction((tx) => matchedOrders(tx, body)),
  );

  serve(app, context, sellOrder, ({ params: { id }, body }, caller) =>
    sellThrough(caller, id, 'leadIds' in body ? { ids: body.leadIds } : body),
  );
}

/** Starts the operation and waits for its end. */
async function sellThrough(
  caller: Caller,
  id: string,
  selection: Parameters<typeof refuseTrash>[0],
): Promise<OrderSale> {
  const { scope, request } = caller;
  const begun = await scope.transaction(async (tx) => {
    const action = saleActionOf(await requireOrder(tx, id));
    refuseTrash(selection, action);
    return beginBulk(tx, selection, action, editorOf(caller));
  });
  const isListening = () => !request.raw.socket.destroyed;
  const ended = await waitForBulk(scope, begun.id, "The sale couldn't be finished", isListening);
  const { refused: _count, outcomes: _outcomes, ...operation } = ended;
  const refused = await scope.transaction((tx) => refusedLeads(tx, begun.id));
  return {
    ...operation,
    sold: ended.changed,
    refused: refused.map(({ leadId, reason }) => ({ leadId, reason: reason as OrderRefusal })),
  };
}
