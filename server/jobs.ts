import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import { backupCrontab, backupJobs } from './features/backup/scheduled-backup.ts';
import { FIELD_WORK, fieldJobs } from './features/custom-fields/field-jobs.ts';
import { duplicateJobs, queueLinking } from './features/duplicates/duplicate-jobs.ts';
import { ERASURE_WORK, erasureJobs } from './features/erasure/erasure-jobs.ts';
import { HOUSEKEEPING_CRONTAB, housekeepingJobs } from './features/housekeeping/housekeeping.ts';
import {
  IMPORT_WORK,
  importJobs,
  MAX_CONCURRENT_IMPORTS,
  RUN_IMPORT,
} from './features/imports/import-jobs.ts';
import { importQueueJobs, QUEUE_WORK } from './features/imports/queue/queue-jobs.ts';
import { OPERATION_WORK, operationJobs } from './features/operations/operation-jobs.ts';
import { startDeliveries } from './features/orders/deliveries/delivery-worker.ts';
import { ORDER_CRONTAB, orderDeliveryJobs } from './features/orders/deliveries/order-delivery-jobs.ts';
import { OFFER_WORK, orderJobs } from './features/orders/order-jobs.ts';
import { RETENTION_CRONTAB, retentionJobs } from './features/retention/retention-jobs.ts';
import { SUPPRESSION_CRONTAB, suppressionJobs } from './features/suppressions/suppression-jobs.ts';
import { maintainIndexAndOrder } from './lead/list/sort/maintain-order.ts';
import { organizationsWithLeads } from './lead/stats/stat-reads.ts';
import { SEALING_DELAY_MS, sealAuditTrail } from './platform/audit/sealing-job.ts';
import { type Context, scopeOf } from './platform/context/context.ts';
import { type DurableWork, requeueAbandonedWork } from './platform/jobs/durable-work.ts';
import { disconnectFrozenServers } from './platform/jobs/frozen-servers.ts';
import { queueKeyedJob, queueSoon } from './platform/jobs/keyed-job.ts';
import { outlastingDatabase, queuePool } from './platform/jobs/queue-pool.ts';

/** Payload of the job that maintains the lead index of an organization. */
const leadIndexJob = z.object({ organizationId: z.uuid() });

/** How long maintenance waits for further changes, or for leads to be at rest, in milliseconds. */
const MAINTENANCE_PAUSE_MS = 3_000;

/** The crontab of maintenance: once an hour, for changes whose notice was lost. */
const LEAD_INDEX_CRONTAB = '7 * * * * maintain_lead_indexes';

