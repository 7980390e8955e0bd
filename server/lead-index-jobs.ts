import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { PACE } from './lead/index/finder.ts';
import { maintainIndexAndOrder } from './lead/order/maintain-order.ts';
import { organizationsWithLeads } from './lead/stats/stat-reads.ts';
import { type Context, scopeOf } from './platform/context/context.ts';
import { queueKeyedJob } from './platform/jobs/keyed-job.ts';

/** Payload of the job that maintains the lead index of an organization. */
const leadIndexJob = z.object({ organizationId: z.uuid() });

/** The crontab of maintenance: once an hour, for changes whose notice was lost. */
export const LEAD_INDEX_CRONTAB = '7 * * * * maintain_lead_indexes';

/** The jobs that keep the lead indexes up to date: one an organization, and one that looks through all of them. */
export function leadIndexJobs(context: Context, stopping: AbortSignal, pace = PACE): TaskList {
  return {
    maintain_lead_index: async (payload) => {
      const { organizationId } = leadIndexJob.parse(payload);
      const isDone = await maintainIndexAndOrder(scopeOf(context, organizationId), context.threads, {
        pace,
        isStopped: () => stopping.aborted,
      });
      if (!isDone) await queueMaintenance(context, organizationId, pace.interval);
    },
    maintain_lead_indexes: async () => {
      for (const id of await organizationsWithLeads(context.db.owner)) await queueMaintenance(context, id);
    },
  };
}

/**
 * Queues the maintenance of each organization whose leads change, and that of all organizations once.
 * @returns stops it
 */
export async function queueLeadIndexing(context: Context, pace = PACE): Promise<() => void> {
  /** When this server queued the job of an organization last. */
  const queuedAt = new Map<string, number>();
  const stop = context.notices.onLeadsChanged((organizationId) => {
    const now = performance.now();
    // The job that was queued then is yet to come.
    if (now - (queuedAt.get(organizationId) ?? Number.NEGATIVE_INFINITY) < pace.interval / 2) return;
    queuedAt.set(organizationId, now);
    queueMaintenance(context, organizationId, pace.interval).catch((error: unknown) =>
      context.log.warn({ err: error }, 'queueing the maintenance of the lead index failed'),
    );
  });
  await queueKeyedJob(context.db.owner, {
    task: 'maintain_lead_indexes',
    key: 'lead-indexes',
    maxAttempts: 1,
  });
  return stop;
}

/** Queues the maintenance of an organization; a job that is queued already stays where it is. */
function queueMaintenance({ db }: Pick<Context, 'db'>, organizationId: string, delayMs = 0): Promise<void> {
  return queueKeyedJob(db.owner, {
    task: 'maintain_lead_index',
    key: `lead-index:${organizationId}`,
    payload: { organizationId },
    delayMs,
  });
}
