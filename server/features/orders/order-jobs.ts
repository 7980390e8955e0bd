import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { OFFER_LANES, type OfferLane, waitingOffers } from '../../lead/orders/offer-writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { DurableWork } from '../../platform/jobs/durable-work.ts';
import { sellOffers } from './auto-sell.ts';

const offersJob = z.object({ organizationId: z.uuid() });

/** Names of the lanes' locks: leads of programs don't wait for those of files. */
const LOCKS: Record<OfferLane, string> = {
  single: 'single-offers:',
  batch: 'batch-offers:',
  import: 'offers:',
};

/** New leads that orders have yet to be offered. */
export const OFFER_WORK: readonly DurableWork[] = OFFER_LANES.map((lane) => ({
  task: 'sell_offers',
  name: LOCKS[lane],
  idKey: 'organizationId',
  unfinished: waitingOffers(lane),
}));

/** Returns the job that sells new leads; `stopping` is aborted when the server stops. */
export function orderJobs({ db }: Pick<Context, 'db'>, stopping: AbortSignal): TaskList {
  /** Lanes being sold on this server, each with whether new offers arrived since; waiting jobs would block all workers. */
  const working = new Map<string, boolean>();
  const work = async (organizationId: string, lane: OfferLane) => {
    const lock = `${LOCKS[lane]}${organizationId}`;
    if (working.has(lock)) return void working.set(lock, true);
    try {
      do {
        working.set(lock, false);
        const sell = () => sellOffers(scopeOf({ db }, organizationId), lane, stopping);
        // Single leads wait for no connection of locks; several servers take different ones.
        await (lane === 'single' ? sell() : withAdvisoryLock(db.locks, lock, sell));
      } while (working.get(lock) === true && !stopping.aborted);
    } finally {
      working.delete(lock);
    }
  };
  return {
    sell_offers: async (payload) => {
      const { organizationId } = offersJob.parse(payload);
      await Promise.all(OFFER_LANES.map((lane) => work(organizationId, lane)));
    },
  };
}
