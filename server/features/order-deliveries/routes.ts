import type { FastifyInstance } from 'fastify';
import {
  cancelDelivery,
  type DeliveryTest,
  downloadDelivery,
  emailSettings,
  getOrderDelivery,
  listOrderDeliveries,
  previewDelivery,
  replayDeliveries,
  replayDelivery,
  type SaleDelivery,
  testOrder,
} from '#contract/order-deliveries.ts';
import { findOrder } from '../../lead/customer-orders/order-reads.ts';
import type { StoredOrder } from '../../lead/customer-orders/stored-order.ts';
import { checkAddress } from '../../lead/order-deliveries/check-address.ts';
import { wakeQueue } from '../../lead/order-deliveries/outbox-writes.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, servePublic } from '../../platform/http/bind.ts';
import { attachment } from '../../platform/http/downloads.ts';
import { attemptsOf, findSaleDeliveries } from './delivery-reads.ts';
import { fileOfLink } from './download-link.ts';
import { cancelOpen, replayOpen } from './replay-writes.ts';
import type { PreparedWebhook } from './send-webhook.ts';
import { prepareTest, readRecorded, sendTest } from './test-delivery.ts';
import { toldAdministrators } from './told-administrators.ts';

/** Registers the routes of deliveries: the log, attempts, replays, tests and previews. */
export function orderDeliveryRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listOrderDeliveries, ({ query }, { scope }) =>
    scope.transaction(async (tx) => {
      const customer = query.customer === undefined ? undefined : await knownSpelling(tx, query.customer);
      const found = await findSaleDeliveries(tx, { ...query, customer, limit: query.limit + 1 });
      const deliveries = found.slice(0, query.limit);
      return { deliveries, cursor: found.length > query.limit ? (deliveries.at(-1)?.id ?? null) : null };
    }),
  );

  serve(app, context, emailSettings, async (_input, { scope }) => {
    const { smtp, publicUrl } = context.config;
    const missing: ('SMTP_URL' | 'PUBLIC_URL')[] = [];
    if (smtp === null) missing.push('SMTP_URL');
    if (publicUrl === null) missing.push('PUBLIC_URL');
    return { missing, told: await scope.transaction(toldAdministrators) };
  });

  serve(app, context, getOrderDelivery, async ({ params: { id }, query }, caller) => {
    const reveal = query.reveal === 'true';
    if (reveal && !caller.account.isAdmin) {
      throw new HttpError('forbidden', 'Only administrators can show names, emails and phones of attempts');
    }
    return caller.scope.transaction(async (tx) => {
      const delivery = await requireDelivery(tx, id);
      if (reveal) await audit(tx, caller, 'view_delivery', delivery);
      return { ...delivery, attemptsMade: await attemptsOf(tx, id, { reveal }) };
    });
  });

  serve(app, context, replayDelivery, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const delivery = await requireDelivery(tx, id);
      const { orderId, orderName } = delivery;
      if (orderName === null) throw new HttpError('conflict', 'The order was deleted');
      const replayed = await replayOpen(tx, { orderId, id });
      if (replayed === 0)
        throw new HttpError('conflict', 'Only an open or failed delivery can be sent again');
      await wakeQueue(tx, orderId);
      await audit(tx, caller, 'replay_deliveries', delivery, { count: replayed });
      return requireDelivery(tx, id);
    }),
  );

  serve(app, context, replayDeliveries, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => {
      const { id, name } = await requireKnownOrder(tx, body.orderId);
      const replayed = await replayOpen(tx, body);
      if (replayed > 0) await wakeQueue(tx, id);
      await audit(tx, caller, 'replay_deliveries', { orderName: name }, { count: replayed });
      return { replayed };
    }),
  );

  serve(app, context, cancelDelivery, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const delivery = await requireDelivery(tx, id);
      if (!(await cancelOpen(tx, id))) throw new HttpError('conflict', 'This delivery has ended');
      await notifyChanges(tx, { type: 'deliveries' });
      await audit(tx, caller, 'cancel_delivery', delivery);
      return requireDelivery(tx, id);
    }),
  );

  servePublic(app, downloadDelivery, async ({ query: { key } }, { origin, reply }) => {
    const { filename, bytes } = await fileOfLink(context, key, origin);
    reply.headers({ 'content-disposition': attachment(filename), 'cache-control': 'no-store' });
    reply.type('text/csv; charset=utf-8');
    return bytes.toString();
  });

  serve(app, context, testOrder, async ({ params: { id }, body: { leadId } }, caller) => {
    const prepared = await caller.scope.transaction(async (tx) => {
      const order = await requireKnownOrder(tx, id);
      return { order, ...(await prepareTest(tx, { order, leadId })) };
    });
    return sendAudited(context, caller, prepared);
  });

  serve(app, context, previewDelivery, async ({ body }, caller) => {
    const { delivery, orderId, leadId, send, recorded } = body;
    if (send) await checkAddress(context.outbound, delivery);
    const prepared = await caller.scope.transaction(async (tx) => {
      const order = orderId === undefined ? null : await requireKnownOrder(tx, orderId);
      return { order, ...(await prepareTest(tx, { order, delivery, leadId })) };
    });
    return send ? sendAudited(context, caller, prepared) : readRecorded(prepared, recorded);
  });
}

/** Sends a test, for which no transaction waits. */
async function sendAudited(
  { outbound }: Pick<Context, 'outbound'>,
  caller: Caller,
  { order, ...prepared }: PreparedWebhook & { order: StoredOrder | null },
): Promise<DeliveryTest> {
  await caller.scope.commit();
  const test = await sendTest(outbound, prepared);
  await caller.scope.transaction((tx) =>
    writeAudit(tx, {
      ...{ action: 'test_order', ...editorOf(caller) },
      resource: order?.name ?? 'New order',
      details: { url: prepared.delivery.url, read: test.read, status: test.answer?.status ?? null },
    }),
  );
  return test;
}

async function requireDelivery(tx: TenantTransaction, id: string): Promise<SaleDelivery> {
  const [delivery] = await findSaleDeliveries(tx, { id, limit: 1 });
  if (delivery === undefined) throw new HttpError('not_found', 'Delivery not found');
  return delivery;
}

async function requireKnownOrder(tx: TenantTransaction, id: string): Promise<StoredOrder> {
  const order = await findOrder(tx, id);
  if (order === null) throw new HttpError('not_found', 'Order not found');
  return order;
}

function audit(
  tx: TenantTransaction,
  caller: Caller,
  action: AuditEntry['action'],
  { orderName, id }: { orderName: string | null; id?: string },
  details: Record<string, number> = {},
): Promise<void> {
  return writeAudit(tx, {
    ...{ action, ...editorOf(caller), resource: orderName ?? 'Deleted order' },
    details: { ...details, ...(id !== undefined && { delivery: id }) },
  });
}
