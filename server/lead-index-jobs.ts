import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { maintain, organizationsToMaintain, PACE } from './lead/index/finder.ts';
import { type Context, scopeOf } from './platform/context/context.ts';

/** Payload of the job that maintains the lead index of an organization. */
const leadIndexJob = z.object({ organizationId: z.uuid() });

/** The crontab of maintenance: once an hour, for changes whose notice was lost. */
export const LEAD_INDEX_CRONTAB = '7 * * * * maintain_lead_indexes';

/** The jobs that keep the lead indexes up to date: one an organization, and one that looks through all of them. */
export function leadIndexJobs(context: Context, stopping: AbortSignal, pace = PACE): TaskList {
  return {
    maintain_lead_index: async (payload) => {
      const { organizationId } = leadIndexJob.parse(payload);
      const isDone = await maintain(scopeOf(context, organizationId), context.threads, {
        pace,
        isStopped: () => stopping.aborted,
      });
      if (!isDone) await queueMaintenance(context, organizationId, pace.interval);
    },
    maintain_lead_indexes: async () => {
      for (const id of await organizationsToMaintain(context.db.owner)) await queueMaintenance(context, id);
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
  await context.db.owner.query(
    "SELECT graphile_worker.add_job('maintain_lead_indexes', job_key => 'lead-indexes', max_attempts => 1)",
  );
  return stop;
}

/** Queues the maintenance of an organization; a job that is queued already stays where it is. */
async function queueMaintenance({ db }: Pick<Context, 'db'>, organizationId: string, ms = 0): Promise<void> {
  await db.owner.query(
    `SELECT graphile_worker.add_job('maintain_lead_index', json_build_object('organizationId', $1::text),
       run_at => now() + make_interval(secs => $2::float8 / 1000), max_attempts => 5,
       job_key => 'lead-index:' || $1::text, job_key_mode => 'preserve_run_at')`,
    [organizationId, ms],
  );
}
