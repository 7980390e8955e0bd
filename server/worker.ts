import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import { removeFieldValues } from './features/custom-fields/remove-values.ts';
import { scanDuplicates } from './features/duplicates/scan-writes.ts';
import {
  bulkJob,
  emptyBin,
  fieldJob,
  forgetIdempotencyKeys,
  importJob,
  removeEndedSessions,
  removeOldReports,
  removeStaleUploads,
  requeueAbandonedWork,
  scanJob,
} from './features/housekeeping/housekeeping.ts';
import { findUnfinishedImport } from './features/imports/record/reads.ts';
import { endImport } from './features/imports/record/writes.ts';
import { endOf } from './features/imports/run-import.ts';
import { giveUpUndo, runUndo } from './features/imports/undo/run-undo.ts';
import { giveUpList } from './features/status-updates/run-list.ts';
import { giveUpBulk } from './lead/operations/run-bulk.ts';
import { startAuditSealing } from './platform/audit/sealing-job.ts';
import type { Context } from './platform/context/context.ts';
import { scopeOf } from './platform/context/context.ts';
import { leadIndexTasks, queueLeadIndexing } from './platform/jobs/lead-index.ts';
import { queuePool } from './platform/jobs/queue-pool.ts';
import { IMPORTS_AT_ONCE } from './platform/jobs/threads.ts';
import { runOperation } from './run-operation.ts';

/** Another server's death is noticed within this time (milliseconds). */
const RESCUE_EVERY_MS = 5_000;
/** A thread has begun with a job within this time (milliseconds). */
const START_MS = 2_000;
/** After this many tries an import or bulk operation that meets the same trouble again and again is given up. */
const TRIES = 5;

const INTERNAL_ERROR = 'The import met an internal error again and again and was stopped';
const NO_SPACE =
  'The disk of the database is full. Import the file again when there is space: what is imported stays, its rows count as duplicates then';

/** An import can't go on for now; its message is for the user. */
class NoSpace extends Error {}

/** The jobs of this server. */
export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Starts working on queued jobs, those that a killed server left among them. Any number of servers may do so.
 */
export async function startJobs(context: Context): Promise<Jobs> {
  await requeueAbandonedWork(context.db.owner);
  const stopping = new AbortController();
  const runner = await run({
    pgPool: queuePool(context.db.owner, stopping.signal),
    concurrency: IMPORTS_AT_ONCE + 2,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => context.log[level === 'warning' ? 'warn' : level]({}, message),
    ),
    taskList: tasksOf(context, stopping.signal),
    crontab:
      '17 * * * * remove_stale_uploads\n41 3 * * * empty_bin\n29 * * * * forget_idempotency_keys\n37 * * * * remove_ended_sessions\n53 3 * * * remove_old_reports\n7 * * * * maintain_lead_indexes',
  });
  const rescue = setInterval(() => {
    requeueAbandonedWork(context.db.owner, { startMs: START_MS }).catch((error: unknown) =>
      context.log.warn({ err: error }, 'looking for abandoned work failed'),
    );
  }, RESCUE_EVERY_MS);
  const stopQueueing = await queueLeadIndexing(context);
  const stopSealing = startAuditSealing(context);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(rescue);
      stopQueueing();
      await stopSealing();
      await stopRunner(runner);
    },
  };
}

function tasksOf(context: Context, stopping: AbortSignal): TaskList {
  return {
    run_import: async (payload, helpers) => {
      const { organizationId, importId } = importJob.parse(payload);
      try {
        const outcome = await context.threads.runImport(organizationId, importId);
        if (outcome === 'no_space') throw new NoSpace(NO_SPACE);
      } catch (error) {
        // Let go for the stop and no fault of the import: the next server finds it abandoned and goes on at once.
        if (stopping.aborted) return;
        if (helpers.job.attempts < TRIES) throw error;
        context.log.error({ err: error, importId }, 'import given up');
        await giveUp(context, organizationId, importId, error);
      }
    },
    undo_import: async (payload, helpers) => {
      const { organizationId, importId } = importJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await runUndo(context.db.app, scope, importId, { signal: helpers.abortSignal });
      } catch (error) {
        if (helpers.job.attempts < TRIES) throw error;
        context.log.error({ err: error, importId }, 'undo of an import given up');
        await giveUpUndo(scope, importId);
      }
    },
    run_bulk: async (payload, helpers) => {
      const { organizationId, operationId } = bulkJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await runOperation(context, organizationId, operationId, helpers.abortSignal);
      } catch (error) {
        // A thread that was ended for the stop; the next server goes on with its list.
        if (stopping.aborted) return;
        if (helpers.job.attempts < TRIES) throw error;
        context.log.error({ err: error, operationId }, 'bulk operation given up');
        await giveUpBulk(scope, operationId);
        await giveUpList(scope, operationId);
      }
    },
    remove_field_values: async (payload, helpers) => {
      const { organizationId, fieldId } = fieldJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      await removeFieldValues(context.db.app, scope, fieldId, helpers.abortSignal);
    },
    scan_duplicates: async (payload) => {
      const { organizationId } = scanJob.parse(payload);
      await scopeOf(context, organizationId).transaction(scanDuplicates);
    },
    ...leadIndexTasks(context, stopping),
    empty_bin: () => emptyBin(context.db.owner),
    forget_idempotency_keys: () => forgetIdempotencyKeys(context.db.owner),
    remove_ended_sessions: () => removeEndedSessions(context.db.owner),
    remove_old_reports: () => removeOldReports(context.db.owner),
    remove_stale_uploads: () => removeStaleUploads(context.db.owner),
  };
}

/** Ends an import that can't be finished; what it committed stays, the rest counts as unprocessed. */
async function giveUp(
  context: Context,
  organizationId: string,
  importId: string,
  error: unknown,
): Promise<void> {
  const reason = error instanceof NoSpace ? error.message : INTERNAL_ERROR;
  await scopeOf(context, organizationId).transaction(async (tx) => {
    const work = await findUnfinishedImport(tx, importId);
    if (work === null) return;
    await endImport(tx, endOf(work, reason));
  });
}

/** A runner that is stopping already says so by throwing. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