/** The jobs that keep the lead indexes up to date: one an organization, and one that looks through all of them. */
function leadIndexJobs(context: Context, stopping: AbortSignal): TaskList {
  return {
    maintain_lead_index: async (payload) => {
      const { organizationId } = leadIndexJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      const left = await maintainIndexAndOrder(scope, context.threads, () => stopping.aborted);
      if (left === 'nothing') return queueLinking(context.db.owner, organizationId);
      await queueMaintenance(context, organizationId, left === 'more' ? 0 : MAINTENANCE_PAUSE_MS);
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
async function queueLeadIndexing(context: Context): Promise<() => void> {
  /** When this server queued the job of an organization last. */
  const queuedAt = new Map<string, number>();
  const stop = context.notices.onLeadsChanged((organizationId) => {
    const now = performance.now();
    // The job that was queued then is yet to come.
    if (now - (queuedAt.get(organizationId) ?? Number.NEGATIVE_INFINITY) < MAINTENANCE_PAUSE_MS / 2) return;
    queuedAt.set(organizationId, now);
    queueMaintenance(context, organizationId, MAINTENANCE_PAUSE_MS).catch((error: unknown) =>
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

/** Queues the maintenance of an organization; with a delay, a job that is queued already stays where it is. */
function queueMaintenance({ db }: Pick<Context, 'db'>, organizationId: string, delayMs = 0): Promise<void> {
  return queueKeyedJob(db.owner, {
    task: 'maintain_lead_index',
    key: `lead-index:${organizationId}`,
    payload: { organizationId },
    delayMs,
  });
}

/** All work that has to be finished, no matter which server began it. */
export const DURABLE_WORK: readonly DurableWork[] = [
  ...IMPORT_WORK,
  QUEUE_WORK,
  OPERATION_WORK,
  ...OFFER_WORK,
  FIELD_WORK,
  ERASURE_WORK,
];

/** Another server's death is noticed within this time (milliseconds). */
const RESCUE_EVERY_MS = 5_000;
/** A thread has begun with a job within this time (milliseconds). */
const START_MS = 2_000;
/** Log levels of the queue's messages: it names every job, and some run each second. */
const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

/** In the queue's warning of fewer connections than jobs at once; most jobs work on the connections of other pools. */
const POOL_SIZE = 'maxPoolSize';

/** The jobs of this server. */
export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Starts working on queued jobs, the ones that a killed server left among them. Any number of servers may do so.
 */
export async function startJobs(context: Context): Promise<Jobs> {
  await requeueAbandonedWork(context.db.owner, DURABLE_WORK);
  const stopping = new AbortController();
  const runner = await run({
    pgPool: queuePool(context.db.owner, stopping.signal),
    concurrency: MAX_CONCURRENT_IMPORTS + 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (!message.includes(POOL_SIZE)) context.log[LOG_LEVELS[level]]({}, message);
    }),
    taskList: outlastingDatabase(tasksOf(context, stopping.signal), stopping.signal),
    crontab: [
      ...HOUSEKEEPING_CRONTAB,
      ...SUPPRESSION_CRONTAB,
      ...RETENTION_CRONTAB,
      ORDER_CRONTAB,
      LEAD_INDEX_CRONTAB,
      ...backupCrontab(context.config.backups),
    ].join('\n'),
  });
  const rescue = setInterval(() => {
    rescueWork(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'looking for abandoned work failed'),
    );
  }, RESCUE_EVERY_MS);
  const deliveries = startDeliveries(context);
  const stopIndexing = await queueLeadIndexing(context);
  const sealing = queueSoon(context, 'seal_audit_trail', SEALING_DELAY_MS);
  const stopListening = context.notices.onAuditWritten(sealing.ask);
  sealing.ask();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(rescue);
      stopListening();
      stopIndexing();
      await Promise.all([sealing.close(), deliveries.stop()]);
      await stopRunner(runner);
    },
  };
}

/**
 * Queues the work of servers that are dead or frozen again. Asking is also this server's sign of life to the others, so each
 * has a timer: a job runs on one of them.
 */
async function rescueWork({ db, config, log }: Context): Promise<void> {
  const servers = await disconnectFrozenServers(db, config.takeoverSeconds * 1000);
  if (servers.length > 0) log.warn({ servers }, 'unresponsive servers were disconnected');
  await requeueAbandonedWork(db.owner, DURABLE_WORK, { startMs: START_MS });
}

function tasksOf(context: Context, stopping: AbortSignal): TaskList {
  return {
    ...importJobs(context, stopping),
    ...importQueueJobs(context),
    ...operationJobs(context, stopping),
    ...orderJobs(context, stopping),
    ...orderDeliveryJobs(context),
    ...fieldJobs(context),
    ...duplicateJobs(context, () => context.threads.isRunning(RUN_IMPORT)),
    ...suppressionJobs(context),
    ...erasureJobs(context, stopping),
    ...retentionJobs(context, stopping),
    ...leadIndexJobs(context, stopping),
    ...housekeepingJobs(context.db.owner),
    ...backupJobs(context),
    seal_audit_trail: (_payload, helpers) => sealAuditTrail(context.db.owner, helpers.abortSignal),
  };
}

/** A runner that is stopping already says so by throwing. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
