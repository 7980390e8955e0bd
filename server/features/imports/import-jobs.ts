import { setTimeout as wait } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { queueAnalysis } from '../../lead/operations/analysis-job.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { type DurableWork, JOB_TRIES } from '../../platform/jobs/durable-work.ts';
import { OutOfMemory } from '../../platform/jobs/thread-errors.ts';
import { type ThreadPool, threadTask } from '../../platform/jobs/threads.ts';
import { findUnfinishedImport } from './record/reads.ts';
import { endImport } from './record/writes.ts';
import type runImportInThread from './run-import.ts';
import { importEndOf } from './run-import.ts';
import { giveUpUndo, runUndo } from './undo/run-undo.ts';
import { finishMergeUndo } from './undo/undo-merge.ts';

/**
 * Maximum concurrent imports per server. More than the number of cores, so that a large import doesn't hold up a small
 * one.
 */
export const MAX_CONCURRENT_IMPORTS = 4;

const IMPORT_POOL: ThreadPool = { threads: MAX_CONCURRENT_IMPORTS, idleMs: 30_000 };
export const RUN_IMPORT = threadTask<typeof runImportInThread>(
  IMPORT_POOL,
  new URL('./run-import.ts', import.meta.url),
  { holdsLock: true },
);

/** Payload of the jobs that work on an import; never the file's content. */
const importJob = z.object({ organizationId: z.uuid(), importId: z.uuid() });

const INTERNAL_ERROR = 'The import was stopped after repeated internal errors';
/** Times, and milliseconds each, that the end of an import waits for its lock. */
const [LOCK_WAITS, LOCK_WAIT_MS] = [20, 250];
const NO_SPACE =
  'The database disk is full. Free up space and import the file again: rows already imported will count as duplicates';

/** Ends a try of an import that the full disk stopped; its message is for the user. */
class NoSpace extends Error {}

/** Imports and their undos, which any server finishes. */
export const IMPORT_WORK: readonly DurableWork[] = [
  {
    task: 'run_import',
    name: 'import:',
    idKey: 'importId',
    unfinished: "imports w WHERE w.status = 'processing'",
  },
  {
    task: 'undo_import',
    name: 'import-undo:',
    idKey: 'importId',
    unfinished: "import_undos w WHERE w.status = 'processing'",
  },
];

/** Returns the jobs of imports; `stopping` is aborted when the server stops. */
export function importJobs(context: Context, stopping: AbortSignal): TaskList {
  return {
    run_import: async (payload, helpers) => {
      const { organizationId, importId } = importJob.parse(payload);
      try {
        const outcome = await context.threads.run(RUN_IMPORT, organizationId, importId);
        if (outcome === 'no_space') throw new NoSpace(NO_SPACE);
        await queueAnalysis(context.db.owner);
      } catch (error) {
        // The stop ended the thread: the next server finds the import abandoned and goes on at once.
        if (stopping.aborted) return;
        // The same file would need as much memory again.
        if (helpers.job.attempts < JOB_TRIES && !(error instanceof OutOfMemory)) throw error;
        context.log.error({ err: error, importId }, 'import given up');
        await giveUp(context, organizationId, importId, error);
      }
    },
    undo_import: async (payload, helpers) => {
      const { organizationId, importId } = importJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await finishMergeUndo(context.db.locks, scope, importId, helpers.abortSignal);
        await runUndo(context.db.locks, scope, importId, { signal: helpers.abortSignal });
      } catch (error) {
        if (helpers.job.attempts < JOB_TRIES) throw error;
        context.log.error({ err: error, importId }, 'undo of an import given up');
        await giveUpUndo(scope, importId);
      }
    },
  };
}

/** Ends an import that can't be finished; its committed rows stay, the rest counts as unprocessed. */
async function giveUp(
  context: Pick<Context, 'db'>,
  organizationId: string,
  importId: string,
  error: unknown,
): Promise<void> {
  const isKnown = error instanceof NoSpace || error instanceof OutOfMemory;
  const reason = isKnown ? error.message : INTERNAL_ERROR;
  const end = () =>
    withAdvisoryLock(context.db.locks, `import:${importId}`, () =>
      scopeOf(context, organizationId).transaction(async (tx) => {
        const work = await findUnfinishedImport(tx, importId);
        if (work === null) return;
        await endImport(tx, importEndOf(work, reason));
      }),
    );
  // PostgreSQL takes a moment to notice that a thread ended and to release its lock. A worker on another server that holds
  // the lock has taken the import over.
  for (let waits = 0; (await end()) === 'locked' && waits < LOCK_WAITS; waits++) await wait(LOCK_WAIT_MS);
}
