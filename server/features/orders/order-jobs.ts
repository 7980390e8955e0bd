import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { WAITING_OFFERS } from '../../lead/customer-orders/offer-writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { DurableWork } from '../../platform/jobs/durable-work.ts';
import { sellOffers } from './auto-sell.ts';

const offersJob = z.object({ organizationId: z.uuid() });

/** New leads that orders have yet to be offered, one job for an organization. */
export const OFFER_WORK: DurableWork = {
  task: 'sell_offers',
  name: 'offers:',
  idKey: 'organizationId',
  unfinished: WAITING_OFFERS,
};

/** Returns the job that sells new leads; `stopping` is aborted when the server stops. */
export function orderJobs(context: Pick<Context, 'db'>, stopping: AbortSignal): TaskList {
  return {
    sell_offers: async (payload) => {
      const { organizationId } = offersJob.parse(payload);
      await withAdvisoryLock(context.db.locks, `${OFFER_WORK.name}${organizationId}`, () =>
        sellOffers(scopeOf(context, organizationId), stopping),
      );
    },
  };
}
