import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { findOrder } from '../../lead/customer-orders/order-reads.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { cancelListed } from './listed-writes.ts';
import { pauseEndedOrders } from './pause-writes.ts';
import { toldAdministrators } from './told-administrators.ts';

/** Days end at full minutes. */
export const ORDER_CRONTAB = '* * * * * pause_ended_orders';

const organizationJob = z.object({ organizationId: z.uuid() });
const mailJob = z.object({
  organizationId: z.uuid(),
  orderId: z.uuid(),
  fullCap: z.string().nullable(),
  at: z.string(),
});
type MailJob = z.output<typeof mailJob>;

/** Returns the jobs that pause ended orders, email administrators about orders, and cancel deliveries of people on suppression lists. */
export function orderDeliveryJobs(context: Pick<Context, 'db' | 'config'>): TaskList {
  return {
    pause_ended_orders: () => pauseEndedOrders(context),
    cancel_listed_deliveries: (payload) =>
      cancelListed(scopeOf(context, organizationJob.parse(payload).organizationId)),
    mail_order: (payload) => mailOrder(context, mailJob.parse(payload)),
  };
}

async function mailOrder(
  context: Pick<Context, 'db' | 'config'>,
  { organizationId, orderId, fullCap, at }: MailJob,
): Promise<void> {
  const { smtp, publicUrl } = context.config;
  if (smtp === null) return;
  const { order, to } = await scopeOf(context, organizationId).transaction(async (tx) => ({
    order: await findOrder(tx, orderId),
    to: await toldAdministrators(tx),
  }));
  const hasEnded = order === null || (fullCap === null && order.pausedAt === null);
  if (hasEnded || to.length === 0) return;
  const { name, customerNumber } = order;
  const page = publicUrl === null ? '' : `\n${publicUrl.replace(/\/$/, '')}/orders\n`;
  const said =
    fullCap === null
      ? `has paused:\n${order.pauseReason ?? ''}\n\nNothing is sent until it is resumed.`
      : `is full:\n${fullCap}\n\nIt takes leads again once the cap has places.`;
  await sendMail(smtp, {
    to,
    subject: `Order ${fullCap === null ? 'paused' : 'full'}: ${name}`,
    text: `The order ${name} of ${customerNumber} ${said}\n${page}`,
    id: `order-${orderId}-${Date.parse(at)}`,
  });
}
