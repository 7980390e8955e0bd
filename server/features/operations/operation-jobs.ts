import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { analysisJobs, queueAnalysis } from '../../lead/operations/analysis-job.ts';
import { findBulk, findUnfinished } from '../../lead/operations/reads.ts';
import type runInThread from '../../lead/operations/run.ts';
import { giveUpOperation, hasRows, runOperation } from '../../lead/operations/run.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type DurableWork, JOB_TRIES } from '../../platform/jobs/durable-work.ts';
import { OutOfMemory } from '../../platform/jobs/thread-errors.ts';
import { type ThreadPool, threadTask } from '../../platform/jobs/threads.ts';

/** Maximum concurrent long lists per server. */
const LIST_POOL: ThreadPool = { threads: 2, idleMs: 30_000 };

const RUN_LIST = threadTask<typeof runInThread>(
  LIST_POOL,
  new URL('../../lead/operations/run.ts', import.meta.url),
  {
    holdsLock: true,
  },
);

/** Rows up to which a list runs on the main thread; starting a thread would take longer. */
const SHORT_LIST = 500;

/** Payload of the job that works on an operation. */
const operationJob = z.object({ organizationId: z.uuid(), operationId: z.uuid() });

/** Operations on many leads, which any server finishes; a retention rule's has a job of its own. */
export const OPERATION_WORK: DurableWork = {
  task: 'run_bulk',
  name: 'bulk:',
  idKey: 'operationId',
  unfinished: "bulk_operations w WHERE w.status = 'processing' AND NOT w.action ? 'retention'",
};

/** Returns the job of operations; `stopping` is aborted when the server stops. */
export function operationJobs(context: Context, stopping: AbortSignal): TaskList {
  return {
    ...analysisJobs(context.db.owner),
    run_bulk: async (payload, helpers) => {
      const { organizationId, operationId } = operationJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await runWhereItFits(context, scope, operationId, helpers.abortSignal);
        const done = await scope.transaction((tx) => findBulk(tx, operationId));
        await queueAnalysis(context.db.owner, done?.changed ?? 0);
      } catch (error) {
        // The stop ended a thread; the next server continues.
        if (stopping.aborted) return;
        if (helpers.job.attempts < JOB_TRIES && !(error instanceof OutOfMemory)) throw error;
        context.log.error({ err: error, operationId }, 'bulk operation given up');
        await giveUpOperation(scope, operationId);
      }
    },
  };
}

/** Long lists run in a thread: reading telephone numbers would hold up answers. */
async function runWhereItFits(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  scope: OrganizationScope,
  id: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const work = await scope.transaction((tx) => findUnfinished(tx, id));
  if (work === null) return;
  if (hasRows(work) && work.total > SHORT_LIST) await threads.run(RUN_LIST, scope.organizationId, id);
  else await runOperation(db.locks, scope, id, { signal });
}
