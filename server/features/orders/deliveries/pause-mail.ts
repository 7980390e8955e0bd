import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { findOrder } from '../../../lead/orders/order-reads.ts';
import { administratorNames } from '../../../platform/accounts/administrator-reads.ts';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { pauseEndedOrders } from './pause-writes.ts';

/** Days end at full minutes. */
export const ORDER_CRONTAB = '* * * * * pause_ended_orders';

const pauseJob = z.object({ organizationId: z.uuid(), orderId: z.uuid() });
const email = z.email();

/** Returns the jobs that pause ended orders and tell administrators whose username is an email why an order has paused. */
export function orderDeliveryJobs(context: Pick<Context, 'db' | 'config'>): TaskList {
  return {
    pause_ended_orders: () => pauseEndedOrders(context),
    mail_pause: async (payload) => {
      const { organizationId, orderId } = pauseJob.parse(payload);
      const { smtp, publicUrl } = context.config;
      if (smtp === null) return;
      const { order, names } = await scopeOf(context, organizationId).transaction(async (tx) => ({
        order: await findOrder(tx, orderId),
        names: await administratorNames(tx),
      }));
      const to = names.filter((name) => email.safeParse(name).success);
      if (order === null || order.pausedAt === null || to.length === 0) return;
      const { name, customerNumber, pauseReason, pausedAt } = order;
      const page = publicUrl === null ? '' : `\n${publicUrl.replace(/\/$/, '')}/orders\n`;
      await sendMail(smtp, {
        to,
        subject: `Order paused: ${name}`,
        text: `The order ${name} of ${customerNumber} has paused:\n${pauseReason ?? ''}\n\nNothing is sent until it is resumed.\n${page}`,
        id: `pause-${orderId}-${pausedAt.getTime()}`,
      });
    },
  };
}
