import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { setFieldChangeOf } from './features/bulk/set-field-batch.ts';
import { phoneFixer } from './features/phone-fixes/fix-batch.ts';
import { undoPhones } from './features/status-updates/changes/undo-phones.ts';
import { findUnfinishedStatusUpdate } from './features/status-updates/rows/reads.ts';
import { giveUpStatusUpdate, runStatusUpdate } from './features/status-updates/run-update.ts';
import { runStatusUpdateInThread } from './features/status-updates/update-threads.ts';
import { analysisJobs, queueAnalysis } from './lead/operations/analysis-job.ts';
import { findBulk } from './lead/operations/reads.ts';
import { type FeatureChange, giveUpBulk, runBulk } from './lead/operations/run-bulk.ts';
import { type Context, scopeOf } from './platform/context/context.ts';
import { type DurableWork, JOB_TRIES } from './platform/jobs/durable-work.ts';
import { OutOfMemory } from './platform/jobs/out-of-memory.ts';

/** Up to this many rows a list is done here: before a thread has started it is finished. */
const SHORT_LIST = 500;

/** Returns the batch change of an action that a feature implements. */
export const featureChange: FeatureChange = async (scope, action) => {
  if (action.type === 'fixPhones') return phoneFixer(scope);
  if (action.type === 'undo' && action.of.type === 'updatePhones') return undoPhones;
  return setFieldChangeOf(action);
};

/**
 * Works on a bulk operation until it is finished or the signal says to stop: on a list in a thread, since reading
 * telephone numbers would hold up answers.
 */
async function runOperation(
  context: Pick<Context, 'db' | 'threads'>,
  organizationId: string,
  operationId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const scope = scopeOf(context, organizationId);
  const list = await scope.transaction((tx) => findUnfinishedStatusUpdate(tx, operationId));
  if (list === null) await runBulk(context.db.locks, scope, operationId, featureChange, { signal });
  else if (list.total > SHORT_LIST)
    await runStatusUpdateInThread(context.threads, organizationId, operationId);
  else await runStatusUpdate(context.db.locks, scope, operationId, { signal });
}

/** Payload of the job that works on an operation. */
const operationJob = z.object({ organizationId: z.uuid(), operationId: z.uuid() });

/** Operations on many leads, which any server finishes. */
export const OPERATION_WORK: DurableWork = {
  task: 'run_bulk',
  name: 'bulk:',
  idKey: 'operationId',
  unfinished: "bulk_operations w WHERE w.status = 'processing'",
};

/** Returns the job of operations; `stopping` is aborted when the server stops. */
export function operationJobs(context: Context, stopping: AbortSignal): TaskList {
  return {
    ...analysisJobs(context.db.owner),
    run_bulk: async (payload, helpers) => {
      const { organizationId, operationId } = operationJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await runOperation(context, organizationId, operationId, helpers.abortSignal);
        const done = await scope.transaction((tx) => findBulk(tx, operationId));
        await queueAnalysis(context.db.owner, done?.changed ?? 0);
      } catch (error) {
        // The stop ended a thread; the next server goes on with its list.
        if (stopping.aborted) return;
        if (helpers.job.attempts < JOB_TRIES && !(error instanceof OutOfMemory)) throw error;
        context.log.error({ err: error, operationId }, 'bulk operation given up');
        await giveUpBulk(scope, operationId);
        await giveUpStatusUpdate(scope, operationId);
      }
    },
  };
}
