import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { type OfferSize, waitingOffers } from '../../lead/orders/offer-writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { DurableWork } from '../../platform/jobs/durable-work.ts';
import { sellOffers } from './auto-sell.ts';

const offersJob = z.object({ organizationId: z.uuid() });

/** Each size has a lane of its own, so that a lead of a program doesn't wait for those of files. */
const LANES: Record<OfferSize, string> = { single: 'single-offers:', many: 'offers:' };
const SIZES: readonly OfferSize[] = ['single', 'many'];

/** New leads that orders have yet to be offered. */
export const OFFER_WORK: readonly DurableWork[] = SIZES.map((size) => ({
  task: 'sell_offers',
  name: LANES[size],
  idKey: 'organizationId',
  unfinished: waitingOffers(size),
}));

/** Returns the job that sells new leads; `stopping` is aborted when the server stops. */
export function orderJobs({ db }: Pick<Context, 'db'>, stopping: AbortSignal): TaskList {
  /** Lanes at work here, and whether they were asked again since. Jobs that waited for them would take all places. */
  const working = new Map<string, boolean>();
  const work = async (organizationId: string, size: OfferSize) => {
    const lane = `${LANES[size]}${organizationId}`;
    if (working.has(lane)) return void working.set(lane, true);
    try {
      do {
        working.set(lane, false);
        const sell = () => sellOffers(scopeOf({ db }, organizationId), size, stopping);
        // Single leads wait for no connection of locks; several servers take different ones.
        await (size === 'single' ? sell() : withAdvisoryLock(db.locks, lane, sell));
      } while (working.get(lane) === true && !stopping.aborted);
    } finally {
      working.delete(lane);
    }
  };
  return {
    sell_offers: async (payload) => {
      const { organizationId } = offersJob.parse(payload);
      await Promise.all(SIZES.map((size) => work(organizationId, size)));
    },
  };
}
